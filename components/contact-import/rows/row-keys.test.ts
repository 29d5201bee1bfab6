import { expect, test } from "vitest";
import { rowKeys } from "./use-grid-keys";

const first = rowKeys([], [0, 1, 2, 3]);
const keysOf = (rows: ReturnType<typeof rowKeys>) => rows.map(({ key }) => key);

test("rows that stay keep their keys and new ones get their own", () => {
  expect(keysOf(first)).toEqual([0, 1, 2, 3]);
  expect(keysOf(rowKeys(first, [2, 3, 4, 5]))).toEqual([2, 3, 4, 5]);
  const up = rowKeys(rowKeys(first, [2, 3, 4, 5]), [1, 2, 3, 4]);
  expect(keysOf(up)).toEqual([6, 2, 3, 4]);
});

test("after a leap the same keys are used again, in their order, and none twice", () => {
  expect(keysOf(rowKeys(first, [900, 901, 902, 903]))).toEqual([0, 1, 2, 3]);
  expect(keysOf(rowKeys(first, [900, 901]))).toEqual([0, 1]);
  const longer = keysOf(rowKeys(rowKeys(first, [2, 3, 4, 5]), [90, 91, 92, 93, 94, 95]));
  expect(longer).toEqual([2, 3, 4, 5, 6, 7]);
});
