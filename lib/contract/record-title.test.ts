import { expect, test } from "vitest";
import { titleOf } from "./fields";

test("a record is called by its name, else its title, label or display name, where that is a text", () => {
  expect(titleOf({ display_name: "d", label: "l", title: "t", name: "n" })).toBe("n");
  expect(titleOf({ name: " ", title: 7, label: "l", display_name: "d" })).toBe("l");
  expect(titleOf({ name: null, title: { de: "x" }, display_name: "d" })).toBe("d");
  expect(titleOf({ id: "x" })).toBeUndefined();
  expect(titleOf(undefined)).toBeUndefined();
});
