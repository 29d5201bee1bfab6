import { expect, test } from "vitest";
import { startsTyping } from "./use-grid-keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const starts = (key: string, column: Parameters<typeof startsTyping>[1] = "name") =>
  startsTyping({ key, ...plain }, column);

test("a character typed on a number or a name begins to replace it", () => {
  for (const key of ["D", "a", "+", "4", "é", "李", "😀", "(", "/", "?"]) expect(starts(key), key).toBe(true);
  expect(starts("+", "phone")).toBe(true);
});

test("the small letters of the grid's commands stay commands, large ones are text", () => {
  for (const key of ["j", "k", "n", "u", "d"]) {
    expect(starts(key), key).toBe(false);
    expect(starts(key.toUpperCase()), key).toBe(true);
  }
});

test("keys without a character, the space bar and shortcuts are no text", () => {
  for (const key of ["Enter", "F2", "Tab", "ArrowDown", "Shift", "Dead", " "]) expect(starts(key), key).toBe(false);
  expect(startsTyping({ ...plain, key: "c", ctrlKey: true }, "name")).toBe(false);
  expect(startsTyping({ ...plain, key: "v", metaKey: true }, "phone")).toBe(false);
  expect(startsTyping({ ...plain, key: "a", altKey: true }, "phone")).toBe(false);
});

test("only numbers and names are typed over", () => {
  for (const column of ["row", "becomes", "use", "leave"] as const) expect(starts("4", column), column).toBe(false);
});
