import { expect, test } from "vitest";
import { haveShifted, orderOf } from "./list-pages";

const page = (ids: string, total?: number) => ({
  items: ids
    .split(" ")
    .filter(Boolean)
    .map((id) => ({ id })),
  total,
});

test("finds that rows moved when an ID is on two pages, rows are missing, or the total changed", () => {
  expect(haveShifted([page("a b", 4), page("b c", 4)])).toBe(true);
  expect(haveShifted([page("a b", 4), page("d", 4)])).toBe(true);
  expect(haveShifted([page("a b", 4), page("c d", 5)])).toBe(true);
});

test("trusts pages that fit together, also when a page itself repeats an ID", () => {
  expect(haveShifted([page("a b", 4), page("c d", 4)])).toBe(false);
  expect(haveShifted([page("a a", 3), page("b", 3)])).toBe(false);
  expect(haveShifted([page("a b"), page("c")])).toBe(false);
  expect(haveShifted([page("a b", 1)])).toBe(false);
});

test("knows two reads of a list that stands still, and of one that moves", () => {
  const read = [page("a b", 9), page("c", 9)];
  expect(orderOf(read)).toBe(orderOf([page("a b", 9), page("c", 9)]));
  expect(orderOf(read)).not.toBe(orderOf([page("a c", 9), page("b", 9)]));
});
