import type { Suggested } from "@/lib/contacts/validate/row-status";

/** Those that every browser reads. UTF-8 and UTF-16 are recognized by their bytes, the others by the letters that appear. */
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
  /** Set where cells with the separator in them stand between apostrophes instead of quotation marks. */
  quote?: "'";
  /** Rows above the header, or above the first contact where there is none: a `sep=` line, a title, blank lines. */
  skippedRows: number;
  hasHeader: boolean;
  /** The text was made here of a sheet: its quotation marks are right, and numbers in it are those of the sheet. */
  isSheet?: true;
};

/** Which of the file's columns are sent, by position from 0. Several columns make one name, a space between them. */
export type Mapping = { phone: number; name: readonly number[] };

export type Rules = {
  /** ISO 3166 country of numbers that are written without a country code; null leaves them for a person. */
  country: string | null;
  /** Puts + before digits that begin with a country code and are a number there. */
  addsPlus: boolean;
  /** Takes a number without the extension behind it. */
  dropsExtensions: boolean;
  /** What becomes of a row with more cells than the header: it is held, or loses the last ones, or its name takes them in. */
  extraCells: "hold" | "drop" | "join";
  /** What is suggested for rows of these kinds is used wherever something is. */
  usesSuggestions: readonly Suggested[];
  /** Sends rows that the workbook does not show. */
  sendsHidden: boolean;
  /** Of rows with the same number, the one that is sent. */
  keeps: "first" | "last";
  /** What an empty name becomes: nothing, which is an error, or the row's own number. */
  emptyName: "error" | "number";
  /** Whether a number in no range that is known to be assigned is sent. */
  unassigned: "sent" | "error";
  /** Countries whose numbers are sent, as the report names them; null is all of them. */
  countries: readonly string[] | null;
};

/** What a person typed over one row. Once its name is typed, a row is taken for its two cells, however many it has. */
export type Edit = { phone?: string; name?: string; isLeftOut?: boolean };

/** Everything that decides what becomes of a file's rows. The same file and plan always give the same statuses. */
export type Plan = {
  format: Format;
  mapping: Mapping;
  rules: Rules;
  /** By row. */
  edits: ReadonlyMap<number, Edit>;
};

export const plainRules: Rules = {
  country: null,
  addsPlus: false,
  dropsExtensions: false,
  extraCells: "hold",
  usesSuggestions: [],
  sendsHidden: false,
  keeps: "first",
  emptyName: "error",
  unassigned: "sent",
  countries: null,
};

/** The most that is read: above the first the page says that nobody has tried so much, above the second it stops. */
export const limits = {
  triedRows: 1_000_000,
  rows: 5_000_000,
  bytes: 512 * 1024 * 1024,
  lineBytes: 64 * 1024,
  columns: 256,
  nameCharacters: 200,
  quotedCharacters: 2_000,
  editedRows: 1_000,
} as const;

/** The plan with one row changed; undefined where no more rows may be changed by hand. */
export function editRow(plan: Plan, row: number, change: Edit): Plan | undefined {
  const before = plan.edits.get(row);
  if (!before && plan.edits.size >= limits.editedRows) return undefined;
  const { isLeftOut, ...typed } = { ...before, ...change };
  const edit: Edit = isLeftOut ? { ...typed, isLeftOut } : typed;
  const edits = new Map(plan.edits);
  if (Object.keys(edit).length === 0) edits.delete(row);
  else edits.set(row, edit);
  return { ...plan, edits };
}
