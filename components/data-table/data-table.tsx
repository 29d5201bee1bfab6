// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles

import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useGo } from "@/components/ui/browser/use-go";
import { tableClass } from "@/components/ui/page/table-class";
import { type DataColumn, sortRows } from "./data-columns";
import { DataTableHead, type TableSort } from "./data-table-head";
import { DataTableRow } from "./data-table-row";
import { type DataTableRowsProps, DrawnRows, firstRows } from "./drawn-rows";
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

/** A table with no more columns than this does not grow with the window, so that its cells stay together. */
const fewColumns = 7;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, caption, columns, selectedId, wide, isLog = false } = props;
  const [ownSort, setOwnSort] = useState<TableSort>();
  const sort = props.onSortChange ? props.sort : ownSort;
  const setSort = props.onSortChange ?? setOwnSort;
  const element = useRef<HTMLTableElement>(null);
  const { sorted, steps } = useShownRows(props, sort);
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
      data-few={columns.length <= fewColumns || undefined}
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

/** All rows in their order, and those that the keys step through. No row moves while the pointer or the focus is in the table. */
function useShownRows<Row>(props: DataTableProps<Row>, sort: TableSort | undefined) {
  const { name, wide } = props;
  const isRead = () => document.querySelector(`table[data-name="${name}"]:is(:hover, :focus-within)`) !== null;
  const sorted = useHeldOrder(useSorted(props, sort), `${sort?.id} ${sort?.desc}`, isRead);
  const steps = useMemo(
    () => (wide ? sorted.filter(({ original }) => wide(original) === undefined) : sorted),
    [sorted, wide],
  );
  return { sorted, steps };
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

const VIRTUAL_ABOVE = 200;

const Virtual = deferred(
  async () => (await import("./virtual-rows")).VirtualRows,
  (props: DataTableRowsProps<unknown>) => <DrawnRows {...props} {...firstRows(props)} />,
);

// `deferred` loses the generic parameter.
const VirtualRows = Virtual as <Row>(props: DataTableRowsProps<Row>) => ReactNode;

function DataTableRows<Row>(props: DataTableRowsProps<Row>) {
  return props.rows.length > VIRTUAL_ABOVE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Row>({ rows, ...rest }: DataTableRowsProps<Row>) {
  useLayoutEffect(rest.onDrawn);
  return rows.map((row, index) => <DataTableRow key={row.id} row={row} index={index} {...rest} />);
}

type Identified = { id: string };

/**
 * Rows in the order in which they were first shown while `isRead` is true, so that none moves under the pointer. Another `scope`,
 * such as another sorting, orders them anew.
 */
function useHeldOrder<Row extends Identified>(rows: readonly Row[], scope: string, isRead: () => boolean) {
  const [shown, setShown] = useState({ scope, from: rows, rows });
  if (rows === shown.from && scope === shown.scope) return shown.rows;
  const next = scope === shown.scope && isRead() ? inOrderOf(shown.rows, rows) : rows;
  setShown({ scope, from: rows, rows: next });
  return next;
}

/** Rows that were there before keep their order. New ones come last. */
export function inOrderOf<Row extends Identified>(before: readonly Identified[], rows: readonly Row[]): readonly Row[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Identified) => places.get(id) ?? before.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
