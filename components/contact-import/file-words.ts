import type { Column } from "@/lib/client/contacts/engine";
import type { Delimiter, Encoding, Format } from "@/lib/client/contacts/plan";
import type { Workbook } from "./file-state";

/** "UTF-8 with commas, a header row" */
export function formatWords(format: Format, workbook?: Workbook): string {
  const skipped = format.skippedRows;
  return [
    workbook ? sheetWords(workbook) : `${encodingWords[format.encoding]} with ${delimiterWords[format.delimiter]}`,
    format.hasHeader ? "a header row" : "no header row",
    ...(skipped > 0 ? [`${countWords(skipped, "row")} skipped above`] : []),
  ].join(", ");
}

export const encodingWords: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
};

export const delimiterWords: Record<Delimiter, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

function sheetWords({ sheets, sheet }: Workbook): string {
  return sheets.length > 1 ? `Excel workbook, sheet ${sheetName(sheets[sheet], sheet)}` : "Excel workbook";
}

export const sheetName = (name: string | undefined, at: number) => (name?.trim() ? `“${name}”` : `${at + 1}`);

export function countWords(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

const units = [
  [1_000_000_000, "GB"],
  [1_000_000, "MB"],
  [1_000, "kB"],
] as const;

/** "48.2 MB" */
export function sizeWords(bytes: number): string {
  const found = units.find(([least]) => bytes >= least);
  return found ? `${(bytes / found[0]).toFixed(1)} ${found[1]}` : countWords(bytes, "byte");
}

/** A column as a person can tell it from the others: by its name, and by its place where the name cannot do that. */
export function columnWords(column: Column | undefined, at: number): string {
  const name = column?.name.trim() ?? "";
  if (!name) return `Column ${at + 1}`;
  return column?.isRepeated ? `${name}, column ${at + 1}` : name;
}
