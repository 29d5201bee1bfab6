import { binCount, type Report } from "@/lib/contacts/engine";

export type FileSpan = Pick<Report, "firstRow" | "rows">;
export type Histogram = Report["histogram"];
export type BinBar = { mustFix: number; worthALook: number };

export const lastRowOf = ({ firstRow, rows }: FileSpan) => firstRow + Math.max(1, rows) - 1;

export function binOf(row: number, { firstRow, rows }: FileSpan): number {
  const index = Math.floor(((row - firstRow) * binCount) / Math.max(1, rows));
  return Math.min(binCount - 1, Math.max(0, index));
}

/** The first row that lies in a bin; with fewer rows than bins, the first row at or after it. */
export function firstRowOf(bin: number, span: FileSpan): number {
  return Math.min(lastRowOf(span), span.firstRow + Math.ceil((bin * span.rows) / binCount));
}

const mostMarks = 5;

/** The rows that the axis names, the first and the last among them, and where their bars stand, as parts of its width. */
export function axisMarks({ firstRow, rows }: FileSpan): { row: number; place: number }[] {
  const marks = Math.max(1, Math.min(mostMarks, rows));
  return Array.from({ length: marks }, (_, mark) => {
    const index = Math.round((mark * (rows - 1)) / Math.max(1, marks - 1));
    return { row: firstRow + index, place: index / Math.max(1, rows) };
  });
}

const LEAST = 3;

/** Bars in pixels, the fullest bin as high as the map. A bin that holds anything can be seen. */
export function binBars({ mustFix, worthALook }: Histogram, height: number): BinBar[] {
  const fullest = mustFix.reduce((most, count, bin) => Math.max(most, count + (worthALook[bin] ?? 0)), 1);
  const scaled = (count = 0) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / fullest) * height)));
  return Array.from(mustFix, (count, bin) => {
    const fix = scaled(count);
    const preview = scaled(worthALook[bin]);
    // The least heights may not push a bar out of the map.
    return fix + preview <= height
      ? { mustFix: fix, worthALook: preview }
      : fix > preview
        ? { mustFix: height - preview, worthALook: preview }
        : { mustFix: fix, worthALook: height - fix };
  });
}

/** The row that a key moves to, or undefined when the key does not move. */
export function stepRow(key: string, row: number, span: FileSpan): number | undefined {
  const histogram = steps[key];
  if (key === "Home") return span.firstRow;
  if (key === "End") return lastRowOf(span);
  if (histogram === undefined) return undefined;
  const target = binOf(row, span) + histogram;
  if (target < 0) return span.firstRow;
  if (target >= binCount) return lastRowOf(span);
  const next = firstRowOf(target, span);
  // A short file has more bins than rows: a key still moves a row.
  if (histogram > 0) return Math.min(lastRowOf(span), Math.max(next, row + 1));
  return Math.max(span.firstRow, Math.min(next, row - 1));
}

/** A file is read downwards, so down is forward; a slider's own keys would go the other way. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

/** Where the shown rows lie in the file, as parts of its width. */
export function bracketOf(shown: { from: number; to: number }, span: FileSpan) {
  const rows = Math.max(1, span.rows);
  const part = (row: number) => Math.min(1, Math.max(0, (row - span.firstRow) / rows));
  return { from: part(shown.from), to: part(shown.to + 1) };
}

/** A row from which the next problem is looked for: this one, or the first of the next bin that holds any. */
export function nextProblemFrom(row: number, span: FileSpan, { mustFix, worthALook }: Histogram): number | undefined {
  const own = binOf(row, span);
  for (let bin = own; bin < binCount; bin++) {
    if ((mustFix[bin] ?? 0) + (worthALook[bin] ?? 0) > 0) return bin === own ? row : firstRowOf(bin, span);
  }
  return undefined;
}
