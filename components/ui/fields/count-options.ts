import type { FilterOption } from "./filter-options";

/** One option for each value of the rows, with its count; the most frequent first. */
export function countOptions<Row>(
  rows: readonly Row[],
  wordOf: (row: Row) => unknown,
  labelOf: (value: string) => string = (value) => value,
): FilterOption[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = wordOf(row);
    if (typeof value === "string") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, label: labelOf(value), count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}
