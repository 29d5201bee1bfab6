import { callingCodeOf } from "@/lib/format/calling-code";

export type CsvCell = string | number | null | undefined;

/** CSV text (RFC 4180) in which no cell can run as a spreadsheet formula. */
export function csvOf(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [csvLine(header)];
  for (const row of rows) lines.push(csvLine(row));
  return `${lines.join("\r\n")}\r\n`;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula. Numbers stay numbers. */
export function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const inner = cell.replace(innerFormula, "$1'");
  const safe = formulaStart.test(inner) && !spacedPhone.test(inner) ? `'${inner}` : inner;
  return safe === safe.trim() ? quoted(safe) : `"${safe.replaceAll('"', '""')}"`;
}

/** Adds quotation marks if the cell needs them. */
export const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Removes the apostrophes that `csvCell` added. */
export function unguarded(cell: string): string {
  const text = cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(innerGuard, "$1");
}

export const csvLine = (cells: readonly CsvCell[]) => cells.map(csvCell).join(",");

/** A tab, a carriage return, or a formula sign (also full-width) after blanks or invisible characters. */
const formulaStart = /^(?:[\t\r]|[\p{Cc}\p{Cf}\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])/v;

/**
 * A program that splits cells at semicolons, tabs or line breaks may find a formula inside a cell. Numbers there are
 * not formulas.
 */
const innerStart =
  /(?=[["\p{Cc}\p{Cf}\s]--[\t\r\n]]*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![\d .\(\)\u00a0\-]*(?:[;\t\r\n]|$))))/v;
const innerFormula = new RegExp(`([;\\t\\r\\n])${innerStart.source}`, "gv");
const innerGuard = new RegExp(`([;\\t\\r\\n])'${innerStart.source}`, "gv");

/**
 * E.164 number for a spreadsheet. One space after the calling code keeps "+447911123456" from becoming a quantity;
 * imports remove it. Anything else is returned unchanged.
 */
export function phoneCell(number: string): string {
  const code = callingCodeOf(number);
  return code === undefined ? number : `${code} ${number.slice(code.length)}`;
}

const spacedPhone = /^\+\d{1,3} \d{4,14}$/;
