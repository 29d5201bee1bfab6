// biome-ignore-all lint/a11y/noRedundantRoles: narrow screens change `display`, which removes native table roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table handles the keys of its rows
import { type MouseEvent, memo, type ReactNode } from "react";
import { isPlainClick } from "@/components/ui/browser/use-go";
import { Link } from "@/components/ui/buttons/link";
import type { DataColumn, ModelRow } from "./data-columns";
import { cellClass } from "./data-table-head";

/** Style of a row whose record no longer exists. */
export const goneRowClass = "*:text-ink-3";

export type DataTableRowProps<Row> = {
  row: ModelRow<Row>;
  index: number;
  columns: readonly DataColumn<Row>[];
  activeId: string | undefined;
  selectedId: string | undefined;
  rowHref: ((row: Row) => string) | undefined;
  rowClassName: ((row: Row) => string | undefined) | undefined;
  wide: ((row: Row) => ReactNode) | undefined;
  onOpen: (row: Row) => void;
  opensInPlace: boolean;
  onActive: (id: string) => void;
  measure?: (element: Element | null) => void;
};

export function DataTableRow<Row>(props: DataTableRowProps<Row>) {
  const { row, index, columns, activeId, selectedId, rowHref, rowClassName, onOpen, opensInPlace } = props;
  const wideContent = props.wide?.(row.original);
  if (wideContent !== undefined) return <WideRow {...props}>{wideContent}</WideRow>;
  const canOpen = opensInPlace || rowHref !== undefined;
  const isSelected = row.id === selectedId;
  const isActive = activeId === undefined ? index === 0 : activeId === row.id;
  const headerColumn = columns.find((column) => column.isRowHeader) ?? columns[0];

  return (
    <tr
      ref={props.measure}
      role="row"
      data-index={index}
      data-row-id={row.id}
      data-opens={canOpen || undefined}
      aria-rowindex={index + 2}
      aria-selected={canOpen ? isSelected : undefined}
      tabIndex={canOpen ? (isActive ? 0 : -1) : undefined}
      className={[canOpen && "cursor-pointer", rowClassName?.(row.original)].filter(Boolean).join(" ") || undefined}
      onFocus={(event) => event.target === event.currentTarget && props.onActive(row.id)}
      onClick={canOpen ? (event) => isPlainClick(event) && !isOwnControl(event) && onOpen(row.original) : undefined}
    >
      {columns.map((column) => {
        const content = <CellContent column={column} row={row.original} />;
        if (column !== headerColumn) {
          return (
            <td key={column.id} role="cell" className={cellClass(column)}>
              {content}
            </td>
          );
        }
        return (
          <th key={column.id} scope="row" role="rowheader" className={cellClass(column)}>
            {rowHref ? (
              <RowLink href={rowHref(row.original)} onOpen={opensInPlace ? () => onOpen(row.original) : undefined}>
                {content}
              </RowLink>
            ) : (
              content
            )}
          </th>
        );
      })}
    </tr>
  );
}

type WideRowProps = Pick<DataTableRowProps<never>, "index" | "measure"> & {
  columns: readonly unknown[];
  children: ReactNode;
};

function WideRow({ index, measure, columns, children }: WideRowProps) {
  return (
    <tr ref={measure} role="row" data-index={index} aria-rowindex={index + 2} className="max-narrow:block">
      <td role="cell" colSpan={columns.length} className="overflow-visible whitespace-normal">
        {children}
      </td>
    </tr>
  );
}

type CellContentProps<Row> = { column: DataColumn<Row>; row: Row };

// Memoized, so that moving the selection does not render every cell again.
const CellContent = memo(function CellContent<Row>({ column, row }: CellContentProps<Row>) {
  return column.cell(row);
}) as <Row>(props: CellContentProps<Row>) => ReactNode;

type RowLinkProps = { href: string; onOpen: (() => void) | undefined; children: ReactNode };

/** Out of the tab order, because its row is in it. As a link it can be opened in a new tab. */
function RowLink({ href, onOpen, children }: RowLinkProps) {
  return (
    <Link
      className="py-1 text-inherit underline-offset-3 hover:underline"
      href={href}
      scroll={false}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        if (!onOpen || !isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}

function isOwnControl(event: MouseEvent): boolean {
  if (event.defaultPrevented || (window.getSelection()?.toString() ?? "") !== "") return true;
  if (!(event.target instanceof Element)) return false;
  // React also passes on clicks in a menu that a cell has opened, although it is elsewhere in the document.
  if (!event.currentTarget.contains(event.target)) return true;
  return event.target.closest("a, button, input, label, select, summary") !== null;
}
