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

export async function openXlsx(parts: PackageParts, options: ReadOptions): Promise<Workbook> {
  const layout = await readLayout(parts);
  const { sharedStrings } = layout;
  const sharedBytes = sharedStrings?.bytes ?? 0;
  const readBook = createBookReader(layout);
  const readShared = ({ onProgress, signal }: ReadOptions, total: number) =>
    readBook(signal, (read) => onProgress(Math.min(read, sharedBytes), total, 0));
  return {
    kind: "excel",
    sheets:
      layout.sheets.length === 1
        ? layout.sheets.map(unsurveyed)
        : await survey(layout, await readShared(options, sharedBytes)),
    async toCsv(sheet, options) {
      const part = layout.sheets[sheet]?.part;
      if (!part) throw damaged();
      const total = sharedBytes + part.bytes;
      const csv = createCsvBlob(total);
      const book = await readShared(options, total);
      const onBytes = (read: number) => options.onProgress(Math.min(sharedBytes + read, total), total, csv.rows());
      const { signal } = options;
      await readXml(part, createSheetRows(book, csv), { limitBytes: sheetLimitBytes, onBytes, signal });
      onBytes(part.bytes);
      return csv.end();
    },
  };

  async function survey({ sheets }: Layout, book: Book): Promise<Sheet[]> {
    const surveyed: Sheet[] = [];
    let budgetBytes = surveyBytes;
    for (const [index, sheet] of sheets.entries()) {
      if (index >= maxSurveyed) {
        surveyed.push(unsurveyed(sheet));
        continue;
      }
      const { read, ...rest } = await peekSheet(sheet, book, budgetBytes);
      budgetBytes -= read;
      surveyed.push(rest);
    }
    return surveyed;
  }

  async function peekSheet(sheet: Layout["sheets"][number], book: Book, budgetBytes: number) {
    const peek = createSheetPeek();
    const { part } = sheet;
    let read = 0;
    const isEnough = (bytes: number) => {
      read = bytes;
      return bytes > Math.min(Math.max(budgetBytes, 0), maxPeekBytes);
    };
    // A damaged sheet is reported when it is chosen.
    if (part)
      await readXml(part, createSheetRows(book, peek), {
        isEnough,
        limitBytes: sheetLimitBytes,
        signal: options.signal,
      }).catch(() => {
        options.signal.throwIfAborted();
      });
    return { ...unsurveyed(sheet), ...peek.estimate(part && read < part.bytes ? part.bytes / read : 1), read };
  }
}

/** Bytes read to detect lists, in all sheets together and in one sheet at most. */
const surveyBytes = 16 * 1024 * 1024;
const maxPeekBytes = 2 * 1024 * 1024;
/** At least one piece of each is read. */
const maxSurveyed = 100;

const unsurveyed = ({
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

/** Reads the parts that all sheets share on first use, and caches them. */
function createBookReader({ sharedStrings, styles, is1904 }: Layout) {
  let cached: Book | undefined;
  return async (signal: AbortSignal, onBytes: (readBytes: number) => void): Promise<Book> => {
    cached ??= {
      sharedStrings: sharedStrings ? await readSharedStrings(sharedStrings, { signal, onBytes }) : [],
      formats: styles ? await readStyles(styles) : [],
      is1904,
    };
    return cached;
  };
}

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

/** Converts a sheet's XML to rows, which count from 1. Rows that the XML omits are omitted here too. */
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
    // Filters and collapsed outlines hide rows too.
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

/** Index of the column in a cell reference; 0 for "A1". */
function columnOf(reference: string) {
  let column = 0;
  let index = 0;
  for (; index < reference.length; index += 1) {
    const letter = (reference.charCodeAt(index) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (index === 0 || index > 3) throw damaged();
  return column - 1;
}
