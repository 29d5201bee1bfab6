// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles
import { Icon } from "@/components/ui/buttons/icon";
import { fitClass } from "@/components/ui/page/table-class";
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
                  className={`group/sort inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-[3px] ${direction ? "font-semibold text-ink" : ""}`}
                  onClick={() => onSortChange(nextSort(column.id, sort))}
                >
                  {column.header}
                  {column.headerNote}
                  <Icon
                    name="down"
                    small
                    className={`group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 ${arrows[direction ?? "none"]}`}
                  />
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

const arrows = { none: "opacity-0", ascending: "rotate-180", descending: "" };

function nextSort(id: string, sort: TableSort | undefined): TableSort | undefined {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? undefined : { id, desc: true };
}

export function cellClass<Row>({ fit, num, className }: DataColumn<Row>): string | undefined {
  return [fit ? fitClass : "", num ? "text-right" : "", className ?? ""].filter(Boolean).join(" ") || undefined;
}
