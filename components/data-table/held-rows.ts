import { useState } from "react";
import { wasJustRefreshed } from "@/components/query/use-refresh";

export type HeldRows<Row> = {
  scope: string;
  page: readonly Row[];
  rows: readonly Row[];
  waiting: number;
};

type HeldOptions<Row> = {
  /** Filters of the list. Another scope shows its rows at once. */
  scope: string;
  idOf: (row: Row) => string;
  /** The ID that a row had before, if it can get another one. It takes the place of that row. */
  earlierIdOf?: (row: Row) => string | null | undefined;
  /** The page is the last one, so that a row which is not in it has left the list. */
  isLast?: boolean;
};

const none: readonly never[] = [];

/** Rows of a page, newest first. New ones wait until they are asked for, so that no row moves under a person who reads. */
export function useHeldRows<Row>(page: readonly Row[] | undefined, options: HeldOptions<Row>) {
  const { scope, ...ids } = options;
  const [view, setView] = useState<HeldRows<Row>>();
  if (page && (page !== view?.page || scope !== view.scope))
    setView(nextHeld(view, { scope, page, ...ids }, () => !wasJustRefreshed()));
  return {
    rows: view?.rows ?? page ?? none,
    waiting: view?.waiting ?? 0,
    showWaiting: () => page && setView(nextHeld(view, { scope, page, ...ids }, () => false)),
  };
}

/** Rows to show after a refetch. While the list is held, those that are shown change in place and new ones wait. */
export function nextHeld<Row>(
  before: HeldRows<Row> | undefined,
  { scope, page, idOf, earlierIdOf = () => undefined, isLast = false }: Pick<HeldRows<Row>, "page"> & HeldOptions<Row>,
  isHeld: () => boolean,
): HeldRows<Row> {
  if (!before || before.scope !== scope || before.rows.length === 0 || !isHeld())
    return { scope, page, rows: page, waiting: 0 };
  const fresh = new Map(page.flatMap((row) => [earlierIdOf(row), idOf(row)].map((id) => [id, row] as const)));
  const shown = new Set(before.rows.map(idOf));
  const isNew = (row: Row) => !shown.has(idOf(row)) && !shown.has(earlierIdOf(row) ?? idOf(row));
  // Rows below those that are shown are new only if none of them came up from the next page.
  const lastShown = page.length > before.rows.length ? page.length : page.findLastIndex((row) => !isNew(row)) + 1;
  const waiting = (lastShown === 0 ? page : page.slice(0, lastShown)).filter(isNew).length;
  // A row above one that is still there has left the list. Those below may only have left the page.
  const lastThere = before.rows.findLastIndex((row) => fresh.has(idOf(row)));
  const isPageFull = !isLast && page.length >= before.rows.length;
  const rows = before.rows.flatMap((row, index) => {
    const latest = fresh.get(idOf(row));
    return latest ?? (index > lastThere && isPageFull ? [row] : []);
  });
  return rows.length === 0 ? { scope, page, rows: page, waiting: 0 } : { scope, page, rows, waiting };
}
