import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import { isDate, normalizePhoneText, scientificNotation } from "@/lib/numbers/phone-text";
import { shareOf } from "./column-names";
import { isPhoneHeader } from "./header-names";

export type Rows = readonly (readonly string[])[];

const searchedRows = 40;
const sampledRows = 20;

/**
 * Index of the header: a row among the first ones that names a phone column with numbers below. A row with contacts
 * above it is never the header, so that no contact is taken for a title.
 */
export function findHeader(rows: Rows): number | undefined {
  const candidates = rows
    .slice(0, searchedRows)
    .flatMap((cells, index) => (isHeader(rows, index) ? [{ index, names: countFilled(cells) }] : []));
  // A title may contain such a word too, as "To: all". The header has more names.
  return candidates.reduce<(typeof candidates)[number] | undefined>(
    (best, candidate) => (best === undefined || candidate.names > best.names ? candidate : best),
    undefined,
  )?.index;
}

function isHeader(rows: Rows, index: number): boolean {
  const cells = rows[index] ?? [];
  if (cells.some(isNumber)) return false;
  const above = rows.slice(0, index);
  const isContactAbove = above.some((row) => row.some(isNumber) && countFilled(row) >= countFilled(cells));
  return cells.some(
    (cell, column) =>
      isPhoneHeader(cell) &&
      !isContactAbove &&
      !above.some((row) => isNumber(row[column] ?? "")) &&
      shareOf(filledBelow(rows, index, column), column, isNumber) >= 0.5,
  );
}

const filledBelow = (rows: Rows, index: number, column: number) =>
  rows
    .slice(index + 1)
    .filter((cells) => cells[column]?.trim())
    .slice(0, sampledRows);

const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** True if the top row is a contact. It holds a number, alone or among words as in the rows below. */
export const isContactOnTop = (rows: Rows, index: number) =>
  (rows[index] ?? []).some((cell, column) => {
    if (looksLikePhone(cell) || !containsNumber(cell)) return looksLikePhone(cell);
    const below = filledBelow(rows, index, column);
    return below.length === 0 || shareOf(below, column, containsNumber) >= 0.5;
  });

/** True if a cell may contain a phone number among other text, or one in scientific notation. */
export function containsNumber(cell: string) {
  const text = normalizePhoneText(cell);
  return scientificNotation.test(text) || sevenDigits.test(text.replace(dates, " ").replace(years, " "));
}

const sevenDigits = /\d(?:[\s().\-/]*\d){6}/;
const dates = /(?<!\d[-./]?)(?:(?:19|20)\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d)(?![-./]?\d)/g;
const years = /(?<!\d[-./]?)(?:19|20)\d\d\s?[-/\u2013]\s?(?:19|20)?\d\d(?![-./]?\d)/g;

/** True if a cell may be a phone number and is not a date. */
export const isNumber = (cell: string) => looksLikePhone(cell) && !isDate(cell.trim());
