import { binCount, type Report } from "@/lib/contacts/engine";

export type FileSpan = Pick<Report, "firstRow" | "rows">;
export type Histogram = Report["histogram"];
export type BinBar = { mustFix: number; worthALook: number };

export const lastRowOf = ({ firstRow, rows }: FileSpan) => firstRow + Math.max(1, rows) - 1;

export function binOf(row: number, { firstRow, rows }: FileSpan): number {
  const index = Math.floor(((row - firstRow) * binCount) / Math.max(1, rows));
  return Math.min(binCount - 1, Math.max(0, index));
}

/** The first row of a bin. If the bin is empty, the first row after it. */
export function firstRowOf(bin: number, span: FileSpan): number {
  return Math.min(lastRowOf(span), span.firstRow + Math.ceil((bin * span.rows) / binCount));
}

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

/** The row that a key moves to; undefined for other keys. */
export function stepRow(key: string, row: number, span: FileSpan): number | undefined {
  const binStep = steps[key];
  if (key === "Home") return span.firstRow;
  if (key === "End") return lastRowOf(span);
  if (binStep === undefined) return undefined;
  const target = binOf(row, span) + binStep;
  if (target < 0) return span.firstRow;
  if (target >= binCount) return lastRowOf(span);
  const next = firstRowOf(target, span);
  // A short file has more bins than rows, so move at least one row.
  if (binStep > 0) return Math.min(lastRowOf(span), Math.max(next, row + 1));
  return Math.max(span.firstRow, Math.min(next, row - 1));
}

/** Down moves forward through the file. The default of a slider would be the opposite. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

/** Position of the shown rows, as fractions of the width. */
export function bracketOf(shown: { from: number; to: number }, span: FileSpan) {
  const rows = Math.max(1, span.rows);
  const position = (row: number) => Math.min(1, Math.max(0, (row - span.firstRow) / rows));
  return { from: position(shown.from), to: position(shown.to + 1) };
}

/** First row to search for the next problem; undefined if no bin from here on has one. */
export function nextProblemFrom(row: number, span: FileSpan, { mustFix, worthALook }: Histogram): number | undefined {
  const currentBin = binOf(row, span);
  for (let bin = currentBin; bin < binCount; bin++) {
    if ((mustFix[bin] ?? 0) + (worthALook[bin] ?? 0) > 0) return bin === currentBin ? row : firstRowOf(bin, span);
  }
  return undefined;
}
