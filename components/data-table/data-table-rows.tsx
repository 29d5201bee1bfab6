"use client";

import type { RowData } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { useStyle } from "@/components/ui/browser/use-style";
import { gapRowClass } from "@/components/ui/page/table-class";
import type { DataColumn, ModelRow } from "./data-columns";
import { DataTableRow } from "./data-table-row";

export type DataTableRowsProps<Row extends RowData> = {
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
  onOpen: (row: Row) => void;
  opensByItself: boolean;
  onActive: (id: string) => void;
  /** Called whenever rows were drawn. */
  onDrawn: () => void;
};

const VIRTUAL_ABOVE = 200;
const SERVED_ROWS = 40;

export function DataTableRows<Row extends RowData>(props: DataTableRowsProps<Row>) {
  return props.rows.length > VIRTUAL_ABOVE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Row extends RowData>({ rows, ...rest }: DataTableRowsProps<Row>) {
  useLayoutEffect(rest.onDrawn);
  return rows.map((row, index) => <DataTableRow key={row.id} row={row} index={index} {...rest} />);
}

/** Only the rows near the window; the page itself scrolls. The first forty are in the served HTML. */
function VirtualRows<Row extends RowData>(props: DataTableRowsProps<Row>) {
  const { rows, columns, estimate, element, wantedIndex } = props;
  const isMounted = useMounted();
  const scrollMargin = useTopOf(element);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimate,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 16,
    scrollMargin,
    scrollPaddingStart: 96,
    scrollPaddingEnd: 72,
  });

  useEffect(() => {
    if (wantedIndex !== undefined) virtualizer.scrollToIndex(wantedIndex, { align: "auto" });
  }, [wantedIndex, virtualizer]);

  useEffect(() => {
    if (estimate > 0) virtualizer.measure();
  }, [estimate, virtualizer]);

  useLayoutEffect(props.onDrawn);

  const items = isMounted ? virtualizer.getVirtualItems() : [];
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) {
    return rows
      .slice(0, SERVED_ROWS)
      .map((row, index) => <DataTableRow key={row.id} row={row} index={index} {...props} />);
  }
  const isActiveDrawn = items.some((item) => rows[item.index]?.id === props.activeId);
  const stopId = isActiveDrawn ? props.activeId : rows[first.index]?.id;
  return (
    <>
      <GapRow height={first.start - scrollMargin} span={columns.length} />
      {items.map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <DataTableRow
              {...props}
              key={row.id}
              row={row}
              index={item.index}
              measure={virtualizer.measureElement}
              activeId={stopId}
            />
          )
        );
      })}
      <GapRow height={virtualizer.getTotalSize() - (last.end - scrollMargin)} span={columns.length} />
    </>
  );
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

function useTopOf(element: RefObject<HTMLTableElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const body = element.current?.tBodies[0];
    if (body) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
  }, [element]);
  return top;
}
