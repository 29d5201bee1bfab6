import type { Sheet } from "@/lib/contacts/engine";
import { openOds } from "./ods";
import { openParts, partAt, partOf } from "./parts";
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
