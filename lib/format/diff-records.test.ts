import { expect, test } from "vitest";
import { diffRecords, shortValue } from "./diff-records";

test("finds no change when the record is the same", () => {
  const record = { id: "a", list: [1, { b: null }], big: { $digits: "12345678901234567890" } };
  expect(diffRecords(record, structuredClone(record))).toEqual([]);
});

test("names a changed field with its value before and after", () => {
  expect(diffRecords({ status: "paused", n: 1 }, { status: "running", n: 1 })).toEqual([
    { path: ["status"], before: "paused", after: "running" },
  ]);
});

test("names a nested field by its whole path when keys contain dots", () => {
  expect(diffRecords({ a: { "b.c": 1 } }, { a: { "b.c": 2 } })).toEqual([{ path: ["a", "b.c"], before: 1, after: 2 }]);
});

test("reports a change when a field was added or removed", () => {
  expect(diffRecords({ a: 1 }, { b: null })).toEqual([
    { path: ["b"], before: undefined, after: null },
    { path: ["a"], before: 1, after: undefined },
  ]);
});

test("reports one change when a list's length differs, and each changed item when it does not", () => {
  expect(diffRecords({ l: [1, 2] }, { l: [0, 1, 2] })).toEqual([{ path: ["l"], before: [1, 2], after: [0, 1, 2] }]);
  expect(diffRecords({ l: [1, 2] }, { l: [1, 3] })).toEqual([{ path: ["l", "1"], before: 2, after: 3 }]);
});

test("reports one change when a value's type differs", () => {
  expect(diffRecords({ a: [] }, { a: {} })).toEqual([{ path: ["a"], before: [], after: {} }]);
  expect(diffRecords({ a: { $digits: "0.10" } }, { a: { $digits: "0.20" } })).toHaveLength(1);
});

test("shortens long values", () => {
  expect(shortValue([1, 2, 3])).toBe("list of 3");
  expect(shortValue(undefined)).toBe("not sent");
  expect(shortValue("\u202ederettaheB")).toBe("[U+202E]derettaheB");
  expect([shortValue(""), shortValue(" ")]).toEqual(["“”", "“ ”"]);
  expect(shortValue("x".repeat(90))).toHaveLength(81);
});

test("finds no change when times differ by less than a page shows", () => {
  const at = (ms: string) => ({ created_at: `2026-09-21T16:13:20.${ms}Z` });
  expect(diffRecords(at("104"), at("911"))).toEqual([]);
  expect(diffRecords(at("104"), { created_at: "2026-09-21T18:13:20+02:00" })).toEqual([]);
  expect(diffRecords(at("104"), { created_at: "2026-09-21T16:13:21.000Z" })).toHaveLength(1);
});
