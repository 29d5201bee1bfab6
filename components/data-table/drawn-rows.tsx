import type { RefObject } from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { gapRowClass } from "@/components/ui/page/table-class";
import type { ModelRow } from "./data-columns";
import { DataTableRow, type DataTableRowProps } from "./data-table-row";

export type DataTableRowsProps<Row> = Omit<DataTableRowProps<Row>, "row" | "index" | "measure"> & {
  rows: readonly ModelRow<Row>[];
  estimate: number;
  element: RefObject<HTMLTableElement | null>;
  /** Row to scroll to for the keyboard. It may not be mounted. */
  targetIndex: number | undefined;
  onDrawn: () => void;
};

type DrawnRowsProps<Row> = DataTableRowsProps<Row> & {
  indexes: readonly number[];
  above: number;
  below: number;
  measure?: (element: Element | null) => void;
};

export function DrawnRows<Row>({ indexes, above, below, ...props }: DrawnRowsProps<Row>) {
  const { rows, columns } = props;
  return (
    <>
      <GapRow height={above} span={columns.length} />
      {indexes.map((index) => {
        const row = rows[index];
        return row && <DataTableRow {...props} key={row.id} row={row} index={index} />;
      })}
      <GapRow height={below} span={columns.length} />
    </>
  );
}

const SERVED_ROWS = 40;

/** Rows of the server render, when the scroll position is unknown. */
export function firstRows({ rows, estimate }: { rows: readonly unknown[]; estimate: number }) {
  const indexes = Array.from({ length: Math.min(SERVED_ROWS, rows.length) }, (_, index) => index);
  return { indexes, above: 0, below: (rows.length - indexes.length) * estimate };
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
