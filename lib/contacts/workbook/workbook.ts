import { createCsvBlob } from "./csv-blob";
import { createOdsRows } from "./ods-rows";
import { fileAsPart, findPart, openParts, type Part } from "./parts";
import { readXml } from "./read-xml";
import { createSheetPeek } from "./sheet-peek";
import { openVcards } from "./vcard";
import {
  type BookFile,
  damaged,
  protectedWorkbook,
  type ReadOptions,
  type Sheet,
  type SheetSink,
  type Workbook,
} from "./workbook-types";
import { openXlsx } from "./xlsx";

/** Opens a file that holds sheets, and looks into each; rejects with the Problem's sentence where it cannot be read. */
export async function openWorkbook(file: Blob, kind: BookFile, options: ReadOptions): Promise<Workbook> {
  if (kind === "vcard") return openVcards(file);
  if (kind === "flatOpenDocument") return openOds(fileAsPart(file), options);
  const parts = await openParts(file);
  const content = findPart(parts, "content.xml");
  return content && !findPart(parts, "xl/workbook.xml")
    ? openOds(content, { ...options, manifest: findPart(parts, "META-INF/manifest.xml") })
    : openXlsx(parts, options);
}

const limitBytes = 2 * 1024 ** 3;

type OdsOptions = ReadOptions & { manifest?: Part | undefined };

/** An OpenDocument spreadsheet (.ods), or its form as one file of XML (.fods). Every sheet of it stands in one part. */
async function openOds(content: Part, { manifest, onProgress, signal }: OdsOptions): Promise<Workbook> {
  if (manifest && (await isEncrypted(manifest))) throw protectedWorkbook();
  const sheets = await survey(content, { onProgress, signal });
  if (sheets.length === 0) throw damaged();
  return {
    kind: "openDocument",
    sheets,
    async toCsv(sheet, options) {
      const csv = createCsvBlob();
      const onBytes = (read: number) => options.onProgress(Math.min(read, content.bytes), content.bytes, csv.rows());
      let isPast = false;
      const handlers = createOdsRows({
        sinkOf: (place) => (place === sheet ? csv : undefined),
        onSheet: (place) => {
          isPast = place >= sheet;
        },
      });
      await readXml(content, handlers, { limitBytes, onBytes, isEnough: () => isPast, signal: options.signal });
      onBytes(content.bytes);
      return csv.end();
    },
  };
}

async function survey(content: Part, { onProgress, signal }: ReadOptions): Promise<Sheet[]> {
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
