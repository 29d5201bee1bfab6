import { type Book, type Cell, cellText } from "./cell-text";
import { createCsvBlob } from "./csv-blob";
import { type Layout, readLayout } from "./layout";
import { type NumberFormat, numberFormat } from "./number-format";
import type { PackageParts, Part } from "./parts";
import { readXml, type XmlHandlers } from "./read-xml";
import { createRowCells } from "./row-cells";
import { readSharedStrings } from "./shared-strings";
import { createSheetPeek } from "./sheet-peek";
import { damaged, type ReadOptions, type Sheet, type SheetSink, type Workbook } from "./workbook-types";

const sheetLimitBytes = 2 * 1024 ** 3;

/** An Excel workbook (.xlsx, .xlsm). */
export async function openXlsx(parts: PackageParts, options: ReadOptions): Promise<Workbook> {
  const layout = await readLayout(parts);
  const { sharedStrings } = layout;
  const before = sharedStrings?.bytes ?? 0;
  const readBook = createBookReader(layout);
  const bookIn = ({ onProgress, signal }: ReadOptions, total: number) =>
    readBook(signal, (read) => onProgress(Math.min(read, before), total, 0));
  return {
    kind: "excel",
    sheets:
      layout.sheets.length === 1 ? layout.sheets.map(unread) : await surveyed(layout, await bookIn(options, before)),
    async toCsv(sheet, options) {
      const part = layout.sheets[sheet]?.part;
      if (!part) throw damaged();
      const total = before + part.bytes;
      const csv = createCsvBlob();
      const book = await bookIn(options, total);
      const onBytes = (read: number) => options.onProgress(Math.min(before + read, total), total, csv.rows());
      const { signal } = options;
      await readXml(part, createSheetRows(book, csv), { limitBytes: sheetLimitBytes, onBytes, signal });
      onBytes(part.bytes);
      return csv.end();
    },
  };

  async function surveyed({ sheets }: Layout, book: Book): Promise<Sheet[]> {
    const found: Sheet[] = [];
    let left = surveyBytes;
    for (const sheet of sheets) {
      const { read, ...rest } = await peek(sheet, book, left);
      left -= read;
      found.push(rest);
    }
    return found;
  }

  async function peek(sheet: Layout["sheets"][number], book: Book, left: number) {
    const preview = createSheetPeek();
    const { part } = sheet;
    let read = 0;
    const isEnough = (bytes: number) => {
      read = bytes;
      return bytes > Math.min(Math.max(left, 0), mostPeekedBytes);
    };
    // A sheet that is damaged says so when it is chosen.
    if (part)
      await readXml(part, createSheetRows(book, preview), {
        isEnough,
        limitBytes: sheetLimitBytes,
        signal: options.signal,
      }).catch(() => {
        options.signal.throwIfAborted();
      });
    return { ...unread(sheet), ...preview.found(part && read < part.bytes ? part.bytes / read : 1), read };
  }
}

/** What is read to see whether sheets hold lists: of all of them together, and of one at most. */
const surveyBytes = 16 * 1024 * 1024;
const mostPeekedBytes = 2 * 1024 * 1024;

const unread = ({
  name,
  visibility,
}: {
  name: string;
  visibility: Sheet["visibility"];
  part?: Part | undefined;
}): Sheet => ({
  name,
  visibility,
});

/** Reads what all sheets share, once it is needed, and keeps it. */
function createBookReader({ sharedStrings, styles, is1904 }: Layout) {
  let kept: Book | undefined;
  return async (signal: AbortSignal, onBytes: (readBytes: number) => void): Promise<Book> => {
    kept ??= {
      sharedStrings: sharedStrings ? await readSharedStrings(sharedStrings, { signal, onBytes }) : [],
      formats: styles ? await readStyles(styles) : [],
      is1904,
    };
    return kept;
  };
}

/** What each cell style makes of a number, by the style's place. */
async function readStyles(part: Part): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await readXml(part, {
    open(name, { numFmtId = "0", formatCode }) {
      if (name === "cellXfs") isInCells = true;
      else if (name === "numFmt" && formatCode !== undefined && !isInCells) codes.set(Number(numFmtId), formatCode);
      else if (name === "xf" && isInCells) ids.push(Number(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}

/** Turns a sheet's XML into rows, which count from 1. Rows that the XML leaves out are left out here too. */
function createSheetRows(book: Book, sink: SheetSink): XmlHandlers {
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
