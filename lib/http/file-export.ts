import { csvLine } from "@/lib/format/csv";
import { formatRaw } from "@/lib/format/format-raw";
/** A file name from descriptive parts, with characters that are valid on any file system. */
export const fileName = (parts: readonly (string | undefined)[], extension: string) =>
  `${parts.flatMap((part) => (part ? [slug(part)] : [])).join("_")}.${extension}`;

const slug = (text: string) =>
  text
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "")
    .slice(0, 40);

/** A UTC range such as "2026-11-19T0641Z-to-2026-11-20T0641Z". */
export const rangeName = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) =>
  from || to ? `${from ? stampOf(from) : "start"}-to-${stampOf(to ?? now)}` : "all-time";

export const stampOf = (moment: string | Date) => `${new Date(moment).toISOString().slice(0, 16).replace(":", "")}Z`;

/** Makes a line of a CSV file, with its end, from the values under its columns. */
export const csvLineOf = (columns: readonly string[]) => (row: Readonly<Record<string, unknown>>) =>
  `${csvLine(columns.map((column) => csvValue(row[column])))}\r\n`;

/** A value as a cell. Objects and lists are JSON. */
export const csvValue = (value: unknown) => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" || typeof value === "number" ? value : formatRaw(value);
};
