/** A sheet of a workbook. `contacts` says about how many a list in it has; it is not there where there is no list. */
export type Sheet = {
  name: string;
  /** Very hidden sheets are shown by programs only, never by a menu. */
  visibility: "visible" | "hidden" | "veryHidden";
  contacts?: { count: number; isAbout: boolean };
};

export type ReadOptions = {
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
  toCsv(sheet: number, options: ReadOptions): Promise<SheetText>;
};

/** Takes what a reader finds in a sheet. Rows count from 1, columns from 0. */
export type SheetSink = {
  row(row: number, cells: string[], isHidden: boolean): void;
  hideColumns(from: number, count: number): void;
};

/** What can hold a list and is no plain text, as its first bytes tell it. */
export type BookFile = "zip" | "flatOpenDocument" | "vcard";
