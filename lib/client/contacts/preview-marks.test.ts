import { expect, test } from "vitest";
import { previewMarks } from "./preview-marks";

const columns = ["\ufeffphone_number", "name"];
const marks = (...rows: string[][]) =>
  Object.fromEntries(
    previewMarks(
      columns,
      rows.map((cells, at) => ({ line: at + 2, cells })),
    ),
  );

test("a row in order has no mark", () => {
  expect(marks(["+12125550142", "Ann"], ["+44 (7700) 900-002", "Bo"])).toEqual({});
});

test("what is odd is said by line", () => {
  expect(
    marks(["hello", "Ann"], ["", "Bo"], [" ", "Cy"], ["+12125550142", "Di", "more"], ["+1 212 555 0142", "Ed"]),
  ).toEqual({
    2: ["not an international number"],
    3: ["no number"],
    4: ["no number"],
    5: ["3 cells, 2 columns"],
    6: ["repeats line 5"],
  });
  expect(marks(["07700900003"])).toEqual({ 2: ["1 cell, 2 columns", "not an international number"] });
});

test("without a column of numbers only the cells are counted", () => {
  expect(previewMarks(["name"], [{ line: 2, cells: ["Ann"] }]).size).toBe(0);
});
