import { expect, test } from "vitest";
import { findRows, flattenRecord, pathId } from "./flatten-record";

const paths = (value: unknown, opened?: ReadonlySet<string>) =>
  flattenRecord(value, opened).map((row) => row.path.join("."));

test("fields come in the order they were sent, nested ones under their parents", () => {
  expect(paths({ b: 1, a: { d: "x", c: null } })).toEqual(["b", "a.d", "a.c"]);
});

test("a value's look and kind follow from the value alone", () => {
  const rows = flattenRecord({
    id: "3f0c9f0e-7b1a-4a0e-9a51-6f1f0be22b8c",
    at: "2026-11-20T06:36:55Z",
    big: { $digits: "12345678901234567890" },
    on: false,
    none: null,
    blank: "",
    tags: ["a", "b"],
    empty: {},
  });
  expect(rows.map(({ look, kind }) => `${look}: ${kind}`)).toEqual([
    "uuid: UUID",
    "time: timestamp",
    "number: number",
    "boolean: boolean",
    "null: null",
    "text: text",
    "list: list of 2",
    "object: object of 0 fields",
  ]);
});

test("objects deeper than two fold, and open in place", () => {
  const value = { a: { b: { c: { d: 1 } } } };
  expect(paths(value)).toEqual(["a.b"]);
  expect(flattenRecord(value)[0]?.fold).toBe("closed");
  const opened = new Set([pathId(["a", "b"])]);
  expect(paths(value, opened)).toEqual(["a.b", "a.b.c"]);
});

test("a list above twenty folds with its length", () => {
  const [row] = flattenRecord({ log: Array.from({ length: 214 }, (_, at) => at) });
  expect(row).toMatchObject({ kind: "list of 214", fold: "closed" });
});

test("keys that hold dots do not collide with nested ones", () => {
  const opened = new Set([pathId(["a.b", "c"])]);
  expect(paths({ "a.b": { c: { x: 1 } }, a: { "b.c": { y: 2 } } }, opened)).toEqual(["a.b.c", "a.b.c.x", "a.b.c"]);
});

test("a bare value is one row", () => {
  expect(flattenRecord("hello")).toMatchObject([{ path: [], kind: "text" }]);
  expect(flattenRecord(null)).toMatchObject([{ path: [], kind: "null" }]);
});

test("the finder looks at paths and at plain values", () => {
  const rows = flattenRecord({ status: "Running", model: { provider: "x" }, big: { $digits: "99999999999999999999" } });
  const found = (text: string) => findRows(rows, text).map((row) => row.path.join("."));
  expect(found("run")).toEqual(["status"]);
  expect(found("MODEL.p")).toEqual(["model.provider"]);
  expect(found("9999")).toEqual(["big"]);
  expect(found(" ")).toHaveLength(3);
});

test("a wide record flattens whole", () => {
  const value = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field_${at}`, { a: at, b: `${at}` }]));
  expect(flattenRecord(value)).toHaveLength(100_000);
});
