import type { Column } from "@/lib/client/contacts/engine";
import { type Delimiter, encodingNames, type Format } from "@/lib/client/contacts/plan";
import type { Workbook } from "./file-state";

/** "UTF-8 with commas, a header row" */
export function formatWords(format: Format, workbook?: Workbook): string {
  const skipped = format.skippedRows;
  return [
    workbook ? sheetWords(workbook) : `${encodingNames[format.encoding]} with ${delimiterWords[format.delimiter]}`,
    format.hasHeader ? "a header row" : "no header row",
    ...(skipped > 0 ? [`${countWords(skipped, "row")} skipped above`] : []),
  ].join(", ");
}

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

/** A column as a person can tell it from the others: by its name, and by its place where the name cannot do that. */
export function columnWords(column: Column | undefined, at: number): string {
  const name = column?.name.trim() ?? "";
  if (!name) return `Column ${at + 1}`;
  return column?.isRepeated ? `${name}, column ${at + 1}` : name;
}
