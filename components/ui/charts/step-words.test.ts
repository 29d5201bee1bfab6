import { expect, test } from "vitest";
import { tickPositions } from "./step-words";

test("tickPositions returns both ends and at most three positions between", () => {
  expect(tickPositions(48)).toEqual([0, 12, 24, 35, 47]);
  expect(tickPositions(2)).toEqual([0, 1]);
  expect(tickPositions(1)).toEqual([0]);
});
