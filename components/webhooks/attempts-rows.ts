import { type DeliverySummary, NO_WORD } from "@/lib/contract/console/deliveries";

export type AttemptsRow = {
  /** As in the address: `3`, `9..`, or that no number was sent. */
  value: string;
  label: string;
  count: number;
  /** How many of them the other filters match as well. */
  matched: number;
  /** Of the longest row, 0 to 100, on a log scale. */
  width: number;
};

const MOST_ROWS = 8;

/** Stands for attempts that came as no whole number, or not at all. */
export const NO_NUMBER = "—";

/** How many deliveries took how many attempts. More than eight different numbers end in one row, "9+". */
export function attemptsRows(counted: DeliverySummary["attempts"]): AttemptsRow[] {
  const numbered = counted.flatMap(({ attempts, ...counts }) => (attempts === null ? [] : [{ attempts, ...counts }]));
  numbered.sort((a, b) => a.attempts - b.attempts);
  const single = numbered.length > MOST_ROWS ? numbered.slice(0, MOST_ROWS - 1) : numbered;
  const rest = numbered.slice(single.length);
  const rows = single.map(({ attempts, ...counts }) => ({
    value: String(attempts),
    label: String(attempts),
    ...counts,
  }));
  const [first] = rest;
  if (first) rows.push({ value: `${first.attempts}..`, label: `${first.attempts}+`, ...sumOf(rest) });
  const unnumbered = counted.filter(({ attempts }) => attempts === null);
  if (unnumbered.length > 0) rows.push({ value: NO_WORD, label: NO_NUMBER, ...sumOf(unnumbered) });
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return rows.map((row) => ({ ...row, width: (100 * Math.log1p(row.count)) / Math.log1p(most) }));
}

const sumOf = (rows: readonly { count: number; matched: number }[]) => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  matched: rows.reduce((sum, { matched }) => sum + matched, 0),
});
