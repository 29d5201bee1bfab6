import type { Column, Preview, Refusal } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import type { Format, Mapping } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import { isBlank } from "@/lib/contacts/validate/validate-row";
import type { SheetText } from "@/lib/contacts/workbook/workbook-types";
import type { TenDigits } from "@/lib/numbers/phone-status";
import { isNorthAmerican } from "@/lib/numbers/phone-text";
import { guessMapping } from "./column-names";
import { findConsentColumns } from "./consent-columns";
import { containsNumber } from "./find-header";
import { isContactHeader } from "./header-names";
import { findExtension, findLabels, findNumberColumns } from "./number-columns";
import { isLongLine, type Sample, sampleRows } from "./sample";
import { usualWidth } from "./sniff";

const shownRows = 10;
const shownSamples = 3;

type Hidden = Pick<SheetText, "hiddenRows" | "hiddenColumns">;

export function previewSample(
  sample: Sample,
  format: Format,
  fileName: string,
  hidden?: Hidden,
): Preview | { refusal: Refusal } {
  const rows = sampleRows(sample, format.delimiter);
  const header = format.hasHeader ? (rows[format.skippedRows] ?? []) : [];
  const first = format.skippedRows + (format.hasHeader ? 1 : 0);
  const contacts = rows
    .slice(first)
    .map((cells, index) => ({ row: first + index + 1, cells }))
    .filter(({ cells }) => !isBlank(cells));
  if (sample.isWhole && contacts.length === 0) return { refusal: { sentence: emptyMessage(rows, format) } };
  const cells = contacts.map((contact) => contact.cells);
  const width = header.length > 0 ? namedWidth(header, cells) : usualWidth(cells);
  if (width > limits.columns)
    return { refusal: { sentence: `This file has ${width} columns; ${limits.columns} is the maximum.` } };
  const columns = columnsOf(header, cells, width, hidden?.hiddenColumns);
  const numberColumns = findNumberColumns(columns, cells);
  const guess = guessMapping(columns, cells, numberColumns);
  const consent = findConsentColumns(columns, cells, { ...guess, numberColumns, fileName });
  return {
    columns,
    rows: contacts
      .slice(0, shownRows)
      .map((contact) => (hidden?.hiddenRows[contact.row - 1] ? { ...contact, isHidden: true } : contact)),
    hiddenRows: hidden?.hiddenRows.subarray(first).reduce((sum, flag) => sum + flag, 0) ?? 0,
    ...guess,
    consent,
    isCertain: guess.isCertain && consent.length === 0,
    usual: {
      ...usualOf(cells, width),
      numberColumns,
      labels: findLabels(columns, cells, numberColumns),
      extension: findExtension(columns, cells),
      header: header.map((name) => name.trim()),
    },
    doubts: [
      ...doubtsOf(rows, format, { header, phone: guess.mapping.phone }),
      ...hiddenMessage(columns, guess.mapping),
    ],
  };
}

const nearlyAll = 0.9;
const majority = 0.5;

/** Number of columns, without trailing unnamed ones that are blank in nearly all rows. */
function namedWidth(header: readonly string[], rows: readonly (readonly string[])[]) {
  const named = header.findLastIndex((name) => name.trim() !== "") + 1;
  const blank = rows.filter((cells) => isBlank(cells.slice(named)));
  return named > 0 && blank.length >= rows.length * nearlyAll ? named : header.length;
}

function usualOf(rows: readonly (readonly string[])[], width: number) {
  const blank = rows.map((cells) => (isBlank(cells.slice(width)) ? cells.length - width : 0)).sort((a, b) => a - b);
  const surplus = blank[blank.length >> 1] ?? 0;
  const alike = blank.filter((count) => count === surplus);
  const filled = rows.flatMap((cells) => cells.slice(1).filter((cell) => cell.trim() !== ""));
  return {
    surplus: surplus > 0 && alike.length >= rows.length * nearlyAll ? surplus : 0,
    isSpaced: filled.filter((cell) => cell.startsWith(" ")).length > filled.length * majority,
    tenDigits: Array.from({ length: width }, (_, column) => tenDigitsIn(rows.map((cells) => cells[column] ?? ""))),
  };
}

