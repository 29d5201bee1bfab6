import type { Sheet } from "@/lib/contacts/engine";
import type { Book } from "./cell-text";
import { createCsvBlob } from "./csv-blob";
import { type Layout, readLayout } from "./layout";
import type { Part, Parts } from "./parts";
import { readXml } from "./read-xml";
import { damaged } from "./refusals";
import { readSharedStrings } from "./shared-strings";
import { createSheetPeek } from "./sheet-peek";
import { createSheetRows } from "./sheet-rows";
import { readStyles } from "./styles";
import type { Reading, Workbook } from "./workbook";

const sheetLimitBytes = 2 * 1024 ** 3;

/** An Excel workbook (.xlsx, .xlsm). */
export async function openXlsx(parts: Parts, reading: Reading): Promise<Workbook> {
  const layout = await readLayout(parts);
  const { sharedStrings } = layout;
  const before = sharedStrings?.bytes ?? 0;
  const readBook = createBookReader(layout);
  const bookIn = ({ onProgress, signal }: Reading, total: number) =>
    readBook(signal, (read) => onProgress(Math.min(read, before), total, 0));
  return {
    kind: "excel",
    sheets:
      layout.sheets.length === 1 ? layout.sheets.map(unread) : await surveyed(layout, await bookIn(reading, before)),
    async toCsv(sheet, options) {
      const part = layout.sheets[sheet]?.part;
      if (!part) throw damaged();
      const total = before + part.bytes;
      const csv = createCsvBlob();
      const book = await bookIn(options, total);
      const tell = (read: number) => options.onProgress(Math.min(before + read, total), total, csv.rows());
      const { signal } = options;
      await readXml(part, createSheetRows(book, csv), { limitBytes: sheetLimitBytes, onBytes: tell, signal });
      tell(part.bytes);
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
    const look = createSheetPeek();
    const { part } = sheet;
    let read = 0;
    const isEnough = (bytes: number) => {
      read = bytes;
      return bytes > Math.min(Math.max(left, 0), mostPeekedBytes);
    };
    // A sheet that is damaged says so when it is chosen.
    if (part)
      await readXml(part, createSheetRows(book, look), {
        isEnough,
        limitBytes: sheetLimitBytes,
        signal: reading.signal,
      }).catch(() => {
        reading.signal.throwIfAborted();
      });
    return { ...unread(sheet), ...look.found(part && read < part.bytes ? part.bytes / read : 1), read };
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
