import { expect, test } from "vitest";
import { lastWholeEnd } from "./whole-rows";

const rows = (...tops: number[]) => tops.map((top) => ({ top, bottom: top + 40 }));

test("ends a list after the last row that fits", () => {
  expect(lastWholeEnd(rows(0, 40, 80, 120), 139)).toBe(120);
  expect(lastWholeEnd(rows(0, 40, 80), 120)).toBe(120);
  expect(lastWholeEnd(rows(0), 20)).toBeUndefined();
});

test("cuts no row of a second column when the columns are not level", () => {
  expect(lastWholeEnd([...rows(0, 40, 80), ...rows(20, 60, 100)], 110)).toBeUndefined();
  expect(lastWholeEnd([...rows(0, 40, 80), ...rows(0, 40)], 110)).toBe(80);
});
