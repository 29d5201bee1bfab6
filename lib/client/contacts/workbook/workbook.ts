import type { Book } from "./cell-text";
import { createCsvBlob } from "./csv-blob";
import { type Layout, readLayout } from "./layout";
import { openParts, type Part } from "./parts";
import { readXml } from "./read-xml";
import { damaged } from "./refusals";
import { readSharedStrings } from "./shared-strings";
import { createSheetRows } from "./sheet-rows";
import { readStyles } from "./styles";

export type ToCsv = {
  /** Bytes are those of the unpacked sheet and of the texts that it shares with others. */
  onProgress: (readBytes: number, totalBytes: number, rows: number) => void;
  signal: AbortSignal;
};

export type Workbook = {
  /** In the workbook's order, hidden ones too. */
  sheets: readonly string[];
  firstVisible: number;
  /** The sheet as UTF-8 CSV. Row n of it is row n of the sheet; blank rows at the end are left out. */
  toCsv(sheet: number, options: ToCsv): Promise<Blob>;
};

const sheetLimitBytes = 2 * 1024 ** 3;

/** Opens an Excel workbook (.xlsx, .xlsm); rejects with the Problem's sentence where it is none or cannot be read. */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const layout = await readLayout(await openParts(file));
  const readBook = createBookReader(layout);
  return {
    sheets: layout.sheets.map(({ name }) => name),
    firstVisible: Math.max(
      layout.sheets.findIndex(({ isHidden }) => !isHidden),
      0,
    ),
    async toCsv(sheet, options) {
      const part = layout.sheets[sheet]?.part;
      if (!part) throw damaged();
      const { sharedStrings } = layout;
      const before = sharedStrings?.bytes ?? 0;
      const total = before + part.bytes;
      const book = await readBook(options.signal, (read) => options.onProgress(Math.min(read, before), total, 0));
      const onProgress = (read: number, rows: number) =>
        options.onProgress(Math.min(before + read, total), total, rows);
      return writeSheet(part, book, { ...options, onProgress });
    },
  };
}

type Writing = Omit<ToCsv, "onProgress"> & { onProgress: (readBytes: number, rows: number) => void };

async function writeSheet(part: Part, book: Book, { onProgress, signal }: Writing) {
  const csv = createCsvBlob();
  const handlers = createSheetRows(book, csv.add);
  await readXml(part, handlers, {
    limitBytes: sheetLimitBytes,
    onBytes: (read) => onProgress(read, csv.rows()),
    signal,
  });
  onProgress(part.bytes, csv.rows());
  return csv.end();
}

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
