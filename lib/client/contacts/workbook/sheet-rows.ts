import { type Book, type Cell, cellText } from "./cell-text";
import type { XmlHandlers } from "./read-xml";
import { damaged, tooLarge } from "./refusals";

const mostRows = 1_048_576;
const mostColumns = 16_384;
const longestRow = 16 * 1024 * 1024;

/** Turns a sheet's XML into rows, which count from 1. Rows that the XML leaves out are left out here too. */
export function createSheetRows(book: Book, onRow: (row: number, cells: string[]) => void): XmlHandlers {
  let isInData = false;
  let isInRow = false;
  let isPhonetic = false;
  let isValue = false;
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let characters = 0;
  let cell: Cell | undefined;

  function startRow(written: string | undefined) {
    const next = written === undefined ? row + 1 : Number(written);
    if (!(Number.isInteger(next) && next > row)) throw damaged();
    if (next > mostRows) throw tooLarge("This sheet has more than 1,048,576 rows.");
    row = next;
    isInRow = true;
    cells = [];
    column = -1;
    characters = 0;
  }

  function startCell({ r, t = "n", s = "0" }: Readonly<Record<string, string>>) {
    column = r === undefined ? column + 1 : columnOf(r);
    if (column >= mostColumns) throw tooLarge("This sheet has more than 16,384 columns.");
    cell = { type: t, style: Number(s), value: "" };
  }

  function endCell(ended: Cell) {
    const text = cellText(ended, book);
    cell = undefined;
    if (text === "") return;
    characters += text.length;
    if (characters > longestRow) throw tooLarge(`Row ${row} is longer than 16 MB.`);
    while (cells.length < column) cells.push("");
    cells[column] = text;
  }

  return {
    open(name, attributes) {
      if (name === "sheetData") isInData = true;
      else if (name === "row" && isInData) startRow(attributes.r);
      else if (name === "c" && isInRow) startCell(attributes);
      else if (name === "rPh") isPhonetic = true;
      else if (cell) isValue = cell.type === "inlineStr" ? name === "t" && !isPhonetic : name === "v";
    },
    text(text) {
      if (cell && isValue) cell.value += text;
    },
    close(name) {
      isValue = false;
      if (name === "c" && cell) endCell(cell);
      else if (name === "rPh") isPhonetic = false;
      else if (name === "sheetData") isInData = false;
      else if (name === "row" && isInRow) {
        isInRow = false;
        onRow(row, cells);
      }
    },
  };
}

/** A1 is column 0. */
function columnOf(place: string) {
  let column = 0;
  let at = 0;
  for (; at < place.length; at += 1) {
    const letter = (place.charCodeAt(at) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (at === 0 || at > 3) throw damaged();
  return column - 1;
}
