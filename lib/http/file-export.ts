import { csvLine } from "@/lib/format/csv";
import { formatRaw } from "@/lib/format/format-raw";

/** Makes a line of a CSV file, with its end, from the values under its columns. */
export const csvLineOf = (columns: readonly string[]) => (row: Readonly<Record<string, unknown>>) =>
  `${csvLine(columns.map((column) => csvValue(row[column])))}\r\n`;

/** A value as a cell. Objects and lists are JSON. */
export const csvValue = (value: unknown) => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" || typeof value === "number" ? value : formatRaw(value);
};
