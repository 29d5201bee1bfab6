import { createCsvBlob } from "./csv-blob";
import { OdsRows } from "./ods-rows";
import { findPart, openParts, type Part } from "./parts";
import { readXml } from "./read-xml";
import { createSheetPeek } from "./sheet-peek";
import {
  damaged,
  protectedWorkbook,
  type ReadOptions,
  type Sheet,
  type SheetSink,
  type Workbook,
} from "./workbook-types";
import { openXlsx } from "./xlsx";

/** Opens a workbook and samples each of its sheets. Rejects with a Problem if it cannot be read. */
export async function openWorkbook(file: Blob, options: ReadOptions): Promise<Workbook> {
  const parts = await openParts(file);
  const content = findPart(parts, "content.xml");
  return content && !findPart(parts, "xl/workbook.xml")
    ? openOds(content, { ...options, manifest: findPart(parts, "META-INF/manifest.xml") })
    : openXlsx(parts, options);
}

const limitBytes = 2 * 1024 ** 3;

type OdsOptions = ReadOptions & { manifest?: Part | undefined };

/** OpenDocument spreadsheet (.ods). All its sheets are in one part. */
async function openOds(content: Part, { manifest, onProgress, signal }: OdsOptions): Promise<Workbook> {
  if (manifest && (await isEncrypted(manifest))) throw protectedWorkbook();
  const sheets = await surveySheets(content, { onProgress, signal });
  if (sheets.length === 0) throw damaged();
  return {
    kind: "openDocument",
    sheets,
    async toCsv(sheet, options) {
      const csv = createCsvBlob(content.bytes);
      const onBytes = (read: number) => options.onProgress(Math.min(read, content.bytes), content.bytes, csv.rows());
      let isPast = false;
      const handlers = new OdsRows({
        sinkOf: (index) => (index === sheet ? csv : undefined),
        onSheet: (index) => {
          isPast = index >= sheet;
        },
      });
      await readXml(content, handlers, { limitBytes, onBytes, isEnough: () => isPast, signal: options.signal });
      onBytes(content.bytes);
      return csv.end();
    },
  };
}

async function surveySheets(content: Part, { onProgress, signal }: ReadOptions): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  let peek = createSheetPeek();
  const sinkOf = (): SheetSink => {
    peek = createSheetPeek();
    return peek;
  };
  const handlers = new OdsRows({
    sinkOf,
    onSheet: (_, { name, isHidden }) =>
      sheets.push({ name, visibility: isHidden ? "hidden" : "visible", ...peek.estimate(1) }),
  });
  const onBytes = (read: number) => onProgress(Math.min(read, content.bytes), content.bytes, 0);
  await readXml(content, handlers, { limitBytes, onBytes, signal });
  return sheets;
}

async function isEncrypted(manifest: Part): Promise<boolean> {
  let hasEncryption = false;
  await readXml(manifest, {
    open(name) {
      if (name === "encryption-data") hasEncryption = true;
    },
  });
  return hasEncryption;
}
