import type { FilterOption } from "./filter-options";

/** The words that really occur in a field, most frequent first, each with its count: the options of a filter. */
export function countLabel<Row>(rows: readonly Row[], wordOf: (row: Row) => unknown): FilterOption[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = wordOf(row);
    if (typeof word === "string") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ value: word, label: word, count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}
