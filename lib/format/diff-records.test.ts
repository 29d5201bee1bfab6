import { expect, test } from "vitest";
import { diffRecords, shortValue } from "./diff-records";

test("the same record again shows no change", () => {
  const record = { id: "a", list: [1, { b: null }], big: { $digits: "12345678901234567890" } };
  expect(diffRecords(record, structuredClone(record))).toEqual([]);
});

test("a changed field is named with what it was and what it is", () => {
  expect(diffRecords({ status: "paused", n: 1 }, { status: "running", n: 1 })).toEqual([
    { path: ["status"], before: "paused", after: "running" },
  ]);
});

test("fields inside an object are named by their whole path, keys with dots included", () => {
  expect(diffRecords({ a: { "b.c": 1 } }, { a: { "b.c": 2 } })).toEqual([{ path: ["a", "b.c"], before: 1, after: 2 }]);
});

test("a field that came or went is a change", () => {
  expect(diffRecords({ a: 1 }, { b: null })).toEqual([
    { path: ["b"], before: undefined, after: null },
    { path: ["a"], before: 1, after: undefined },
  ]);
});

test("a list of another length is one change, one of the same length names the items", () => {
  expect(diffRecords({ l: [1, 2] }, { l: [0, 1, 2] })).toEqual([{ path: ["l"], before: [1, 2], after: [0, 1, 2] }]);
  expect(diffRecords({ l: [1, 2] }, { l: [1, 3] })).toEqual([{ path: ["l", "1"], before: 2, after: 3 }]);
});

test("a value of another kind is one change", () => {
  expect(diffRecords({ a: [] }, { a: {} })).toEqual([{ path: ["a"], before: [], after: {} }]);
  expect(diffRecords({ a: { $digits: "0.10" } }, { a: { $digits: "0.20" } })).toHaveLength(1);
});

test("long values are shown short", () => {
  expect(shortValue([1, 2, 3])).toBe("list of 3");
  expect(shortValue(undefined)).toBe("not sent");
  expect(shortValue("\u202ederettaheB")).toBe("[U+202E]derettaheB");
  expect([shortValue(""), shortValue(" ")]).toEqual(["“”", "“ ”"]);
  expect(shortValue("x".repeat(90))).toHaveLength(81);
});
