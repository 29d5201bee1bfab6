import type { Book, Column } from "@/lib/contacts/engine";
import { type Delimiter, encodingNames, type Format } from "@/lib/contacts/plan";
import type { Sheet } from "@/lib/contacts/workbook/workbook-types";
import { countOf } from "@/lib/format/format-count";

/** "UTF-8 with commas, a header row" */
export function formatMessage(format: Format, book?: Book): string {
  const skipped = format.skippedRows;
  return [
    book ? bookMessage(book) : `${encodingNames[format.encoding]} with ${delimiterMessage[format.delimiter]}`,
    format.hasHeader ? "a header row" : "no header row",
    ...(skipped > 0 ? [`${countOf(skipped, "row")} skipped above`] : []),
  ].join(", ");
}

export const delimiterMessage: Record<Delimiter, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

const kindMessage: Record<Book["kind"], string> = {
  excel: "Excel workbook",
  openDocument: "OpenDocument spreadsheet",
};

function bookMessage({ kind, sheets, sheet }: Book): string {
  return sheets.length > 1 ? `${kindMessage[kind]}, sheet ${sheetName(sheets[sheet], sheet)}` : kindMessage[kind];
}

const sheetName = (sheet: Sheet | undefined, index: number) =>
  sheet?.name.trim() ? `“${sheet.name}”` : `${index + 1}`;

/** Indexes of the other sheets with a list, hidden ones last. */
export const otherLists = ({ sheets, sheet }: Book): number[] =>
  visibleFirst(sheets).filter((index) => sheets[index]?.hasList && index !== sheet);

/** Indexes of visible sheets, then of hidden ones. */
export function visibleFirst(sheets: readonly Sheet[]): number[] {
  const isHidden = (index: number) => Number(sheets[index]?.isHidden);
  return [...sheets.keys()].sort((one, other) => isHidden(one) - isHidden(other));
}

/** “South”, hidden */
export const sheetWords = (sheet: Sheet | undefined, index: number) =>
  `${sheetName(sheet, index)}${sheet?.isHidden ? ", hidden" : ""}`;

/** Reason why this sheet was chosen; empty if it needs no explanation. */
export function whySheet({ sheets, sheet }: Book): string {
  const read = sheets[sheet];
  if (!read || sheets.length < 2) return "";
  if (read.isHidden) return `${sheetName(read, sheet)} is a sheet that the workbook hides.`;
  const first = sheets.findIndex(({ isHidden }) => !isHidden);
  if (first === sheet || sheets[first]?.hasList || !read.hasList) return "";
  return `${sheetName(read, sheet)} is read: ${sheetName(sheets[first], first)} comes first and contains no list.`;
}

/** "12 rows are hidden in the workbook, by a filter or by hand." */
export const hiddenMessage = (count: number) =>
  `${countOf(count, "row")} ${count === 1 ? "is" : "are"} hidden in the workbook, by a filter or by hand.`;

/** Column name for display. Adds the position if the name is missing or repeated. */
export function columnWords(column: Column | undefined, index: number): string {
  const name = column?.name.trim() ?? "";
  return name && column?.isRepeated ? `${name}, column ${index + 1}` : name || `Column ${index + 1}`;
}
