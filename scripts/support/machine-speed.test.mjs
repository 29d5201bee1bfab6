import { expect, test } from "vitest";
import { measureSlowdown, slowdown } from "./machine-speed.mjs";

test("returns the factor to the reference, limited to the range from 1 to 10", () => {
  expect([100, 1_000, 1_040, 2_660, 16_000].map(slowdown)).toEqual([1, 1, 1, 2.7, 10]);
});

test("measures this machine", async () => {
  expect(await measureSlowdown()).toBeGreaterThanOrEqual(1);
});
