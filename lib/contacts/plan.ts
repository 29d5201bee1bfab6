import type { KeptAnyway, Suggested } from "@/lib/contacts/row-status/row-status";
import { limits } from "./limits";

/** Encodings that every browser decodes. UTF-8 and UTF-16 are recognized by bytes, the others by letters. */
export const encodingNames = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "windows-1251": "Windows-1251",
  "windows-1253": "Windows-1253",
  "windows-1254": "Windows-1254",
  "windows-1255": "Windows-1255",
  "windows-1256": "Windows-1256",
  "windows-1257": "Windows-1257",
  "windows-1258": "Windows-1258",
  "windows-874": "Windows-874",
  "iso-8859-2": "ISO-8859-2",
  "iso-8859-5": "ISO-8859-5",
  "iso-8859-6": "ISO-8859-6",
  "iso-8859-7": "ISO-8859-7",
  "iso-8859-15": "ISO-8859-15",
  "koi8-r": "KOI8-R",
  "koi8-u": "KOI8-U",
  ibm866: "IBM866",
  macintosh: "Mac Roman",
  "x-mac-cyrillic": "Mac Cyrillic",
  shift_jis: "Shift JIS",
  "euc-jp": "EUC-JP",
  gb18030: "GB18030",
  big5: "Big5",
  "euc-kr": "EUC-KR",
} as const;

export type Encoding = keyof typeof encodingNames;

export const encodings = Object.keys(encodingNames) as readonly Encoding[];

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a file's bytes become rows. */
export type Format = {
  encoding: Encoding;
  delimiter: Delimiter;
  /** Rows above the header, such as a `sep=` line or a title. Without a header, rows above the first contact. */
  skippedRows: number;
  hasHeader: boolean;
  /** The text was converted from a sheet. Its numbers are the sheet's values. */
  isSheet?: true;
};

/**
 * Condition on a column: only rows with one of the values are sent, compared by `valueKey`. Null sends every row,
 * whatever the column says. No values mean that the question is open.
 */
export type ColumnRule = { column: number; values: readonly string[] | null };

/** Columns that are sent, by index from 0. Several name columns are joined by spaces. */
export type Mapping = {
  phone: number;
  name: readonly number[];
  /** Column of the number of rows that have none in `phone` that can be called. */
  fallback?: number;
  /** Further columns of numbers that are blocked or compared. By default all that the file has. */
  others?: readonly number[];
  /** Column with the country of each row. It wins over the chosen country. */
  country?: number;
  /** Column with the area code of each number. */
  area?: number;
};

export type Rules = {
  /** ISO 3166 country of numbers without a country code; null leaves them to be fixed. */
  country: string | null;
  /** Treatment of rows with extra cells: hold the row, drop the cells, or join them into the name. */
  extraCells: "hold" | "drop" | "join";
  /** Statuses whose suggestions are applied to all rows, and those whose rows are sent although they look wrong. */
  usesSuggestions: readonly (Suggested | KeptAnyway)[];
  /** Sends rows that the workbook hides. */
  sendsHidden: boolean;
  /** Which of several rows with one number is sent. */
  keeps: "first" | "last";
  /** Treatment of an empty name: an error, or the row's number as its name. */
  emptyName: "error" | "number";
  /** Countries whose numbers are sent, as named in the report; null for all. */
  countries: readonly string[] | null;
  /** Conditions that a row must all meet to be sent. */
  only: readonly ColumnRule[];
  /** The numbers are to be blocked: words such as "do not call" do not hold a row, nor does an unknown range. */
  blocks?: true;
};

/** A person's changes to one row. With an edited name, the number of cells no longer matters. */
export type Edit = {
  phone?: string;
  name?: string;
  isLeftOut?: boolean;
  /** The person may be called, although a cell of the row says no. */
  isAllowed?: true;
};

/** Everything that determines the row statuses. A file and a plan always give the same result. */
export type Plan = {
  format: Format;
  mapping: Mapping;
  rules: Rules;
  /** By row number, from 1. */
  edits: ReadonlyMap<number, Edit>;
};

export const plainRules: Rules = {
  country: null,
  extraCells: "hold",
  usesSuggestions: [],
  sendsHidden: false,
  keeps: "first",
  emptyName: "error",
  countries: null,
  only: [],
};

/** The plan with one row changed; undefined if no more rows may be edited. */
export function editRow(plan: Plan, row: number, change: Edit): Plan | undefined {
  const previous = plan.edits.get(row);
  if (!previous && plan.edits.size >= limits.editedRows) return undefined;
  const { isLeftOut, ...typed } = { ...previous, ...change };
  const edit: Edit = isLeftOut ? { ...typed, isLeftOut } : typed;
  const edits = new Map(plan.edits);
  if (Object.keys(edit).length === 0) edits.delete(row);
  else edits.set(row, edit);
  return { ...plan, edits };
}
