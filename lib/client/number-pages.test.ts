import { expect, test } from "vitest";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { endOfPages, joinPages, pagePlan } from "./number-pages";

const rows = (from: number, count: number): PhoneNumber[] =>
  Array.from({ length: count }, (_, at) => ({ id: `n${from + at}` }));
const end = (total: number | undefined, ...pages: PhoneNumber[][]) => endOfPages(pages, { total, size: 50 });

test("pages are as long as the limit the platform really used", () => {
  expect(pagePlan({ items: [], total: 120, limit: 20 }, 50)).toEqual({ total: 120, size: 20 });
  expect(pagePlan(undefined, 50)).toEqual({ total: undefined, size: 50 });
});

test("a total that is too small ends no list: a full page asks for the next one", () => {
  for (const total of [0, 25, undefined]) {
    expect(end(total, rows(0, 50))).toBeUndefined();
    expect(end(total, rows(0, 50), rows(50, 12))).toBe(2);
    expect(end(total, rows(0, 50), [])).toBe(1);
  }
});

test("a total that is too large is asked for until a page is empty or only repeats", () => {
  expect(end(1200, rows(0, 50), rows(50, 50), rows(100, 20))).toBeUndefined();
  expect(end(1200, rows(0, 50), rows(50, 50), rows(100, 20), [])).toBe(3);
  expect(end(1200, rows(0, 20), rows(0, 20))).toBe(1);
  expect(end(20, rows(0, 20))).toBe(1);
});

test("a number that moved to the next page between two reads is taken once, one without an ID always", () => {
  expect(
    joinPages([
      [{ id: "a" }, {}],
      [{ id: "a" }, { id: "b" }, {}],
    ]),
  ).toEqual([{ id: "a" }, {}, { id: "b" }, {}]);
});

test("two numbers with one ID that say different things are both kept, and so are two alike on one page", () => {
  const pages = [[{ id: "a", status: "active" }, { id: "b" }, { id: "b" }], [{ id: "a", status: "suspended" }]];
  expect(joinPages(pages)).toEqual(pages.flat());
});
