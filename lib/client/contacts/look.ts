import { looksLikePhone } from "./check";
import { guessMapping } from "./column-names";
import type { Column, Look, Refusal } from "./engine";
import { isBlank } from "./judge";
import { type Format, limits } from "./plan";
import { sampleRows } from "./sniff";

const shownRows = 10;
const shownSamples = 3;

/** The first rows of a sample as a format reads them; a refusal where no list can be read from it so. */
export function lookAt(text: string, format: Format, { isWhole }: { isWhole: boolean }): Look | { refusal: Refusal } {
  const rows = sampleRows(text, format.delimiter);
  const header = format.hasHeader ? (rows[format.skippedRows] ?? []) : [];
  const first = format.skippedRows + (format.hasHeader ? 1 : 0);
  const contacts = rows
    .slice(first)
    .map((cells, at) => ({ row: first + at + 1, cells }))
    .filter(({ cells }) => !isBlank(cells));
  if (isWhole && contacts.length === 0) return { refusal: { sentence: emptyWords(rows, format) } };
  const width = format.hasHeader ? header.length : Math.max(1, ...contacts.map(({ cells }) => cells.length));
  if (width > limits.columns)
    return { refusal: { sentence: `This file has ${width} columns; ${limits.columns} are the most that are read.` } };
  const cells = contacts.map((contact) => contact.cells);
  const columns = columnsOf(header, cells, width);
  return {
    columns,
    rows: contacts.slice(0, shownRows),
    ...guessMapping(columns, cells),
    doubts: doubtsOf(rows, format, header),
  };
}

function columnsOf(header: readonly string[], rows: readonly (readonly string[])[], width: number): Column[] {
  const names = Array.from({ length: width }, (_, at) => (header[at] ?? "").trim());
  return names.map((name, at) => ({
    name,
    samples: rows.flatMap((cells) => cells[at]?.trim() || []).slice(0, shownSamples),
    isRepeated: name !== "" && names.filter((each) => each.toLowerCase() === name.toLowerCase()).length > 1,
  }));
}

function doubtsOf(rows: readonly (readonly string[])[], format: Format, header: readonly string[]): string[] {
  const skipped = rows.slice(0, format.skippedRows).filter((cells) => !isBlank(cells));
  const isWritten = skipped.some((cells) => !/^sep=/i.test(cells[0] ?? ""));
  const above = format.skippedRows;
  return [
    isWritten ? `${above === 1 ? "1 row" : `${above} rows`} above the list ${above === 1 ? "is" : "are"} skipped.` : [],
    !format.hasHeader ? "The first row looks like a contact, so it is read as one: this file has no header." : [],
    header.some(looksLikePhone) ? "The header row holds a phone number. It may be a contact." : [],
  ].flat();
}

function emptyWords(rows: readonly (readonly string[])[], format: Format) {
  if (rows.every(isBlank)) return "This file holds only blank lines.";
  if (format.hasHeader) return "This file has a header row but no contacts below it.";
  return "This file holds no contacts.";
}
