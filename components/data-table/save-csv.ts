import { saveFile } from "@/components/ui/browser/save-file";
import { clock } from "@/lib/clock";
import { countOf } from "@/lib/format/format-count";
import type { DataColumn } from "./data-columns";
import { columnsCsv, fieldsCsv } from "./table-csv";

export type ExportCsvProps<Row> = {
  name: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Exports records with one column per field. These fields always come first. */
  fields?: readonly string[];
  recordOf?: (row: Row) => object;
  note?: string;
};

/** Saves a file and returns the toast that says so. */
export function saveCsv<Row>({ name, columns, rows, fields, recordOf, note }: ExportCsvProps<Row>) {
  const isOfRecords = fields !== undefined || recordOf !== undefined;
  const text = isOfRecords
    ? fieldsCsv(
        fields ?? [],
        rows.map((row): object => (recordOf ? recordOf(row) : Object(row))),
      )
    : columnsCsv(columns, rows);
  saveFile(`${name}-${clock.now().toISOString().slice(0, 10)}.csv`, text, "text/csv;charset=utf-8");
  return { title: `Exported ${countOf(rows.length, "row")}`, body: note ?? "All rows of this table." };
}
