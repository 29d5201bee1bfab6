import type { Book, Column } from "@/lib/contacts/engine";
import { type Delimiter, encodingNames, type Format } from "@/lib/contacts/plan";
import type { Sheet } from "@/lib/contacts/workbook/workbook-types";
import { countOf } from "@/lib/format/format-count";

/** "UTF-8 with commas, a header row" */
export function formatMessage(format: Format, book?: Book): string {
  const skipped = format.skippedRows;
  return [
    book ? bookMessage(book) : `${encodingNames[format.encoding]} with ${delimiterMessage[format.delimiter]}`,
    ...(format.quote ? ["cells between apostrophes"] : []),
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
  vcard: "vCard contacts, a row for each number",
};

function bookMessage({ kind, sheets, sheet }: Book): string {
  return sheets.length > 1 ? `${kindMessage[kind]}, sheet ${sheetName(sheets[sheet], sheet)}` : kindMessage[kind];
}

const sheetName = (sheet: Sheet | undefined, at: number) => (sheet?.name.trim() ? `“${sheet.name}”` : `${at + 1}`);

/** Other sheets that hold a list, by their places. Those that are hidden come last. */
export function otherLists({ sheets, sheet }: Book): number[] {
  const lists = sheets.flatMap(({ contacts }, at) => (contacts && at !== sheet ? [at] : []));
  const isHidden = (at: number) => Number(sheets[at]?.visibility !== "visible");
  return lists.sort((one, other) => isHidden(one) - isHidden(other));
}

/** “South”, 5,000 rows, hidden */
export function joinList(sheet: Sheet | undefined, at: number): string {
  const rows = sheet?.contacts && `${sheet.contacts.isAbout ? "about " : ""}${countOf(sheet.contacts.count, "row")}`;
  return [sheetName(sheet, at), ...(rows ? [rows] : []), ...(sheet?.visibility === "visible" ? [] : ["hidden"])].join(
    ", ",
  );
}

/** Why this sheet is the one that is read; empty where it is the first. */
export function whySheet({ sheets, sheet }: Book): string {
  const read = sheets[sheet];
  if (!read || sheets.length < 2) return "";
  const first = sheets.findIndex(({ visibility }) => visibility === "visible");
  if (read.visibility !== "visible") return `${sheetName(read, sheet)} is a sheet that the workbook hides.`;
  if (first === sheet || sheets[first]?.contacts || !read.contacts) return "";
  return `${sheetName(read, sheet)} is read: ${sheetName(sheets[first], first)} comes first and holds no list.`;
}

/** "12 rows are hidden in the workbook, by a filter or by hand." */
export const hiddenMessage = (count: number) =>
  `${countOf(count, "row")} ${count === 1 ? "is" : "are"} hidden in the workbook, by a filter or by hand.`;

/** A column as a person can tell it from the others: by its name, and by its place where the name cannot do that. */
export function columnWords(column: Column | undefined, at: number): string {
  const name = column?.name.trim() ?? "";
  const place = name && column?.isRepeated ? `${name}, column ${at + 1}` : name || `Column ${at + 1}`;
  return column?.isHidden ? `${place} (hidden)` : place;
}
