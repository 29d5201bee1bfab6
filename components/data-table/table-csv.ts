import { type CsvCell, csvOf, phoneCell } from "@/lib/format/csv";
import { stringifyJson } from "@/lib/format/json";
import type { DataColumn } from "./data-columns";

const byteOrderMark = "\uFEFF";

/** Rows as a sheet, hidden columns too: what each column sorts by or names as its raw value, under its header and the unit. */
export function columnsCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const written = columns.flatMap(({ header, csvHeader = header, csv, sortBy }) => {
    const raw = csv ?? sortBy;
    return raw && header !== "" ? [{ header: csvHeader, raw }] : [];
  });
  const cells = rows.map((row) => written.map(({ raw }) => cellOf(raw(row))));
  return (
    byteOrderMark +
    csvOf(
      written.map(({ header }) => header),
      cells,
    )
  );
}

/** Records as a sheet: every field under its own key and as sent, the listed ones first and then whatever else came. */
export function fieldsCsv(listed: readonly string[], records: readonly object[]): string {
  const came = new Set(records.flatMap((record) => Object.keys(record)));
  const keys = [...listed, ...[...came].filter((key) => !listed.includes(key))];
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
