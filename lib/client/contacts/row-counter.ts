import Papa from "papaparse";
import { Problem } from "@/lib/contract/problem";
import { isBlank } from "./first-look";

export type Counted = {
  /** Contacts: rows below the header, blank ones left out. */
  rows: number;
  /** The first rows, to be looked at. */
  preview: { line: number; cells: string[] }[];
};

const longestRow = 64 * 1024;
const previewRows = 8;

/** Counts the rows of a CSV as its text comes in pieces; a line break inside quotation marks ends no row. */
export function createRowCounter() {
  const parser = new Papa.Parser({ delimiter: ",", newline: "\n" });
  const counted: Counted = { rows: 0, preview: [] };
  let hasHeader = false;
  let heldBack = "";
  let rest = "";
  let line = 1;

  function parse(isLast: boolean) {
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const mayHoldBreaks = rest.includes('"');
    for (const cells of data) {
      if (!isBlank(cells)) take(cells);
      line += 1 + (mayHoldBreaks ? breaksIn(cells) : 0);
    }
    if (isLast && errors.some(({ code }) => code === "MissingQuotes"))
      throw refused("A quotation mark near the end of the file is never closed. Everything after it reads as one row.");
    rest = isLast ? "" : rest.slice(meta.cursor);
  }

  function take(cells: string[]) {
    if (!hasHeader) {
      hasHeader = true;
      return;
    }
    counted.rows += 1;
    if (counted.preview.length < previewRows) counted.preview.push({ line, cells });
  }

  return {
    push(text: string) {
      const joined = heldBack + text;
      // The line feed of a carriage return may be in the next piece.
      heldBack = joined.endsWith("\r") ? "\r" : "";
      const lines = joined.slice(0, joined.length - heldBack.length).replace(/\r\n?/g, "\n");
      rest += lines;
      if (lines.includes("\n")) parse(false);
      if (rest.length > longestRow)
        throw refused(
          `The row on line ${line} is longer than 65,536 characters. A quotation mark in it may never be closed.`,
        );
    },
    end(): Counted {
      if (heldBack) rest += "\n";
      parse(true);
      return counted;
    },
  };
}

const refused = (sentence: string) => new Problem("bad_input", sentence);

const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
