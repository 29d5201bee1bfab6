import { expect, test } from "vitest";
import { findArrays, listTitle } from "./find-arrays";

test("findArrays finds nested lists of records with all their fields", () => {
  const errors = [
    { row: 2, code: "invalid_phone" },
    { row: 4, message: "The same number is on line 2." },
  ];
  expect(findArrays({ success: true, data: { accepted: 1, errors } })).toEqual([
    { path: "data.errors", rows: errors, columns: ["row", "code", "message"] },
  ]);
  expect(findArrays(errors)[0]?.path).toBe("");
  expect(["data.errors", "data.skipped_rows", ""].map(listTitle)).toEqual(["Errors", "Skipped rows", "Rows"]);
});

test("findArrays ignores plain, empty and mixed lists", () => {
  expect(findArrays({ columns: ["a", "b"], errors: [], unknown: [1, { a: 1 }], blank: [{}] })).toEqual([]);
  expect(findArrays("accepted")).toEqual([]);
});
