import { limits } from "@/lib/contacts/limits";
import { damaged, growsTooMuch, tooLarge } from "./workbook-types";

export const maxRows = 1_048_576;
export const maxColumns = 16_384;
const maxRowCharacters = 16 * 1024 * 1024;
/** A few bytes can put a cell into the last column of every row, with thousands of blank ones before it. */
const maxFarCells = 4_000_000;

/** Collects the cells of one row at a time, within the limits of spreadsheets. Rows count from 1, columns from 0. */
export function createRowCells() {
  let row = 0;
  let cells: string[] = [];
  let characters = 0;
  let farCells = 0;

  return {
    row: () => row,
    cells: () => cells,
    begin(next: number) {
      if (!(Number.isInteger(next) && next > row)) throw damaged();
      if (next > maxRows) throw tooLarge("This sheet has more than 1,048,576 rows.");
      row = next;
      cells = [];
      characters = 0;
    },
    /** Cells must be added from left to right. Empty ones are skipped. */
    put(column: number, text: string) {
      if (column >= maxColumns) throw tooLarge("This sheet has more than 16,384 columns.");
      if (text === "") return;
      characters += text.length;
      if (characters > maxRowCharacters) throw tooLarge(`Row ${row} is longer than 16 MB.`);
      farCells += Math.max(0, column + 1 - Math.max(cells.length, limits.columns));
      if (farCells > maxFarCells) throw growsTooMuch();
      while (cells.length < column) cells.push("");
      cells[column] = text;
    },
  };
}
