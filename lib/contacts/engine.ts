import type { Bucket, Group, RowStatus } from "@/lib/contacts/validate/row-status";
import type { Sheet, WorkbookKind } from "@/lib/contacts/workbook/workbook-types";
import type { Encoding, Format, Mapping, Plan } from "./plan";

/** How the first lines with letters beyond ASCII read in an encoding. */
export type EncodingSample = { encoding: Encoding; lines: readonly { row: number; text: string }[] };

/** Why a file cannot be read at all, or not as it was tried. */
export type Refusal = {
  sentence: string;
  /** The text is not what its encoding says: others that it may be in, the likeliest first. */
  encodings?: readonly EncodingSample[];
};

/** The workbook that rows come from; `sheet` says which of its sheets is read. */
export type Book = { kind: WorkbookKind; sheets: readonly Sheet[]; sheet: number };

export type Opened =
  /** A workbook whose sheet cannot be read may have others that can. */
  | { kind: "refused"; refusal: Refusal; book?: Book }
  /** `encodings` where the bytes name none: those that it may be in, the likeliest first. */
  | { kind: "text"; format: Format; preview: Preview; encodings?: readonly EncodingSample[] }
  | { kind: "workbook"; book: Book; format: Format; preview: Preview };

export type Column = {
  /** As the file has it; empty where it has none. */
  name: string;
  /** The first values below it, at most three, not empty. */
  samples: readonly string[];
  /** Another column of this file has the same name. */
  isRepeated: boolean;
  /** The workbook does not show it. */
  isHidden?: true;
};

/** The first rows as one format reads them. */
export type Preview = {
  columns: readonly Column[];
  /** At most ten rows below the header, as cells. */
  rows: readonly { row: number; cells: readonly string[]; isHidden?: true }[];
  /** Rows below the header that hold something and that the workbook does not show. */
  hiddenRows: number;
  /** Joined by name or by what the columns hold; -1 and empty where nothing fits. */
  mapping: Mapping;
  /** The two columns have exactly the names that the API wants: nobody needs to be asked. */
  isCertain: boolean;
  /** A field was guessed from what its column holds or from a like name; where none is joined, more than one could be it. */
  guessed: { phone: boolean; name: boolean };
  /** How nearly every row is: its blank cells beyond the header, and whether its cells begin with a blank. */
  usual: { surplus: number; isSpaced: boolean };
  /** What is odd about the file, a sentence each. */
  doubts: readonly string[];
};

export type Progress = {
  readBytes: number;
  totalBytes: number;
  rows: number;
  /** Rows that will be sent, and rows that must be fixed, so far. */
  sent: number;
  toFix: number;
};

export type Example = { row: number; phone: string; name: string; rowStatus: RowStatus; suggestion?: string };

export type GroupReport = {
  group: Group;
  count: number;
  /** The first row of each status, and the next ones where that is fewer than three. */
  examples: readonly Example[];
};

export const binCount = 200;

/** What the whole file came to under one plan. */
export type Report = {
  /** Of the check that found it: whatever is written of its rows names it. */
  checkId: number;
  rows: number;
  ms: number;
  counts: Readonly<Record<Bucket, number>>;
  /** Rows by status; they add up to `rows`. */
  rowStatuses: Readonly<Record<RowStatus, number>>;
  /** Rows by status for which there is a suggestion. */
  suggested: Readonly<Record<RowStatus, number>>;
  /** Groups that hold a row, the largest first. */
  groups: readonly GroupReport[];
  /** Row of the first contact: the header and what is above it are no contacts. */
  firstRow: number;
  /** The file from its first contact to its last, in `binCount` equal parts. */
  histogram: { mustFix: Uint32Array; worthALook: Uint32Array };
  /** Rows to be sent, by country, the largest first: ISO 3166, 001 where a number belongs to none, ZZ where no known range holds it. */
  countries: readonly { country: string; count: number }[];
};

/** One row as it is read again from the file, with what becomes of it under the present plan. */
export type RowView = {
  row: number;
  /** As the file has it, or as it was typed over. */
  phone: string;
  name: string;
  rowStatus: RowStatus;
  /** One plain sentence: what is the matter and what to do. Empty where nothing is. */
  message: string;
  field: "phone" | "name" | "row";
  /** The row that has the same number and is sent instead. */
  otherRow?: number;
  /** What is sent, where the row is sent. */
  sent?: { phone: string; name: string };
  /** What the field may be meant to be. Never used unless a person says so. */
  suggestion?: string;
  isEdited: boolean;
};

/** Rows to look at: those of one group, or all of them, that hold a text. */
export type Listing = { group: Group | "all"; text: string };

const writtenKinds = ["sent", "toFix", "duplicates", "leftOut", "notSent"] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** Rows of a certain check, which are never those of another one. */
type RowsToWrite = { kind: WrittenKind } & Pick<Report, "checkId">;

/** A file that the engine made. Its name says what it holds. */
export type Written = { file: File; rows: number; sha256: string };

export type CountryChoice = { country: string; callingCode: string };

export type OnProgress = (progress: Progress) => void;

/**
 * A contact list and everything that is known of it. It lives on a thread of its own; only counts, the first rows and the
 * pages that are asked for come across. Every method but `cancel` rejects with a Problem's sentence when it cannot be done.
 */
export type ContactEngine = {
  open(file: File, onProgress: OnProgress): Promise<Opened>;
  /** Reads another sheet of the workbook. */
  openSheet(sheet: number, onProgress: OnProgress): Promise<Opened>;
  /** Reads the file in another encoding, and guesses everything else anew. */
  openAs(encoding: Encoding): Promise<Opened>;
  preview(format: Format): Promise<Preview | { refusal: Refusal }>;
  /** Reads the whole file and validates every row. */
  check(plan: Plan, onProgress: OnProgress): Promise<Report | { refusal: Refusal }>;
  /** Makes a new plan hold for the rows that are looked at, until the next check counts it. The one under way ends. */
  amend(plan: Plan): Promise<void>;
  /** Begins a listing, to be read page by page; gives its length. It stays as it is until the next one. */
  list(listing: Listing): Promise<number>;
  page(from: number, count: number): Promise<readonly RowView[]>;
  /** The place in the present listing of the first row at or after this one. */
  placeOf(row: number): Promise<number>;
  /** Writes rows as the last check found them. Its own signal alone stops it: nothing begun meanwhile changes the file. */
  write(rows: RowsToWrite, onProgress: OnProgress, signal?: AbortSignal): Promise<Written>;
  /** The rows of the file that became these contacts of the list that was sent, the first being 1. */
  rowsOfSent(places: readonly number[]): Promise<readonly (number | undefined)[]>;
  /** For each number, the rows of the file that were sent with it. Numbers are compared by their digits. */
  rowsOfNumbers(numbers: readonly string[]): Promise<readonly (readonly number[])[]>;
  /** What this number would be in that country; undefined where it would be none. */
  inCountry(phone: string, country: string): Promise<string | undefined>;
  countries(): Promise<readonly CountryChoice[]>;
  /** Stops the opening or checking that is under way: it rejects. */
  cancel(): void;
};
