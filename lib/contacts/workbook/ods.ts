import type { Sheet } from "@/lib/contacts/engine";
import { createCsvBlob } from "./csv-blob";
import { createOdsRows } from "./ods-rows";
import type { Part } from "./parts";
import { readXml } from "./read-xml";
import { damaged, isProtected } from "./refusals";
import { createSheetPeek } from "./sheet-peek";
import type { Reading, SheetSink, Workbook } from "./workbook";

const limitBytes = 2 * 1024 ** 3;

type OdsReading = Reading & { manifest?: Part | undefined };

/** An OpenDocument spreadsheet (.ods), or its form as one file of XML (.fods). Every sheet of it stands in one part. */
export async function openOds(content: Part, { manifest, onProgress, signal }: OdsReading): Promise<Workbook> {
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
  let look = createSheetPeek();
  const sinkOf = (): SheetSink => {
    look = createSheetPeek();
    return look;
  };
  const handlers = createOdsRows({
    sinkOf,
    onSheet: (_, { name, isHidden }) =>
      sheets.push({ name, visibility: isHidden ? "hidden" : "visible", ...look.found(1) }),
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
