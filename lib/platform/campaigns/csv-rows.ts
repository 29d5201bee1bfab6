import Papa from "papaparse";
import { ApiError } from "@/lib/platform/http/api-error";

/** A row of a CSV file. `line` is where it starts, counted as an editor does; `isMalformed` where its quotes make no sense. */
export type CsvRow = { line: number; cells: string[]; isMalformed: boolean };

/** The rows of a CSV as its text arrives, in the groups they came in; blank lines are left out but counted. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const parser = new Papa.Parser({ delimiter: ",", newline: "\n" });
  let rest = "";
  let line = 1;

  function parse(isLast: boolean) {
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const malformed = new Set(errors.map(({ row }) => row));
    const rows: CsvRow[] = [];
    const mayHoldLines = rest.includes('"');
    for (const [index, cells] of data.entries()) {
      if (cells.length > 1 || cells[0]?.trim()) rows.push({ line, cells, isMalformed: malformed.has(index) });
      const unclosed = isLast && errors.some(({ code, row }) => code === "MissingQuotes" && row === index);
      if (unclosed)
        throw new ApiError("not_csv", `A quotation mark opened on line ${line} is never closed.`, { row: line });
      line += 1 + (mayHoldLines ? breaksIn(cells) : 0);
    }
    rest = isLast ? "" : rest.slice(meta.cursor);
    return rows;
  }

  let heldBack = "";
  for await (const part of text) {
    const joined = heldBack + part;
    // The line feed of a carriage return may be in the next part.
    heldBack = joined.endsWith("\r") ? "\r" : "";
    const lines = joined.slice(0, joined.length - heldBack.length).replace(/\r\n?/g, "\n");
    rest += lines;
    if (lines.includes("\n")) yield parse(false);
    if (rest.length > longestRow)
      throw new ApiError("not_csv", `The row on line ${line} is longer than ${longestRow} characters.`, { row: line });
  }
  yield parse(true);
}

const longestRow = 64 * 1024;

const breaksIn = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
