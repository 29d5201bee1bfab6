import type { Bucket } from "@/lib/contacts/row-status/declaration";
import type { Group, KnownStatus, RowStatus } from "@/lib/contacts/row-status/row-status";
import type { Sheet, WorkbookKind } from "@/lib/contacts/workbook/workbook-types";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import type { TenDigits } from "@/lib/numbers/phone-status";
import type { Encoding, Format, Mapping, Plan } from "./plan";

/** Lines that tell the possible encodings apart, decoded in one of them. */
export type EncodingSample = { encoding: Encoding; lines: readonly { row: number; text: string }[] };

/** Reason why a file cannot be read, or not in the chosen format. */
export type Refusal = {
  sentence: string;
  /** Set if the text is invalid in its encoding. Lists other possible encodings, the likeliest first. */
  encodings?: readonly EncodingSample[];
};

/** Workbook of the list; `sheet` is the index of the sheet that is read. */
export type Book = { kind: WorkbookKind; sheets: readonly Sheet[]; sheet: number };

export type Opened =
  /** `book` is set because other sheets of the workbook may be readable. */
  | { kind: "refused"; refusal: Refusal; book?: Book }
  /** `encodings` is set if the bytes do not identify one. The likeliest is first. */
  | {
      kind: "text";
      format: Format;
      preview: Preview;
      encodings?: readonly EncodingSample[];
      /** The likeliest encoding fits far better than all others. */
      isEncodingSure?: boolean;
    }
  | { kind: "workbook"; book: Book; format: Format; preview: Preview };

export type Column = {
  /** As in the file; empty if it has none. */
  name: string;
  /** The first values that are not blank, at most three. */
  samples: readonly string[];
  /** Another column has the same name, ignoring case. */
  isRepeated: boolean;
  isHidden?: true;
};

/**
 * A yes in a `block` column forbids calls, and in a `permission` column allows them. A `status` needs a person, and so do
 * the marks of a `register`.
 */
export type ConsentMeaning = "block" | "permission" | "status" | "register";

export type ConsentColumn = { column: number; meaning: ConsentMeaning };

/** Distinct values of a column in the whole file, the most frequent first. */
export type ColumnValues = {
  column: number;
  values: readonly { value: string; count: number }[];
  /** Rows with other values, which are too many to list. */
  others: number;
};

export type Preview = {
  columns: readonly Column[];
  /** At most ten rows below the header, as cells. */
  rows: readonly { row: number; cells: readonly string[]; isHidden?: true }[];
  /** Number of non-blank rows below the header that the workbook hides. */
  hiddenRows: number;
  /** Guessed from column names or values. A field without a match is -1 (phone) or empty (name). */
  mapping: Mapping;
  /** Columns that may say who must not be called, as guessed from names or values. */
  consent: readonly ConsentColumn[];
  /** True if both columns have exactly the names of the API and no column looks like consent: nothing to confirm. */
  isCertain: boolean;
  /** Fields guessed from a similar name or from values. A guessed field without a column has several candidates. */
  guessed: { phone: boolean; name: boolean };
  /**
   * Shape of nearly all rows: their blank cells beyond the header, whether cells begin with a blank, the columns whose
   * numbers have ten digits, all columns of numbers with their labels, and the column of their extensions.
   */
  usual: {
    surplus: number;
    isSpaced: boolean;
    tenDigits: readonly (TenDigits | undefined)[];
    numberColumns: readonly number[];
    labels: readonly (number | undefined)[];
    extension: number | undefined;
    header: readonly string[];
  };
  /** The mapping is that of an earlier list with this header. */
  isRemembered?: true;
  /** Warnings about the file, one sentence each. */
  doubts: readonly string[];
};

export type Origins = {
  /** Numbers with a country code, by country, the largest first. */
  coded: readonly CountryCount[];
  /** Rows by the country in their own column, the largest first. */
  named: readonly CountryCount[];
  /**
   * Numbers without a country code in rows that name no country, those among them that look North American, and the
   * first ones.
   */
  uncoded: number;
  american: number;
  examples: readonly string[];
  /** A country that fits these numbers better than the chosen one. */
  better?: CountryFit;
};

/** How a sample of national numbers fits a country: `of` numbers, `known` there, `mobiles`; `ownKnown` in the chosen one. */
export type CountryFit = { country: string; of: number; known: number; mobiles: number; ownKnown: number };

export type CountryCount = { country: string; count: number };

export type Progress = {
  readBytes: number;
  totalBytes: number;
  rows: number;
  /** Rows found so far that will be uploaded, and that must be fixed. */
  sent: number;
  toFix: number;
};

export type GroupReport = {
  group: Group;
  count: number;
  /** Cell values that left rows out, the most frequent first. Only for the groups `excluded` and `refusal`. */
  reasons?: readonly { reason: string; count: number }[];
  /** The first three rows of each status. */
  examples: readonly RowView[];
};

