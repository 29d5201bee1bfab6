import { normalizePhoneText } from "@/lib/contacts/numbering/phone-rules";
import { looksLikePhone } from "@/lib/contacts/validate/check";
import { shareOf } from "./column-names";
import { isPhoneHeader } from "./header-names";

export type Rows = readonly (readonly string[])[];

const searchedRows = 40;
const readRows = 20;

/**
 * The place of the first row, among the first ones, that names a column of numbers and has numbers below that name.
 * Numbers above it would be contacts, and then it is none: no contact is ever taken for a title.
 */
export function findHeader(rows: Rows): number | undefined {
  const found = rows
    .slice(0, searchedRows)
    .flatMap((cells, at) => (isHeader(rows, at) ? [{ at, names: filled(cells) }] : []));
  // A title may have such a word in it too, "To: all"; the header has more names than that.
  return found.reduce<(typeof found)[number] | undefined>(
    (best, each) => (best === undefined || each.names > best.names ? each : best),
    undefined,
  )?.at;
}

function isHeader(rows: Rows, at: number): boolean {
  const cells = rows[at] ?? [];
  if (cells.some(isNumber)) return false;
  const above = rows.slice(0, at);
  const isContactAbove = above.some((row) => row.some(isNumber) && filled(row) >= filled(cells));
  return cells.some(
    (cell, column) =>
      isPhoneHeader(cell) &&
      !isContactAbove &&
      !above.some((row) => isNumber(row[column] ?? "")) &&
      shareOf(filledBelow(rows, at, column), column, isNumber) >= 0.5,
  );
}

const filledBelow = (rows: Rows, at: number, column: number) =>
  rows
    .slice(at + 1)
    .filter((cells) => cells[column]?.trim())
    .slice(0, readRows);

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** Whether the row above all others is a contact: it holds a number, by itself or among words as those below it do. */
export const isContactOnTop = (rows: Rows, at: number) =>
  (rows[at] ?? []).some((cell, column) => {
    if (looksLikePhone(cell) || !containsNumber(cell)) return looksLikePhone(cell);
    const below = filledBelow(rows, at, column);
    return below.length === 0 || shareOf(below, column, containsNumber) >= 0.5;
  });

/** Whether a cell may hold a phone number, whatever else is in it; one that a spreadsheet shows in short too. */
export function containsNumber(cell: string) {
  const text = normalizePhoneText(cell);
  return shownInShort.test(text) || sevenDigits.test(text.replace(dates, " ").replace(years, " "));
}

const shownInShort = /^\+?\d+(?:[.,]\d+)?e\+?\d+$/i;
const sevenDigits = /\d(?:[\s().\-/]*\d){6}/;
const dates = /(?<!\d[-./]?)(?:(?:19|20)\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d)(?![-./]?\d)/g;
const years = /(?<!\d[-./]?)(?:19|20)\d\d\s?[-/\u2013]\s?(?:19|20)?\d\d(?![-./]?\d)/g;

/** Whether a cell may be a phone number, and is no date. */
export const isNumber = (cell: string) => looksLikePhone(cell) && !isDate(cell.trim());

const isDate = (text: string) =>
  /^(?:19|20)\d\d[-./][01]?\d[-./][0-3]?\d$/.test(text) || /^[0-3]?\d[-./][0-3]?\d[-./](?:19|20)\d\d$/.test(text);
