import { type ReactNode, useLayoutEffect } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { DataTableRow } from "./data-table-row";
import { type DataTableRowsProps, DrawnRows, firstRows } from "./drawn-rows";

const VIRTUAL_ABOVE = 200;

const Virtual = deferred(
  async () => (await import("./virtual-rows")).VirtualRows,
  (props: DataTableRowsProps<unknown>) => <DrawnRows {...props} {...firstRows(props)} />,
);

// `deferred` loses the generic parameter.
const VirtualRows = Virtual as <Row>(props: DataTableRowsProps<Row>) => ReactNode;

export function DataTableRows<Row>(props: DataTableRowsProps<Row>) {
  return props.rows.length > VIRTUAL_ABOVE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
}

function PlainRows<Row>({ rows, ...rest }: DataTableRowsProps<Row>) {
  useLayoutEffect(rest.onDrawn);
  return rows.map((row, index) => <DataTableRow key={row.id} row={row} index={index} {...rest} />);
}
