import type { Book, Column, EncodingSample, Preview } from "@/lib/contacts/engine";
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

type ReadFile = {
  name: string;
  format: Format;
  book: Book | undefined;
  preview: Pick<Preview, "columns" | "hiddenRows">;
};

/** Announces an open file: "list.csv: UTF-8 with commas, a header row, 3 columns" */
export function fileMessage({ name, format, book, preview }: ReadFile): string {
  const hidden = preview.hiddenRows > 0 ? `. ${hiddenMessage(preview.hiddenRows)}` : "";
  return `${name}: ${formatMessage(format, book)}, ${countOf(preview.columns.length, "column")}${hidden}`;
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
export function otherLists({ sheets, sheet }: Book): number[] {
  const lists = sheets.flatMap(({ contacts }, index) => (contacts && index !== sheet ? [index] : []));
  const isHidden = (index: number) => Number(sheets[index]?.visibility !== "visible");
  return lists.sort((one, other) => isHidden(one) - isHidden(other));
}

/** “South”, 5,000 rows, hidden */
export function joinList(sheet: Sheet | undefined, index: number): string {
  const rows = sheet?.contacts && `${sheet.contacts.isAbout ? "about " : ""}${countOf(sheet.contacts.count, "row")}`;
  return [
    sheetName(sheet, index),
    ...(rows ? [rows] : []),
    ...(sheet?.visibility === "visible" ? [] : ["hidden"]),
  ].join(", ");
}

/** Reason why this sheet was chosen; empty if it needs no explanation. */
export function whySheet({ sheets, sheet }: Book): string {
  const read = sheets[sheet];
  if (!read || sheets.length < 2) return "";
  const first = sheets.findIndex(({ visibility }) => visibility === "visible");
  if (read.visibility !== "visible") return `${sheetName(read, sheet)} is a sheet that the workbook hides.`;
  if (first === sheet || sheets[first]?.contacts || !read.contacts) return "";
  return `${sheetName(read, sheet)} is read: ${sheetName(sheets[first], first)} comes first and contains no list.`;
}

/** "12 rows are hidden in the workbook, by a filter or by hand." */
export const hiddenMessage = (count: number) =>
  `${countOf(count, "row")} ${count === 1 ? "is" : "are"} hidden in the workbook, by a filter or by hand.`;

const shownCharacters = 90;

/** Quotes the sheets that hold text and no list, because it may say who must not be called. */
export function textMessage(sheets: readonly Sheet[]): string | [] {
  const quotes = sheets.flatMap(({ name, text }) => {
    if (!text) return [];
    return `“${name}” says “${text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}”`;
  });
  return quotes.length > 0 ? `Beside the list there is text: ${quotes.slice(0, 2).join("; ")}.` : [];
}

/** Column name for display. Adds the position if the name is missing or repeated. */
export function columnWords(column: Column | undefined, index: number): string {
  const name = column?.name.trim() ?? "";
  const label = name && column?.isRepeated ? `${name}, column ${index + 1}` : name || `Column ${index + 1}`;
  return column?.isHidden ? `${label} (hidden)` : label;
}

type Difference = { row: number; now: string; other: string };

/** The first cells that two encodings read differently. Without `now`, the first lines of the other. */
export function differencesOf(now: EncodingSample | undefined, { lines }: EncodingSample): Difference[] {
  const texts = new Map(now?.lines.map(({ row, text }) => [row, text]));
  return lines
    .map(({ row, text }) => ({ row, ...changedCells(texts.get(row) ?? "", text) }))
    .filter((line) => line.now !== line.other)
    .slice(0, shownDifferences);
}

/** Whole texts, if they have not the same cells. */
function changedCells(now: string, other: string) {
  const [cells = [], others = []] = [now, other].map((text) => text.split(/[,;\t|]/));
  if (cells.length !== others.length) return { now, other };
  const changed = cells.flatMap((cell, index) => (cell === others[index] ? [] : [index]));
  const join = (all: readonly string[]) => changed.map((index) => all[index]).join(", ");
  return { now: join(cells), other: join(others) };
}

const shownDifferences = 3;
