import { expect, test } from "vitest";
import { binCount } from "@/lib/contacts/engine";
import { axisMarks, binBars, binOf, bracketOf, lastRowOf } from "./file-map-histogram";

const million = { firstRow: 2, rows: 1_000_000 };

function histogram(fix: Record<number, number>, preview: Record<number, number> = {}) {
  const mustFix = new Uint32Array(binCount);
  const worthALook = new Uint32Array(binCount);
  for (const [bin, count] of Object.entries(fix)) mustFix[Number(bin)] = count;
  for (const [bin, count] of Object.entries(preview)) worthALook[Number(bin)] = count;
  return { mustFix, worthALook };
}

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

test("bracketOf spans the shown rows and stays within the map", () => {
  expect(bracketOf({ from: 2, to: 10_001 }, million)).toEqual({ from: 0, to: 0.01 });
  expect(bracketOf({ from: 990_002, to: 2_000_000 }, million)).toEqual({ from: 0.99, to: 1 });
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
