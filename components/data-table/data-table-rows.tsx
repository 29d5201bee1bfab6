"use client";

import type { RowData } from "@tanstack/react-table";
import { type ReactNode, useLayoutEffect } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { DataTableRow } from "./data-table-row";
import { type DataTableRowsProps, DrawnRows, firstRows } from "./drawn-rows";

const VIRTUAL_ABOVE = 200;

const Virtual = deferred(
  async () => (await import("./virtual-rows")).VirtualRows,
  (props: DataTableRowsProps<RowData>) => <DrawnRows {...props} {...firstRows(props)} />,
);

/** Fetches what draws a long table. */
export const loadVirtualRows = Virtual.load;

// `deferred` forgets that the component takes rows of any kind.
const VirtualRows = Virtual as <Row extends RowData>(props: DataTableRowsProps<Row>) => ReactNode;

export function DataTableRows<Row extends RowData>(props: DataTableRowsProps<Row>) {
  return props.rows.length > VIRTUAL_ABOVE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Row extends RowData>({ rows, ...rest }: DataTableRowsProps<Row>) {
  useLayoutEffect(rest.onDrawn);
  return rows.map((row, index) => <DataTableRow key={row.id} row={row} index={index} {...rest} />);
}
