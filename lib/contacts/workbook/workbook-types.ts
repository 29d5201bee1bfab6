import { Problem } from "@/lib/contract/problem";

/** Sheet of a workbook. `contacts` is the size of its list, exact or estimated; undefined if it has none. */
export type Sheet = {
  name: string;
  /** Very hidden sheets can be shown only by programs, never from a menu. */
  visibility: "visible" | "hidden" | "veryHidden";
  contacts?: { count: number; isAbout: boolean };
  /** A sentence of a sheet without a list, such as a note about who may be called. */
  text?: string;
};

export type ReadOptions = {
  /** Counts unpacked bytes. */
  onProgress: (readBytes: number, totalBytes: number, rows: number) => void;
  signal: AbortSignal;
};

/** A sheet as UTF-8 CSV. Row n is row n of the sheet; blank rows at the end are omitted. */
export type SheetText = {
  text: Blob;
  /** 1 for each non-blank row that the workbook hides, from the first row on. */
  hiddenRows: Uint8Array;
  hiddenColumns: ReadonlySet<number>;
};

export type WorkbookKind = "excel" | "openDocument";

export type Workbook = {
  kind: WorkbookKind;
  /** In the workbook's order, including hidden ones. */
  sheets: readonly Sheet[];
  toCsv(sheet: number, options: ReadOptions): Promise<SheetText>;
};

/** Receives the contents of a sheet. Rows count from 1, columns from 0. */
export type SheetSink = {
  row(row: number, cells: string[], isHidden: boolean): void;
  hideColumns(from: number, count: number): void;
};

const refusal = (sentence: string) => new Problem("bad_input", sentence);

export const damaged = (cause?: unknown) =>
  new Problem("bad_input", "This workbook is damaged. Open it in Excel, save it again, and choose the new file.", {
    cause,
  });

export const protectedWorkbook = () =>
  refusal("This workbook is protected by a password. Save it as .xlsx without a password, or as CSV UTF-8.");

export const binaryWorkbook = () =>
  refusal("This is a binary Excel workbook (.xlsb). Open it in Excel and save it as .xlsx.");

export const tooLarge = (sentence: string) => new Problem("too_large", sentence);

export const growsTooMuch = () =>
  tooLarge("This workbook unpacks to far more than a list would. Save the list as CSV UTF-8 and choose that file.");

export const otherZip = () =>
  refusal(
    "This is no Excel or OpenDocument workbook. Save the list as .xlsx or CSV. If it is a zip file, unpack it first.",
  );
