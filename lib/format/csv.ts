import { callingCodeOf } from "@/lib/format/calling-code";

export type CsvCell = string | number | null | undefined;

/** CSV text (RFC 4180) that a spreadsheet opens without running any of it. */
export function csvOf(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [csvLine(header)];
  for (const row of rows) lines.push(csvLine(row));
  return `${lines.join("\r\n")}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers. */
export function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const inner = cell.replace(innerFormula, "$1'");
  const safe = formulaStart.test(inner) && !spacedPhone.test(inner) ? `'${inner}` : inner;
  return safe === safe.trim() ? quoted(safe) : `"${safe.replaceAll('"', '""')}"`;
}

/** A cell that needs quotation marks gets them. */
export const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A cell without the apostrophes that `csvCell` put there. */
export function unguarded(cell: string): string {
  const text = cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(innerGuard, "$1");
}

export const csvLine = (cells: readonly CsvCell[]) => cells.map(csvCell).join(",");

/** `=`, `+`, `-`, `@`, also full-width, tab and carriage return, behind what is blank or invisible, which a program may trim. */
const formulaStart = /^(?:[\t\r]|[\p{Cc}\p{Cf}\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])/v;

/**
 * Where semicolons or tabs part the cells, one of ours is cut in two, and quotation marks inside it end no line break: what
 * stands behind them may begin a formula. Numbers there, as in a list of two, are none.
 */
const innerStart =
  /(?=[["\p{Cc}\p{Cf}\s]--[\t\r\n]]*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![\d .\(\)\u00a0\-]*(?:[;\t\r\n]|$))))/v;
const innerFormula = new RegExp(`([;\\t\\r\\n])${innerStart.source}`, "gv");
const innerGuard = new RegExp(`([;\\t\\r\\n])'${innerStart.source}`, "gv");

/**
 * An E.164 number for a spreadsheet: one space after its calling code keeps "+447911123456" from becoming a quantity, and
 * an import takes it out again. Anything else comes back as it was.
 */
export function phoneCell(number: string): string {
  const code = callingCodeOf(number);
  return code === undefined ? number : `${code} ${number.slice(code.length)}`;
}

const spacedPhone = /^\+\d{1,3} \d{4,14}$/;
