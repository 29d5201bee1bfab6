export type RowKey = { index: number; key: number };

/**
 * Which row of the page shows which row of the list. While a list is scrolled by less than is seen a row keeps its own; after a
 * leap the rows that are there show the others, which costs far less than making as many again.
 */
export function rowKeys(before: readonly RowKey[], indexes: readonly number[]): RowKey[] {
  const kept = new Map(before.map(({ index, key }) => [index, key]));
  const isLeap = !indexes.some((index) => kept.has(index));
  let fresh = Math.max(-1, ...kept.values());
  return indexes.map((index, at) => {
    const key = isLeap ? before[at]?.key : kept.get(index);
    if (key !== undefined) return { index, key };
    fresh += 1;
    return { index, key: fresh };
  });
}
