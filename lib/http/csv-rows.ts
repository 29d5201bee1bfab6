import Papa from "papaparse";
import { FileFault } from "./file-fault";

/** `line` is the first line of the row, counted from 1. `isMalformed` is true if its quotes do not match. */
export type CsvRow = { line: number; cells: string[]; isMalformed: boolean };

/** Parses CSV as its text arrives and yields rows in batches. Blank lines are skipped but counted. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const parser = new Papa.Parser({ delimiter: ",", newline: "\n" });
  let rest = "";
  let line = 1;

  /** Without quotation marks each line is a row, and the parser would only be slower. */
  function split(isLast: boolean) {
    const lines = rest.split("\n");
    rest = isLast ? "" : (lines.pop() ?? "");
    const rows: CsvRow[] = [];
    for (const text of lines) {
      if (text.trim() !== "") rows.push({ line, cells: text.split(","), isMalformed: false });
      line += 1;
    }
    return rows;
  }

  function parse(isLast: boolean) {
    if (!rest.includes('"')) return split(isLast);
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const malformed = new Set(errors.map(({ row }) => row));
    const rows: CsvRow[] = [];
    const mayHoldLines = rest.includes('"');
    for (const [index, cells] of data.entries()) {
      if (cells.length > 1 || cells[0]?.trim()) rows.push({ line, cells, isMalformed: malformed.has(index) });
      const unclosed = isLast && errors.some(({ code, row }) => code === "MissingQuotes" && row === index);
      if (unclosed)
        throw new FileFault("not_csv", `A quotation mark opened on line ${line} is never closed.`, { row: line });
      line += 1 + (mayHoldLines ? lineBreaksIn(cells) : 0);
    }
    rest = isLast ? "" : rest.slice(meta.cursor);
    return rows;
  }

  let carriageReturn = "";
  for await (const chunk of text) {
    const joined = carriageReturn + chunk;
    // The line feed after a carriage return can be in the next chunk.
    carriageReturn = joined.endsWith("\r") ? "\r" : "";
    const lines = joined.slice(0, joined.length - carriageReturn.length).replace(/\r\n?/g, "\n");
    rest += lines;
    if (lines.includes("\n")) yield parse(false);
    if (rest.length > maxRowLength)
      throw new FileFault("not_csv", `The row on line ${line} is longer than ${maxRowLength} characters.`, {
        row: line,
      });
  }
  yield parse(true);
}

const maxRowLength = 64 * 1024;

const lineBreaksIn = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
