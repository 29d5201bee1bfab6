import { expect, test } from "vitest";
import { columnBeside, editedIn, rowKeys, startsTyping } from "./use-grid-keys";

test("columnBeside skips the Use column when the row has no suggestion", () => {
  expect(columnBeside("becomes", 1, false)).toBe("leave");
  expect(columnBeside("leave", -1, false)).toBe("becomes");
  expect(columnBeside("becomes", 1, true)).toBe("use");
  expect(columnBeside("leave", -1, true)).toBe("use");
});

test("columnBeside continues from the reason when the row lost its suggestion", () => {
  expect(columnBeside("use", 1, false)).toBe("leave");
  expect(columnBeside("use", -1, false)).toBe("name");
});

test("columnBeside stops at both ends of a row", () => {
  expect(columnBeside("row", -1, true)).toBe("row");
  expect(columnBeside("leave", 1, false)).toBe("leave");
});

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const starts = (key: string, column: Parameters<typeof startsTyping>[1] = "name") =>
  startsTyping({ key, ...plain }, column);

test("startsTyping is true when a character is typed on a number or name", () => {
  for (const key of ["D", "a", "+", "4", "é", "李", "😀", "(", "/", "?"]) expect(starts(key), key).toBe(true);
  expect(starts("+", "phone")).toBe(true);
});

test("startsTyping excludes navigation letters on a number only", () => {
  for (const key of "nina dora kim julia".replaceAll(" ", "")) expect(starts(key), key).toBe(true);
  for (const key of ["u", "d", "N"]) expect(starts(key, "phone"), key).toBe(true);
  for (const key of ["j", "k", "n"]) expect(starts(key, "phone"), key).toBe(false);
});

test("startsTyping is false for special keys, space and shortcuts", () => {
  for (const key of ["Enter", "F2", "Tab", "ArrowDown", "Shift", "Dead", " "]) expect(starts(key), key).toBe(false);
  expect(startsTyping({ ...plain, key: "c", ctrlKey: true }, "name")).toBe(false);
  expect(startsTyping({ ...plain, key: "v", metaKey: true }, "phone")).toBe(false);
  expect(startsTyping({ ...plain, key: "a", altKey: true }, "phone")).toBe(false);
});

test("startsTyping is false outside numbers and names", () => {
  for (const column of ["row", "becomes", "use", "leave"] as const) expect(starts("4", column), column).toBe(false);
});

test("editedIn matches only the row on which editing began", () => {
  const editing = { index: 3, column: "name", row: 5, start: "C" } as const;
  expect(editedIn(editing, { index: 3, row: 5 })).toBe(editing);
  expect(editedIn(editing, { index: 3, row: 23 })).toBeUndefined();
  expect(editedIn(editing, { index: 4, row: 5 })).toBeUndefined();
  const early = { index: 3, column: "name" } as const;
  expect(editedIn(early, { index: 3, row: 5 })).toBe(early);
});

const first = rowKeys([], [0, 1, 2, 3]);
const keysOf = (rows: ReturnType<typeof rowKeys>) => rows.map(({ key }) => key);

test("rowKeys keeps the keys of rows that stay and adds keys for new ones", () => {
  expect(keysOf(first)).toEqual([0, 1, 2, 3]);
  expect(keysOf(rowKeys(first, [2, 3, 4, 5]))).toEqual([2, 3, 4, 5]);
  const up = rowKeys(rowKeys(first, [2, 3, 4, 5]), [1, 2, 3, 4]);
  expect(keysOf(up)).toEqual([6, 2, 3, 4]);
});

test("rowKeys reuses the keys in order after a jump", () => {
  expect(keysOf(rowKeys(first, [900, 901, 902, 903]))).toEqual([0, 1, 2, 3]);
  expect(keysOf(rowKeys(first, [900, 901]))).toEqual([0, 1]);
  const longer = keysOf(rowKeys(rowKeys(first, [2, 3, 4, 5]), [90, 91, 92, 93, 94, 95]));
  expect(longer).toEqual([2, 3, 4, 5, 6, 7]);
});
