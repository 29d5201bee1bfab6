import { damaged, tooLarge } from "./workbook-types";

export const mostRows = 1_048_576;
export const mostColumns = 16_384;
const longestRow = 16 * 1024 * 1024;

/** One row after the other, within what a spreadsheet can hold. Rows count from 1, columns from 0. */
export function createRowCells() {
  let row = 0;
  let cells: string[] = [];
  let characters = 0;

  return {
    row: () => row,
    cells: () => cells,
    begin(next: number) {
      if (!(Number.isInteger(next) && next > row)) throw damaged();
      if (next > mostRows) throw tooLarge("This sheet has more than 1,048,576 rows.");
      row = next;
      cells = [];
      characters = 0;
    },
    /** Cells come from left to right; one that holds nothing is left out. */
    put(column: number, text: string) {
      if (column >= mostColumns) throw tooLarge("This sheet has more than 16,384 columns.");
      if (text === "") return;
      characters += text.length;
      if (characters > longestRow) throw tooLarge(`Row ${row} is longer than 16 MB.`);
      while (cells.length < column) cells.push("");
      cells[column] = text;
    },
  };
}
