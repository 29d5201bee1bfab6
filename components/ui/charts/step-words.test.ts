import { expect, test } from "vitest";
import { tickPlaces } from "./step-words";

test("the axis names its two ends and at most three places between", () => {
  expect(tickPlaces(48)).toEqual([0, 12, 24, 35, 47]);
  expect(tickPlaces(2)).toEqual([0, 1]);
  expect(tickPlaces(1)).toEqual([0]);
});
