import { expect, test } from "vitest";
import { binCount } from "@/lib/contacts/engine";
import {
  axisMarks,
  binBars,
  binOf,
  bracketOf,
  firstRowOf,
  lastRowOf,
  nextProblemFrom,
  stepRow,
} from "./file-map-histogram";

const million = { firstRow: 2, rows: 1_000_000 };
const short = { firstRow: 1, rows: 7 };

function histogram(fix: Record<number, number>, preview: Record<number, number> = {}) {
  const mustFix = new Uint32Array(binCount);
  const worthALook = new Uint32Array(binCount);
  for (const [bin, count] of Object.entries(fix)) mustFix[Number(bin)] = count;
  for (const [bin, count] of Object.entries(preview)) worthALook[Number(bin)] = count;
  return { mustFix, worthALook };
}

test("firstRowOf returns a row inside the bin", () => {
  for (let bin = 0; bin < binCount; bin++) expect(binOf(firstRowOf(bin, million), million)).toBe(bin);
  expect(firstRowOf(1, million)).toBe(5_002);
});

test("binOf clamps rows outside of the file to the first or last bin", () => {
  expect(binOf(1, million)).toBe(0);
  expect(binOf(2_000_000, million)).toBe(binCount - 1);
});

test("binBars scales the fullest bin to the full height and keeps a single row visible", () => {
  const bars = binBars(histogram({ 3: 5_000, 9: 1 }, { 9: 1 }), 40);
  expect(bars[3]).toEqual({ mustFix: 40, worthALook: 0 });
  expect(bars[9]).toEqual({ mustFix: 3, worthALook: 3 });
  expect(bars[0]).toEqual({ mustFix: 0, worthALook: 0 });
});

test("binBars never exceeds the height of the map", () => {
  for (const { mustFix, worthALook } of binBars(histogram({ 0: 5_000, 1: 1 }, { 0: 1, 1: 5_000 }), 40)) {
    expect(mustFix + worthALook).toBeLessThanOrEqual(40);
  }
});

test("stepRow moves by one bin, ten bins or to either end", () => {
  expect(stepRow("ArrowRight", 2, million)).toBe(5_002);
  expect(stepRow("ArrowLeft", 5_002, million)).toBe(2);
  expect(stepRow("ArrowDown", 2, million)).toBe(5_002);
  expect(stepRow("ArrowUp", 5_002, million)).toBe(2);
  expect(stepRow("PageDown", 2, million)).toBe(50_002);
  expect(stepRow("PageUp", 50_002, million)).toBe(2);
  expect(stepRow("Home", 500, million)).toBe(2);
  expect(stepRow("End", 500, million)).toBe(1_000_001);
  expect(stepRow("Tab", 500, million)).toBeUndefined();
});

test("stepRow moves at least one row when the file has fewer rows than bins", () => {
  expect(stepRow("ArrowRight", 1, short)).toBe(2);
  expect(stepRow("ArrowLeft", 2, short)).toBe(1);
  expect(stepRow("ArrowRight", 7, short)).toBe(7);
});

test("bracketOf spans the shown rows and stays within the map", () => {
  expect(bracketOf({ from: 2, to: 10_001 }, million)).toEqual({ from: 0, to: 0.01 });
  expect(bracketOf({ from: 990_002, to: 2_000_000 }, million)).toEqual({ from: 0.99, to: 1 });
});

test("nextProblemFrom skips bins without problems", () => {
  const some = histogram({ 100: 4 });
  expect(nextProblemFrom(2, million, some)).toBe(500_002);
  expect(nextProblemFrom(500_500, million, some)).toBe(500_500);
  expect(nextProblemFrom(505_002, million, some)).toBeUndefined();
});

test("axisMarks labels each row once, at the position of its bar", () => {
  for (let rows = 1; rows <= 1_200; rows++) {
    const span = { firstRow: 2, rows };
    const marks = axisMarks(span);
    expect(new Set(marks.map(({ row }) => row)).size).toBe(Math.min(5, rows));
    for (const { row, position } of marks) {
      expect(row).toBeLessThanOrEqual(lastRowOf(span));
      expect(Math.floor(position * binCount + 1e-9)).toBe(binOf(row, span));
    }
  }
});

test("axisMarks marks every row of a short list and five rows of a long one", () => {
  const five = { firstRow: 2, rows: 5 };
  expect(axisMarks(five).map(({ row }) => row)).toEqual([2, 3, 4, 5, 6]);
  expect(axisMarks(five).map(({ position }) => position)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(axisMarks({ firstRow: 2, rows: 1 })).toEqual([{ row: 2, position: 0 }]);
  expect(axisMarks(million).map(({ row }) => row)).toEqual([2, 250_002, 500_002, 750_001, 1_000_001]);
});
