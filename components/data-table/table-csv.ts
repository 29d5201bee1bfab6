import { type CsvCell, csvOf, phoneCell } from "@/lib/format/csv";
import { stringifyJson } from "@/lib/format/json";
import type { DataColumn } from "./data-columns";

const byteOrderMark = "\uFEFF";

/** CSV of all columns, with raw values. */
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
