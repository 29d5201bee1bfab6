import type { LogEntry } from "@/lib/client/webhook-log";
import { numberOf } from "@/lib/contract/fields";

export type AttemptsRow = {
  /** As in the address: `3`, `9..`; undefined where it names none: without a number, or below zero. */
  value: string | undefined;
  label: string;
  count: number;
  /** How many of them the other filters match as well. */
  matched: number;
  /** Of the longest row, 0 to 100, on a log scale. */
  width: number;
};

const MOST_ROWS = 8;

/** Stands for attempts that came as no number, or not at all. */
export const NO_NUMBER = "—";

/** How many entries took how many attempts. More than eight different numbers end in one row, "9 or more". */
export function attemptsRows(listed: readonly LogEntry[], matching: readonly LogEntry[]): AttemptsRow[] {
  const [all, matched] = [countAttempts(listed), countAttempts(matching)];
  const numbers = [...all.keys()].filter((each) => each !== undefined).sort((a, b) => a - b);
  const single = numbers.length > MOST_ROWS ? numbers.slice(0, MOST_ROWS - 1) : numbers;
  const rest = numbers.slice(single.length);
  const rows = single.map((each) => row(each < 0 ? undefined : String(each), String(each), [each]));
  if (rest[0] !== undefined) rows.push(row(`${rest[0]}..`, `${rest[0]}+`, rest));
  if (all.has(undefined)) rows.push(row(undefined, NO_NUMBER, [undefined]));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return rows.map((each) => ({ ...each, width: (100 * Math.log1p(each.count)) / Math.log1p(most) }));

  function row(value: string | undefined, label: string, of: readonly (number | undefined)[]): AttemptsRow {
    return { value, label, count: sum(all, of), matched: sum(matched, of), width: 0 };
  }
}

function countAttempts(entries: readonly LogEntry[]) {
  const counts = new Map<number | undefined, number>();
  for (const { log } of entries) {
    const key = numberOf(log.attempts);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const sum = (counts: ReadonlyMap<number | undefined, number>, keys: readonly (number | undefined)[]) =>
  keys.reduce<number>((total, key) => total + (counts.get(key) ?? 0), 0);
