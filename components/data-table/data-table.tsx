// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useGo } from "@/components/ui/browser/use-go";
import { tableClass } from "@/components/ui/page/table-class";
import { type DataColumn, sortRows } from "./data-columns";
import { DataTableHead, type TableSort } from "./data-table-head";
import { DataTableRows } from "./data-table-rows";
import { useHeldOrder } from "./held-order";
import { useTableKeys } from "./use-table-keys";

export type DataTableProps<Row> = {
  /** Tells tables of a page apart. */
  name: string;
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row, index: number) => string;
  /** URL of a row, usually the same page with the drawer open. */
  rowHref?: (row: Row) => string;
  /** Called instead of navigating to `rowHref`. */
  onOpen?: (row: Row) => void;
  selectedId?: string | undefined;
  rowClassName?: (row: Row) => string | undefined;
  /** Controlled sorting, for pages that keep it in the URL. */
  sort?: TableSort | undefined;
  onSortChange?: (sort: TableSort | undefined) => void;
  isLog?: boolean;
  /** The page has its own use of the key C, which otherwise copies the ID of a row. */
  hasOwnCopy?: boolean;
  /** Content of a full-width row; undefined for normal rows. Keyboard navigation skips such rows. */
  wide?: ((row: Row) => ReactNode) | undefined;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, caption, columns, selectedId, isLog = false } = props;
  const [ownSort, setOwnSort] = useState<TableSort>();
  const sort = props.onSortChange ? props.sort : ownSort;
  const setSort = props.onSortChange ?? setOwnSort;
  const element = useRef<HTMLTableElement>(null);

  const isRead = () => document.querySelector(`table[data-name="${name}"]:is(:hover, :focus-within)`) !== null;
  const sorted = useHeldOrder(useSorted(props, sort), `${sort?.id} ${sort?.desc}`, isRead);
  const { wide } = props;
  const steps = useMemo(
    () => (wide ? sorted.filter(({ original }) => wide(original) === undefined) : sorted),
    [sorted, wide],
  );
  const go = useGo();
  const open = (row: Row) => {
    if (props.onOpen) props.onOpen(row);
    else if (props.rowHref) go(props.rowHref(row), { scroll: false });
  };
  const keys = useTableKeys({
    rows: steps,
    selectedId,
    element,
    copiesId: !props.hasOwnCopy,
    canOpen: props.onOpen !== undefined || props.rowHref !== undefined,
    open: (row) => open(row.original),
    hrefOf: (row) => props.rowHref?.(row.original),
  });
  const target = keys.targetIndex === undefined ? undefined : steps[keys.targetIndex];

  return (
    <table
      ref={element}
      data-name={name}
      role="table"
      className={tableClass({ density: isLog ? "log" : "regular" })}
      aria-rowcount={sorted.length + 1}
      {...keys.handlers}
    >
      <caption className="sr-only">{caption}</caption>
      <DataTableHead columns={columns} sort={sort} onSortChange={setSort} />
      <tbody role="rowgroup">
        <DataTableRows
          rows={sorted}
          columns={columns}
          activeId={keys.activeId ?? steps[0]?.id}
          selectedId={selectedId}
          estimate={isLog ? 31 : 36}
          element={element}
          targetIndex={target && sorted.indexOf(target)}
          wide={wide}
          rowHref={props.rowHref}
          rowClassName={props.rowClassName}
          onOpen={open}
          opensInPlace={props.onOpen !== undefined}
          onActive={keys.setActiveId}
          onDrawn={keys.focusPending}
        />
      </tbody>
    </table>
  );
}

function useSorted<Row>({ rows, rowId, columns }: DataTableProps<Row>, sort: TableSort | undefined) {
  const modelRows = useMemo(() => rows.map((row, index) => ({ id: rowId(row, index), original: row })), [rows, rowId]);
  return useMemo(
    () =>
      sortRows(
        modelRows,
        columns.find(({ id }) => id === sort?.id),
        sort?.desc ?? false,
      ),
    [modelRows, columns, sort?.id, sort?.desc],
  );
}