export type Report = {
  /** ID of the check. Rows can be written only with the ID of the last check. */
  checkId: number;
  rows: number;
  counts: Readonly<Record<Bucket, number>>;
  /** Rows by status; they add up to `rows`. */
  rowStatuses: Readonly<Record<RowStatus, number>>;
  /** Number of rows with a suggestion, by status. */
  suggested: Readonly<Record<RowStatus, number>>;
  /** Groups with at least one row, the largest first. */
  groups: readonly GroupReport[];
  /** Rows to be sent by ISO 3166 country, the largest first. "001" is no country, "ZZ" an unknown number range. */
  countries: readonly CountryCount[];
  origins: Origins;
  /** Numbers beside the called ones, in rows that are sent. They are compared with the do-not-call list. */
  otherNumbers: number;
  /** Cells of sent rows, in columns of numbers, that could not be read. Only for a list of numbers to block. */
  unread: number;
};

export type RowView = {
  row: number;
  /** As in the file, or as edited. */
  phone: string;
  name: string;
  rowStatus: RowStatus;
  /** One sentence with the problem and its remedy; empty if there is none. */
  message: string;
  field: "phone" | "name" | "row";
  /** Row with the same number that is sent instead. */
  otherRow?: number;
  /** Values to be sent; undefined if the row is not sent. */
  sent?: { phone: string; name: string };
  /** Probable value of the field. Applied only if a person accepts it. */
  suggestion?: string;
  isEdited: boolean;
};

/** Rows with one of the statuses, without some of them, or the given rows. In file order. */
export type RowChoice = { statuses: readonly RowStatus[]; without?: readonly Uint32Array[] } | { rows: Uint32Array };

/** Filter for rows: one group or all, and a search text. */
export type Listing = { group: Group | "all"; text: string };

export type WrittenKind = "sent" | "toFix" | "notSent";

/** Rows as found by one check. Another check's ID is rejected. */
export type RowsToWrite = {
  kind: WrittenKind;
  /** Rows that were sent and rejected, with the reason. Written among the rows that were not sent. */
  rejected?: ReadonlyMap<number, string> | undefined;
} & Pick<Report, "checkId">;

/** File created by the engine. Its name describes its contents. */
export type Written = { file: File; rows: number; sha256: string };

/** `aliases` are names and codes of the country in plain letters. */
export type CountryChoice = { country: string; callingCode: string; aliases: readonly string[] };

/** Rows with their numbers in E.164 digits, without the plus. `other…`: the row's numbers beside the called one. */
export type NumberBatch = {
  rows: Uint32Array;
  numbers: Float64Array;
  otherRows: Uint32Array;
  otherNumbers: Float64Array;
  /** The last row of the batch; undefined at the end. */
  last: number | undefined;
};

/** Rows to leave out because their numbers are known, by the reason. */
export type KnownRows = Readonly<Partial<Record<KnownStatus, Uint32Array>>>;

export type OnProgress = (progress: Progress) => void;

/**
 * Reads and checks one contact list in a worker thread. Only counts, the first rows and requested pages cross threads.
 * Every method but `cancel` rejects with the sentence of a Problem.
 */
export type ContactEngine = {
  open(file: File, onProgress: OnProgress): Promise<Opened>;
  openSheet(sheet: number, onProgress: OnProgress): Promise<Opened>;
  /** Reads the file in another encoding and guesses its format again. */
  openAs(encoding: Encoding): Promise<Opened>;
  preview(format: Format): Promise<Preview | { refusal: Refusal }>;
  columnValues(plan: Plan, columns: readonly number[]): Promise<readonly ColumnValues[]>;
  check(plan: Plan, onProgress: OnProgress): Promise<Report | { refusal: Refusal }>;
  /** Applies a new plan to listed rows until the next check counts them. Aborts a check in progress. */
  amend(plan: Plan): Promise<void>;
  /** Starts a listing and resolves with its length. It does not change until the next listing. */
  list(listing: Listing): Promise<number>;
  page(from: number, count: number): Promise<readonly RowView[]>;
  firstRows(choice: RowChoice, count: number): Promise<readonly RowView[]>;
  /** Rows to be sent after a row, with at most `count` numbers, without those that `leaveOut` left out. */
  numbers(after: number, count: number): Promise<NumberBatch>;
  /** Where the people of these rows are, by their numbers. Most people first. */
  places(): Promise<CampaignPeople["places"]>;
  /** Leaves out rows of the last check whose numbers are known, instead of those of the last call. */
  leaveOut(checkId: number, known: KnownRows): Promise<Report>;
  /** Writes rows as the last check found them. Only its own signal aborts it, and later operations do not affect it. */
  write(rows: RowsToWrite, onProgress: OnProgress, signal?: AbortSignal): Promise<Written>;
  /** Rows of the file for positions in the sent list, counted from 1. */
  rowsOfSent(positions: readonly number[]): Promise<readonly (number | undefined)[]>;
  /** For each number, the rows that were sent with the same digits. */
  rowsOfNumbers(numbers: readonly string[]): Promise<readonly (readonly number[])[]>;
  /** The number in E.164 form if it may be a national number of the country, else undefined. */
  inCountry(phone: string, country: string): Promise<string | undefined>;
  countries(): Promise<readonly CountryChoice[]>;
  /** Aborts opening or checking. The pending call rejects. */
  cancel(): void;
};
