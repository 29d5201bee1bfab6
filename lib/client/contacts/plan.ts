export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

export const encodingNames: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
};

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a file's bytes become rows. */
export type Format = {
  encoding: Encoding;
  delimiter: Delimiter;
  /** Rows above the header, or above the first contact where there is none: a `sep=` line, a title, blank lines. */
  skippedRows: number;
  hasHeader: boolean;
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
  /** Leaves out cells that a row has beyond its header, and takes the others as they stand. */
  dropsExtraCells: boolean;
  /** Of rows with the same number, the one that is sent. */
  keeps: "first" | "last";
  /** What an empty name becomes: nothing, which is an error, or the row's own number. */
  emptyName: "error" | "number";
  /** Whether a number in no range that is known to be assigned is sent. */
  unassigned: "sent" | "error";
  /** Countries whose numbers are sent, as the report names them; null is all of them. */
  countries: readonly string[] | null;
};

/** What a person typed over one row. An edited row is taken for its cells as they are, however many it has. */
export type Edit = { phone?: string; name?: string; isLeftOut?: boolean };

/** Everything that decides what becomes of a file's rows. The same file and plan always give the same verdicts. */
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
  dropsExtraCells: false,
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
