export type CsvCell = string | number | null | undefined;

/** CSV text (RFC 4180) that a spreadsheet opens without running any of it. */
export function csvOf(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [lineOf(header)];
  for (const row of rows) lines.push(lineOf(row));
  return `${lines.join("\r\n")}\r\n`;
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers. */
export function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const safe = formulaStart.test(cell) && !spacedPhone.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly CsvCell[]) => cells.map(csvCell).join(",");

/** `=`, `+`, `-`, `@`, also full-width, tab and carriage return, behind blanks that an import may trim as well. */
const formulaStart = /^(?:[\t\r]|[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * An E.164 number for a spreadsheet: one space after its calling code keeps "+447911123456" from becoming a quantity, and
 * an import takes it out again. Anything else comes back as it was.
 */
export function phoneCell(number: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return number;
  const code = callingCode.exec(number)?.[0] ?? number.slice(0, 4);
  return `${code} ${number.slice(code.length)}`;
}

const spacedPhone = /^\+\d{1,3} \d{4,14}$/;
// Calling codes of one and two digits (ITU-T E.164); every other code has three.
const callingCode = /^\+(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
