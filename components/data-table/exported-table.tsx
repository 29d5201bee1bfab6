import type { ReactNode } from "react";
import { DataTable, type DataTableProps } from "./data-table";
import { ExportCsv } from "./export-csv";
import { TableFoot } from "./table-foot";

export type ExportedTableProps<Row> = Pick<DataTableProps<Row>, "name" | "caption" | "columns" | "rows" | "rowId"> & {
  foot?: ReactNode;
};

export function ExportedTable<Row>({ foot, ...table }: ExportedTableProps<Row>) {
  const { name, columns, rows } = table;
  return (
    <>
      <DataTable {...table} />
      <TableFoot end={<ExportCsv name={name} columns={columns} rows={rows} />}>{foot}</TableFoot>
    </>
  );
}
