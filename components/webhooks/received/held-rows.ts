type Row = { id: string };

export type HeldRows<T extends Row> = {
  scope: string;
  page: readonly T[];
  rows: readonly T[];
  /** New rows that are not shown yet. */
  waiting: number;
};

/** Rows to show after a refetch. While the list is held, those that are shown change in place and new ones wait. */
export function nextHeld<T extends Row>(
  before: HeldRows<T> | undefined,
  { scope, page }: Pick<HeldRows<T>, "scope" | "page">,
  isHeld: () => boolean,
): HeldRows<T> {
  if (!before || before.scope !== scope || !isHeld()) return { scope, page, rows: page, waiting: 0 };
  const fresh = new Map(page.map((row) => [row.id, row]));
  const shown = new Set(before.rows.map(({ id }) => id));
  const newest = before.rows[0]?.id;
  const waiting = page.filter(({ id }) => !shown.has(id) && Number(id) > Number(newest ?? 0)).length;
  return { scope, page, rows: before.rows.map((row) => fresh.get(row.id) ?? row), waiting };
}
