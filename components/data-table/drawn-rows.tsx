"use client";

import type { ReactNode, RefObject } from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { gapRowClass } from "@/components/ui/page/table-class";
import type { DataColumn, ModelRow } from "./data-columns";
import { DataTableRow } from "./data-table-row";

export type DataTableRowsProps<Row> = {
  rows: readonly ModelRow<Row>[];
  columns: readonly DataColumn<Row>[];
  activeId: string | undefined;
  selectedId: string | undefined;
  estimate: number;
  element: RefObject<HTMLTableElement | null>;
  /** A row that the keyboard asked for and that may be out of the window. */
  wantedIndex: number | undefined;
  rowHref: ((row: Row) => string) | undefined;
  rowClassName: ((row: Row) => string | undefined) | undefined;
  wide: ((row: Row) => ReactNode) | undefined;
  onOpen: (row: Row) => void;
  opensByItself: boolean;
  onActive: (id: string) => void;
  /** Called whenever rows were drawn. */
  onDrawn: () => void;
};

type DrawnRowsProps<Row> = DataTableRowsProps<Row> & {
  /** Which rows, by their places; none of them where they are not known yet. */
  drawn: readonly number[];
  above: number;
  below: number;
  measure?: (element: Element | null) => void;
};

/** Some rows of many, and the height that the others take. */
export function DrawnRows<Row>({ drawn, above, below, ...props }: DrawnRowsProps<Row>) {
  const { rows, columns } = props;
  return (
    <>
      <GapRow height={above} span={columns.length} />
      {drawn.map((index) => {
        const row = rows[index];
        return row && <DataTableRow {...props} key={row.id} row={row} index={index} />;
      })}
      <GapRow height={below} span={columns.length} />
    </>
  );
}

const SERVED_ROWS = 40;

/** Where nobody knows yet which rows are near the window: those in the served HTML. */
export function firstRows({ rows, estimate }: { rows: readonly unknown[]; estimate: number }) {
  const drawn = Array.from({ length: Math.min(SERVED_ROWS, rows.length) }, (_, index) => index);
  return { drawn, above: 0, below: (rows.length - drawn.length) * estimate };
}

function GapRow({ height, span }: { height: number; span: number }) {
  const ref = useStyle<HTMLTableCellElement>({ height: `${Math.max(0, height)}px` });
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a spacer, no row of the table
    <tr className={gapRowClass} role="none">
      <td ref={ref} colSpan={span} role="none" />
    </tr>
  );
}
