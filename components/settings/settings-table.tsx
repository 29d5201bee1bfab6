import type { ReactNode } from "react";
import { DataTable, type DataTableProps } from "@/components/data-table/data-table";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportCsv } from "@/components/data-table/table-tools";

type SettingsTableProps<Row> = Pick<DataTableProps<Row>, "name" | "caption" | "columns" | "rows" | "rowId"> & {
  /** Text under the table. */
  foot?: ReactNode;
};

/** A table with its CSV export under it. */
export function SettingsTable<Row>({ foot, ...table }: SettingsTableProps<Row>) {
  const { name, columns, rows } = table;
  return (
    <>
      <DataTable {...table} />
      <TableFoot end={<ExportCsv name={name} columns={columns} rows={rows} />}>{foot}</TableFoot>
    </>
  );
}
