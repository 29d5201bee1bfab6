import { expect, test } from "vitest";
import { findArrays } from "./rows-blamed";

test("a list of records is found wherever an answer holds it, with every field its rows have", () => {
  const errors = [
    { row: 2, code: "invalid_phone" },
    { row: 4, message: "The same number is on line 2." },
  ];
  expect(findArrays({ success: true, data: { accepted: 1, errors } })).toEqual([
    { path: "data.errors", rows: errors, columns: ["row", "code", "message"] },
  ]);
  expect(findArrays(errors)[0]?.path).toBe("");
});

test("plain lists, empty lists and mixed lists are left to the record view", () => {
  expect(findArrays({ columns: ["a", "b"], errors: [], unknown: [1, { a: 1 }], blank: [{}] })).toEqual([]);
  expect(findArrays("accepted")).toEqual([]);
});
