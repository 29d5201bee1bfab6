import { expect, test } from "vitest";
import { joinPages, pagePlan, pagesToRead } from "./number-pages";

test("pages are counted by the limit the API really used", () => {
  expect(pagePlan({ items: [], total: 120, limit: 20 }, 50)).toEqual({ total: 120, size: 20, pageCount: 6 });
  expect(pagePlan({ items: [], total: 0, limit: 50 }, 50)).toEqual({ total: 0, size: 50, pageCount: 1 });
});

test("without a total nobody knows how many pages there are", () => {
  expect(pagePlan({ items: [], total: undefined }, 50).pageCount).toBeUndefined();
  expect(pagePlan(undefined, 50)).toEqual({ total: undefined, size: 50, pageCount: undefined });
});

test("pages are read one after another", () => {
  const read = new Set([1, 2]);
  expect(pagesToRead(5, (page) => read.has(page))).toEqual([1, 2, 3]);
  expect(pagesToRead(2, (page) => read.has(page))).toEqual([1, 2]);
  expect(pagesToRead(3, () => false)).toEqual([1]);
});

test("a number that moved to the next page between two reads is taken once, one without an ID always", () => {
  expect(
    joinPages([
      [{ id: "a" }, {}],
      [{ id: "a" }, { id: "b" }, {}],
    ]),
  ).toEqual([{ id: "a" }, {}, { id: "b" }, {}]);
});
