import { expect, test } from "vitest";
import { startsTyping } from "./use-grid-cells";

test("startsTyping is true when a character is typed on a number or name", () => {
  for (const key of ["D", "a", "n", "+", "4", "é", "李", "😀", "(", "/", "?"])
    expect(startsTyping(key, "name"), key).toBe(true);
  expect(startsTyping("+", "phone")).toBe(true);
});

test("startsTyping is false for special keys and space", () => {
  for (const key of ["Enter", "F2", "Tab", "ArrowDown", "Shift", "Dead", " "])
    expect(startsTyping(key, "name"), key).toBe(false);
});

test("startsTyping is false outside numbers and names", () => {
  for (const column of ["row", "becomes", "use", "leave"] as const)
    expect(startsTyping("4", column), column).toBe(false);
});
