import { expect, test } from "vitest";
import { uniqueKeys } from "./unique-keys";

test("numbers a repeated name without using another row's name", () => {
  expect(uniqueKeys(["a", "b", "a", "a"])).toEqual(["a", "b", "a (2)", "a (3)"]);
  expect(uniqueKeys(["a", "a", "a (2)", "", ""])).toEqual(["a", "a (3)", "a (2)", "", " (2)"]);
});

test("creates 100,000 keys for 100,000 rows of one name", () => {
  const names = Array.from({ length: 100_000 }, () => "same");
  expect(new Set(uniqueKeys(names)).size).toBe(100_000);
});
