import type { Sheet } from "@/lib/contacts/engine";
import { createCsvBlob } from "./csv-blob";
import { createOdsRows } from "./ods-rows";
import { openParts, type Part, partAt, partOf } from "./parts";
import { readXml } from "./read-xml";
import { damaged, isProtected } from "./refusals";
import { createSheetPeek } from "./sheet-peek";
import { openVcards } from "./vcard";
import { openXlsx } from "./xlsx";

export type Reading = {
  /** Bytes are those of what is unpacked. */
  onProgress: (readBytes: number, totalBytes: number, rows: number) => void;
  signal: AbortSignal;
};

/** A sheet as UTF-8 CSV. Row n of it is row n of the sheet; blank rows at the end are left out. */
export type SheetText = {
  text: Blob;
  /** 1 for each row, from the first, that holds something and that the workbook does not show. */
  hiddenRows: Uint8Array;
  hiddenColumns: ReadonlySet<number>;
};

export type WorkbookKind = "excel" | "openDocument" | "vcard";

export type Workbook = {
  kind: WorkbookKind;
  /** In the workbook's order, hidden ones too. */
  sheets: readonly Sheet[];
  toCsv(sheet: number, reading: Reading): Promise<SheetText>;
};

/** Takes what a reader finds in a sheet. Rows count from 1, columns from 0. */
export type SheetSink = {
  row(row: number, cells: string[], isHidden: boolean): void;
  hideColumns(from: number, count: number): void;
};

/** What can hold a list and is no plain text, as its first bytes tell it. */
export type BookFile = "zip" | "flatOpenDocument" | "vcard";

/** Opens a file that holds sheets, and looks into each; rejects with the Problem's sentence where it cannot be read. */
export async function openWorkbook(file: Blob, kind: BookFile, reading: Reading): Promise<Workbook> {
  if (kind === "vcard") return openVcards(file);
  if (kind === "flatOpenDocument") return openOds(partOf(file), reading);
  const parts = await openParts(file);
  const content = partAt(parts, "content.xml");
  return content && !partAt(parts, "xl/workbook.xml")
    ? openOds(content, { ...reading, manifest: partAt(parts, "META-INF/manifest.xml") })
    : openXlsx(parts, reading);
}

const limitBytes = 2 * 1024 ** 3;

type OdsReading = Reading & { manifest?: Part | undefined };

/** An OpenDocument spreadsheet (.ods), or its form as one file of XML (.fods). Every sheet of it stands in one part. */
async function openOds(content: Part, { manifest, onProgress, signal }: OdsReading): Promise<Workbook> {
  if (manifest && (await isEncrypted(manifest))) throw isProtected();
  const sheets = await survey(content, { onProgress, signal });
  if (sheets.length === 0) throw damaged();
  return {
    kind: "openDocument",
    sheets,
    async toCsv(sheet, options) {
      const csv = createCsvBlob();
      const tell = (read: number) => options.onProgress(Math.min(read, content.bytes), content.bytes, csv.rows());
      let isPast = false;
      const handlers = createOdsRows({
        sinkOf: (place) => (place === sheet ? csv : undefined),
        onSheet: (place) => {
          isPast = place >= sheet;
        },
      });
      await readXml(content, handlers, { limitBytes, onBytes: tell, isEnough: () => isPast, signal: options.signal });
      tell(content.bytes);
      return csv.end();
    },
  };
}

async function survey(content: Part, { onProgress, signal }: Reading): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  let preview = createSheetPeek();
  const sinkOf = (): SheetSink => {
    preview = createSheetPeek();
    return preview;
  };
  const handlers = createOdsRows({
    sinkOf,
    onSheet: (_, { name, isHidden }) =>
      sheets.push({ name, visibility: isHidden ? "hidden" : "visible", ...preview.found(1) }),
  });
  const onBytes = (read: number) => onProgress(Math.min(read, content.bytes), content.bytes, 0);
  await readXml(content, handlers, { limitBytes, onBytes, signal });
  return sheets;
}

async function isEncrypted(manifest: Part): Promise<boolean> {
  let isSo = false;
  await readXml(manifest, {
    open(name) {
      if (name === "encryption-data") isSo = true;
    },
  });
  return isSo;
}
