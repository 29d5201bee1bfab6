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
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly CsvCell[]) => cells.map(csvCell).join(",");

/** `=`, `+`, `-`, `@`, also full-width, tab and carriage return, behind blanks that an import may trim as well. */
const formulaStart = /^(?:[\t\r]|[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
