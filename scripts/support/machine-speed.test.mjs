import { expect, test } from "vitest";
import { measureSlowdown, slowdown } from "./machine-speed.mjs";

test("a machine that takes longer than the reference is as many times slower; a quicker one is not quicker than it", () => {
  expect([100, 1_000, 1_040, 2_660, 16_000].map(slowdown)).toEqual([1, 1, 1, 2.7, 10]);
});

test("this machine's own figure can be measured", async () => {
  expect(await measureSlowdown()).toBeGreaterThanOrEqual(1);
});
