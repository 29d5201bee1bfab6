import type { ReactNode } from "react";

export const wrappingCell =
  "wrap-anywhere [td&]:max-w-none [td&]:overflow-visible [td&]:py-2 [td&]:whitespace-normal max-narrow:col-span-full max-narrow:leading-5 max-narrow:[td&]:pt-0 max-narrow:[td&]:pb-1";

export type SortKey = string | number | bigint | null | undefined;

/** A column. Keep the list in a module constant, so that it is stable. */
export type DataColumn<Row> = {
  id: string;
  header: string;
  headerNote?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Sort key. Without it or `compare` the column is not sortable. */
  sortBy?: (row: Row) => SortKey;
  compare?: (a: Row, b: Row) => number;
  /** Raw value for CSV; defaults to `sortBy`. */
  csv?: (row: Row) => unknown;
  /** Header for CSV, if it must name the unit. */
  csvHeader?: string;
  /** Tooltip of the sort button. */
  sortNote?: string;
  fit?: boolean;
  num?: boolean;
  className?: string;
  /** Row header with the row's link. Must not contain other links or buttons. Default: first column. */
  isRowHeader?: boolean;
};

export type ModelRow<Row> = { id: string; original: Row };

export function sortRows<Row>(
  rows: readonly ModelRow<Row>[],
  column: DataColumn<Row> | undefined,
  isDescending: boolean,
): readonly ModelRow<Row>[] {
  if (!column || !canSort(column)) return rows;
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compareRows(column, a.original, b.original));
}

export const canSort = <Row>(column: DataColumn<Row>) => column.sortBy !== undefined || column.compare !== undefined;

export function compareRows<Row>(column: DataColumn<Row>, a: Row, b: Row): number {
  if (column.compare) return column.compare(a, b);
  return compareKeys(column.sortBy?.(a), column.sortBy?.(b));
}

/** Missing values come last in ascending order. Digits in text compare as numbers. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return textCollator().compare(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

let collator: Intl.Collator | undefined;

/** Created on first use, because the first one of a page takes up to 25 ms. */
function textCollator() {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator;
}
