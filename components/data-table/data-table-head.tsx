// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which takes a table's own roles away
"use client";

import { Icon } from "@/components/ui/icon";
import { canSort, type DataColumn } from "./data-columns";

export type TableSort = { id: string; desc: boolean };

export type DataTableHeadProps<Row> = {
  columns: readonly DataColumn<Row>[];
  sort: TableSort | undefined;
  onSortChange: (sort: TableSort | undefined) => void;
};

export function DataTableHead<Row>({ columns, sort, onSortChange }: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const direction = sort?.id === column.id ? (sort.desc ? "descending" : "ascending") : undefined;
          return (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={direction ?? (canSort(column) ? "none" : undefined)}
              className={cellClass(column)}
            >
              {canSort(column) ? (
                <button
                  type="button"
                  title={column.sortNote}
                  className={`th-s ${direction ? "on" : ""} ${direction === "ascending" ? "asc" : ""}`}
                  onClick={() => onSortChange(nextSort(column.id, sort))}
                >
                  {column.header}
                  {column.headerNote}
                  <Icon name="down" small />
                </button>
              ) : (
                <>
                  {column.header} {column.headerNote}
                </>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Ascending, descending, then the order the API gave. */
function nextSort(id: string, sort: TableSort | undefined): TableSort | undefined {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? undefined : { id, desc: true };
}

export function cellClass<Row>({ fit, num, className }: DataColumn<Row>): string | undefined {
  return [fit ? "fit" : "", num ? "num" : "", className ?? ""].filter(Boolean).join(" ") || undefined;
}
