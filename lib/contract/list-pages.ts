import { isPlainObject, stringifyJson, textIn } from "@/lib/format/json";

export type ListPage = { items: readonly unknown[]; total: number | undefined };

/**
 * True if the rows of a list moved while its pages were read: one is on two pages, the total changed, or rows are missing. A row that
 * a page itself repeats did not move.
 */
export function haveShifted(pages: readonly ListPage[]): boolean {
  const total = pages.at(-1)?.total;
  if (pages.some((page) => page.total !== total)) return true;
  const earlier = new Set<string>();
  let rows = 0;
  for (const { items } of pages) {
    const keys = items.map(keyOf);
    if (keys.some((key) => earlier.has(key))) return true;
    for (const key of keys) earlier.add(key);
    rows += items.length;
  }
  return total !== undefined && rows < total;
}

/** Equal for two reads that found the same rows in the same places. Such a list stands still, whatever its total says. */
export const orderOf = (pages: readonly ListPage[]) =>
  pages.map(({ items, total }) => `${total} ${items.map(keyOf).join(" ")}`).join("\n");

const keyOf = (row: unknown) => (isPlainObject(row) && textIn(row.id)) || stringifyJson(row);
