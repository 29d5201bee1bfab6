import { saveFile } from "@/components/ui/browser/save-file";
import { clock } from "@/lib/clock";
import { type CsvCell, csvOf, phoneCell } from "@/lib/format/csv";
import { type ExportOrigin, exportName } from "@/lib/format/export-name";
import { countOf } from "@/lib/format/format-count";
import { stringifyJson } from "@/lib/format/json";
import type { DataColumn } from "./data-columns";

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
export function saveCsv<Row>(table: ExportCsvProps<Row>, origin: Omit<ExportOrigin, "at">) {
  const { name, columns, rows, fields, recordOf, note } = table;
  const isOfRecords = fields !== undefined || recordOf !== undefined;
  const text = isOfRecords
    ? fieldsCsv(
        fields ?? [],
        rows.map((row): object => (recordOf ? recordOf(row) : Object(row))),
      )
    : columnsCsv(columns, rows);
  const title = { parts: [name], extension: "csv" };
  saveFile(exportName(title, { ...origin, at: clock.now() }), text, "text/csv;charset=utf-8");
  return { title: `Exported ${countOf(rows.length, "row")}`, body: note ?? "All rows of this table." };
}

const byteOrderMark = "\uFEFF";

/** CSV of all columns, including hidden ones, with raw values. */
export function columnsCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ header, csvHeader = header, csv, sortBy }) => {
    const raw = csv ?? sortBy;
    return raw && header !== "" ? [{ header: csvHeader, raw }] : [];
  });
  const cells = rows.map((row) => exported.map(({ raw }) => cellOf(raw(row))));
  return (
    byteOrderMark +
    csvOf(
      exported.map(({ header }) => header),
      cells,
    )
  );
}

export function fieldsCsv(listed: readonly string[], records: readonly object[]): string {
  const receivedKeys = new Set(records.flatMap((record) => Object.keys(record)));
  const keys = [...listed, ...[...receivedKeys].filter((key) => !listed.includes(key))];
  const rows = records.map((record) => {
    const fields: Record<string, unknown> = { ...record };
    return keys.map((key) => cellOf(fields[key], key === "phone_number"));
  });
  return byteOrderMark + csvOf(keys, rows);
}

function cellOf(value: unknown, isPhone = false): CsvCell {
  if (value === null || value === undefined || typeof value === "number") return value;
  if (typeof value !== "string") return typeof value === "bigint" ? String(value) : stringifyJson(value);
  return isPhone ? phoneCell(value) : value;
}