const throughout = 0.95;
const minTenDigits = 3;

/** Numbers with a plus count for nothing. A leading 0 speaks against ten digits that are not North American. */
function tenDigitsIn(cells: readonly string[]): TenDigits | undefined {
  const numbers = cells.flatMap((cell) => (looksLikePhone(cell) && !cell.includes("+") ? cell.replace(/\D/g, "") : []));
  const bare = numbers.filter((digits) => !digits.startsWith("0"));
  const ten = bare.filter((digits) => /^1?\d{10}$/.test(digits));
  if (ten.length < minTenDigits || ten.length < bare.length * throughout) return undefined;
  if (ten.filter(isNorthAmerican).length >= ten.length * nearlyAll) return "american";
  return ten.length >= numbers.length * throughout ? "any" : undefined;
}

function columnsOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  hidden?: ReadonlySet<number>,
): Column[] {
  const names = Array.from({ length: width }, (_, index) => (header[index] ?? "").trim());
  return names.map((name, index) => ({
    name,
    samples: rows.flatMap((cells) => cells[index]?.trim() || []).slice(0, shownSamples),
    isRepeated: name !== "" && names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1,
    ...(hidden?.has(index) ? { isHidden: true } : {}),
  }));
}

type DoubtInput = { header: readonly string[]; phone: number };

function doubtsOf(rows: readonly (readonly string[])[], format: Format, { header, phone }: DoubtInput): string[] {
  return [
    skippedMessage(rows.slice(0, format.skippedRows)),
    !format.hasHeader ? "The first row looks like a contact, so it is read as one: this file has no header." : [],
    headerMessage(header, phone),
  ].flat();
}

/** Warns if the header row may be a contact, which would be lost without notice. */
function headerMessage(header: readonly string[], phone: number): string | [] {
  if (header.some(looksLikePhone)) return "The header row contains a phone number. It may be a contact.";
  if (header.length === 0 || header.some(isContactHeader)) return [];
  if (header.some(containsNumber)) return "The header row contains a phone number. It may be a contact.";
  const isNamed = phone === -1 || /\p{L}/u.test(header[phone] ?? "");
  return isNamed ? [] : "The header row has no name over the numbers. It may be a contact.";
}

function hiddenMessage(columns: readonly Column[], { phone, name }: Mapping): string[] {
  return [phone, ...name].flatMap((index) => {
    const column = columns[index];
    if (!column?.isHidden) return [];
    const field = index === phone ? "numbers" : "names";
    return `The ${field} are read from ${column.name ? `“${column.name}”` : `column ${index + 1}`}, a column that the workbook hides.`;
  });
}

const shownTitles = 3;

/** Quotes the skipped rows, so that they can be checked without opening the file. */
function skippedMessage(skipped: readonly (readonly string[])[]): string | [] {
  const written = skipped.flatMap((cells) => titleOf(cells) ?? []);
  if (written.length === 0) return [];
  const count = skipped.length === 1 ? "1 row above the list is" : `${skipped.length} rows above the list are`;
  const more = written.length > shownTitles ? ", …" : "";
  return `${count} skipped: ${written.slice(0, shownTitles).join(", ")}${more}.`;
}

const titleCharacters = 60;

function titleOf(cells: readonly string[]): string | undefined {
  if (isLongLine(cells)) return `a line of more than ${limits.lineBytes / 1024} KB`;
  const text = cells.flatMap((cell) => cell.trim() || []).join(" ");
  if (text === "" || /^sep=/i.test(text)) return undefined;
  return `“${text.length > titleCharacters ? `${text.slice(0, titleCharacters)}…` : text}”`;
}

function emptyMessage(rows: readonly (readonly string[])[], format: Format) {
  const contacts = rows.slice(format.skippedRows + (format.hasHeader ? 1 : 0));
  const isAll = rows.every(isLongLine);
  if (isAll || contacts.some(isLongLine)) {
    const which = isAll ? "of this file" : "below the header";
    return `Every line ${which} is longer than ${limits.lineBytes / 1024} KB, the maximum for a row.`;
  }
  if (rows.every(isBlank)) return "This file contains only blank lines.";
  if (format.hasHeader) return "This file has a header row but no contacts below it.";
  return "This file contains no contacts.";
}
