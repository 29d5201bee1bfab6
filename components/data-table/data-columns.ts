import type { ReactNode } from "react";

/** A column whose cells take as many lines as their words need; its head stays on one. */
export const wrappingCell =
  "wrap-anywhere [td&]:max-w-none [td&]:overflow-visible [td&]:py-2 [td&]:whitespace-normal max-narrow:col-span-full max-narrow:leading-5 max-narrow:[td&]:pt-0 max-narrow:[td&]:pb-1";

export type SortKey = string | number | bigint | null | undefined;

/** One column. Keep the list in a module constant above the component that uses it. */
export type DataColumn<Row> = {
  id: string;
  header: string;
  headerNote?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** What the column sorts by; without it (or `compare`) the column does not sort. */
  sortBy?: (row: Row) => SortKey;
  compare?: (a: Row, b: Row) => number;
  /** What a sheet holds of it: the raw value, where that is not what the column sorts by. */
  csv?: (row: Row) => unknown;
  /** The header of a sheet, where values have a unit that each cell says on the page. */
  csvHeader?: string;
  /** What the order goes by, where the header alone does not tell. */
  sortNote?: string;
  /** As wide as its content, never cut off. */
  fit?: boolean;
  num?: boolean;
  className?: string;
  /** Names the row and carries its link; its cell may hold no button or link of its own. The first column otherwise. */
  isRowHeader?: boolean;
  isHiddenAtFirst?: boolean;
};

/** One row as a table has it. */
export type ModelRow<Row> = { id: string; original: Row };

/** Rows by one column; rows that it does not tell apart stay in the order they came in. */
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

/** Absent values come last when ascending; text compares with its numbers read as numbers. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

const collator = new Intl.Collator("en", { numeric: true });
