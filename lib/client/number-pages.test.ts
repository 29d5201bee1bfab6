import { expect, test } from "vitest";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { endOfPages, joinPages, pagePlan } from "./number-pages";

const rows = (from: number, count: number): PhoneNumber[] =>
  Array.from({ length: count }, (_, index) => ({ id: `n${from + index}` }));
const end = (total: number | undefined, ...pages: PhoneNumber[][]) => endOfPages(pages, { total, size: 50 });

test("takes the limit that the platform echoes as the page size", () => {
  expect(pagePlan({ items: [], total: 120, limit: 20 }, 50)).toEqual({ total: 120, size: 20 });
  expect(pagePlan(undefined, 50)).toEqual({ total: undefined, size: 50 });
});

test("continues after a full page when the total is too small", () => {
  for (const total of [0, 25, undefined]) {
    expect(end(total, rows(0, 50))).toBeUndefined();
    expect(end(total, rows(0, 50), rows(50, 12))).toBe(2);
    expect(end(total, rows(0, 50), [])).toBe(1);
  }
});

test("stops at an empty or repeated page when the total is too large", () => {
  expect(end(1200, rows(0, 50), rows(50, 50), rows(100, 20))).toBeUndefined();
  expect(end(1200, rows(0, 50), rows(50, 50), rows(100, 20), [])).toBe(3);
  expect(end(1200, rows(0, 20), rows(0, 20))).toBe(1);
  expect(end(20, rows(0, 20))).toBe(1);
});

test("keeps a number once when it moved between pages, and every number without an ID", () => {
  expect(
    joinPages([
      [{ id: "a" }, {}],
      [{ id: "a" }, { id: "b" }, {}],
    ]),
  ).toEqual([{ id: "a" }, {}, { id: "b" }, {}]);
});

test("keeps different records with one ID, and equal records on one page", () => {
  const pages = [[{ id: "a", status: "active" }, { id: "b" }, { id: "b" }], [{ id: "a", status: "suspended" }]];
  expect(joinPages(pages)).toEqual(pages.flat());
});
