import { useState } from "react";
import { isBeingRead } from "@/components/ui/browser/is-being-read";

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
  /** Selector of the list. */
  list: string;
  isFrozen?: boolean;
};

const none: readonly never[] = [];

/** Rows of a page, newest first. While somebody reads the list, new ones wait until they are asked for. */
export function useHeldRows<Row>(page: readonly Row[] | undefined, options: HeldOptions<Row>) {
  const { scope, idOf, list, isFrozen = false } = options;
  const [view, setView] = useState<HeldRows<Row>>();
  if (page && (page !== view?.page || scope !== view.scope))
    setView(nextHeld(view, { scope, page, idOf }, () => isFrozen || isBeingRead(list)));
  return {
    rows: view?.rows ?? page ?? none,
    waiting: view?.waiting ?? 0,
    showWaiting: () => page && setView(nextHeld(view, { scope, page, idOf }, () => false)),
  };
}

/** Rows to show after a refetch. While the list is held, those that are shown change in place and new ones wait. */
export function nextHeld<Row>(
  before: HeldRows<Row> | undefined,
  { scope, page, idOf }: Pick<HeldRows<Row>, "scope" | "page"> & Pick<HeldOptions<Row>, "idOf">,
  isHeld: () => boolean,
): HeldRows<Row> {
  if (!before || before.scope !== scope || !isHeld()) return { scope, page, rows: page, waiting: 0 };
  const fresh = new Map(page.map((row) => [idOf(row), row]));
  const shown = new Set(before.rows.map(idOf));
  const firstShown = page.findIndex((row) => shown.has(idOf(row)));
  const waiting = before.rows.length === 0 ? 0 : firstShown < 0 ? page.length : firstShown;
  // A row above one that is still there has left the list. Those below may only have left the page.
  const lastThere = before.rows.findLastIndex((row) => fresh.has(idOf(row)));
  const isPageFull = page.length >= before.rows.length;
  const rows = before.rows.flatMap((row, index) => {
    const latest = fresh.get(idOf(row));
    return latest ?? (index > lastThere && isPageFull ? [row] : []);
  });
  return { scope, page, rows, waiting };
}
