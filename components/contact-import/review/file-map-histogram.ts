import { binCount, type Report } from "@/lib/contacts/engine";

export type FileSpan = Pick<Report, "firstRow" | "rows">;
export type Histogram = Report["histogram"];
export type BinBar = { mustFix: number; worthALook: number };

export const lastRowOf = ({ firstRow, rows }: FileSpan) => firstRow + Math.max(1, rows) - 1;

export function binOf(row: number, { firstRow, rows }: FileSpan): number {
  const index = Math.floor(((row - firstRow) * binCount) / Math.max(1, rows));
  return Math.min(binCount - 1, Math.max(0, index));
}

/** Rows from one stop of the slider to the next. */
export const stepOf = ({ rows }: FileSpan) => Math.max(1, Math.ceil(rows / binCount));

const maxMarks = 5;

/** Up to five labelled rows, first and last included. `position` is a fraction of the width. */
export function axisMarks({ firstRow, rows }: FileSpan): { row: number; position: number }[] {
  const marks = Math.max(1, Math.min(maxMarks, rows));
  return Array.from({ length: marks }, (_, mark) => {
    const index = Math.round((mark * (rows - 1)) / Math.max(1, marks - 1));
    return { row: firstRow + index, position: index / Math.max(1, rows) };
  });
}

const MIN_BAR_HEIGHT = 3;

/** Bar heights in pixels. The fullest bin has the full height; bins with any row stay visible. */
export function binBars({ mustFix, worthALook }: Histogram, height: number): BinBar[] {
  const fullest = mustFix.reduce((most, count, bin) => Math.max(most, count + (worthALook[bin] ?? 0)), 1);
  const scaled = (count = 0) => (count === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, Math.round((count / fullest) * height)));
  return Array.from(mustFix, (count, bin) => {
    const fix = scaled(count);
    const preview = scaled(worthALook[bin]);
    // The minimum heights must not push a bar out of the map.
    return fix + preview <= height
      ? { mustFix: fix, worthALook: preview }
      : fix > preview
        ? { mustFix: height - preview, worthALook: preview }
        : { mustFix: fix, worthALook: height - fix };
  });
}

/** Position of the shown rows, as fractions of the width. */
export function bracketOf(shown: { from: number; to: number }, span: FileSpan) {
  const rows = Math.max(1, span.rows);
  const position = (row: number) => Math.min(1, Math.max(0, (row - span.firstRow) / rows));
  return { from: position(shown.from), to: position(shown.to + 1) };
}
