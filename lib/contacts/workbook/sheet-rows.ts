import { type Book, type Cell, cellText } from "./cell-text";
import type { XmlHandlers } from "./read-xml";
import { damaged } from "./refusals";
import { createRowCells } from "./row-cells";
import type { SheetSink } from "./workbook";

/** Turns a sheet's XML into rows, which count from 1. Rows that the XML leaves out are left out here too. */
export function createSheetRows(book: Book, sink: SheetSink): XmlHandlers {
  let isInData = false;
  let isInRow = false;
  let isHidden = false;
  let isPhonetic = false;
  let isValue = false;
  let column = -1;
  let cell: Cell | undefined;
  const rows = createRowCells();

  function startRow({ r, hidden, ht }: Attributes) {
    rows.begin(r === undefined ? rows.row() + 1 : Number(r));
    isInRow = true;
    // Rows that a filter or a closed outline takes away are hidden too.
    isHidden = isOn(hidden) || Number(ht ?? 1) === 0;
    column = -1;
  }

  function startColumns({ min, max, hidden, width }: Attributes) {
    if (isOn(hidden) || Number(width ?? 1) === 0) sink.hideColumns(Number(min) - 1, Number(max) - Number(min) + 1);
  }

  function startCell({ r, t = "n", s = "0" }: Attributes) {
    column = r === undefined ? column + 1 : columnOf(r);
    cell = { type: t, style: Number(s), value: "" };
  }

  return {
    open(name, attributes) {
      if (name === "sheetData") isInData = true;
      else if (name === "row" && isInData) startRow(attributes);
      else if (name === "c" && isInRow) startCell(attributes);
      else if (name === "col" && !isInData) startColumns(attributes);
      else if (name === "rPh") isPhonetic = true;
      else if (cell) isValue = cell.type === "inlineStr" ? name === "t" && !isPhonetic : name === "v";
    },
    text(text) {
      if (cell && isValue) cell.value += text;
    },
    close(name) {
      isValue = false;
      if (name === "c" && cell) {
        rows.put(column, cellText(cell, book));
        cell = undefined;
      } else if (name === "rPh") isPhonetic = false;
      else if (name === "sheetData") isInData = false;
      else if (name === "row" && isInRow) {
        isInRow = false;
        sink.row(rows.row(), rows.cells(), isHidden);
      }
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

const isOn = (written: string | undefined) => written !== undefined && /^(1|true|on)$/i.test(written);

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
