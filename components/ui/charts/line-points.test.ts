import { expect, test } from "vitest";
import { pointAt, ticksUpTo, unrepeated } from "./line-points";

test("ticksUpTo returns a few round values up to the maximum", () => {
  expect(ticksUpTo(240)).toEqual([0, 100, 200, 300]);
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(7)).toEqual([0, 5, 10]);
  expect(ticksUpTo(1_000_000)).toEqual([0, 500_000, 1_000_000]);
});

test("pointAt returns the nearest point", () => {
  const points = [{ atMs: 0 }, { atMs: 10 }, { atMs: 100 }];
  expect([-5, 4, 6, 54, 56, 900].map((ms) => pointAt(points, ms))).toEqual([0, 0, 1, 1, 2, 2]);
});

test("unrepeated blanks a label that equals the previous one", () => {
  expect(unrepeated(["08:20", "08:24", "08:25", "08:25"])).toEqual(["08:20", "08:24", "08:25", ""]);
});
