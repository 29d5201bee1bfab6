import type { NumberingPlan } from "@/lib/numbers/numbering-plan";

/** Outcome of a row. The buckets always add up to the rows of the file. */
export const buckets = ["sent", "toFix", "duplicate", "blank", "leftOut"] as const;
export type Bucket = (typeof buckets)[number];

/** Headings above the groups of a report, in display order. */
export const headings = {
  asked: { words: "May these people be called? Left out until you say so", tone: "wait" },
  mustFix: { words: "Must be fixed, or the row is left out", tone: "fault" },
  worthALook: { words: "Warnings (will be uploaded)", tone: "wait" },
  inOrder: { words: "OK", tone: "ok" },
  notSent: { words: "Not uploaded", tone: "idle" },
} as const;
export type Heading = keyof typeof headings;

/** Lines of the table that says what happens to whom. Each row of the file counts in one. */
export const lines = {
  new: "New",
  sent_here: "Already in this campaign",
  sent_unsure: "Perhaps in this campaign",
  sent_elsewhere: "In another campaign",
  do_not_call: "Do not call",
  left_out: "Left out",
} as const;
export type Line = keyof typeof lines;

/** Details of a row that its sentence can name. */
export type RowDetails = {
  cells: number;
  columns: number;
  digits: string;
  /** Row with the same number that is sent instead. */
  otherRow: number | undefined;
  /** Why the row is left out: "Do not call: yes", or the cell that says no. */
  reason: string;
  numbering: NumberingPlan;
};

/** One sentence with the problem and its remedy, under the field that has it. */
export type Sentence = string | ((row: RowDetails) => string);

/** A rule that changes what becomes of all rows of a status. `bulk-fixes.ts` has its words. */
export type RuleFix = "joinCells" | "dropCells" | "numberAsName" | "keepLast" | "sendHidden";

export type StatusEntry = ({ phone: Sentence } | { name: Sentence } | { row: Sentence }) & {
  /** Rows may have a suggestion. In words: the fix that uses all of them. */
  suggestion?: string;
  /** Rows are left out unless a person keeps all of them. */
  isKeepable?: true;
  /** Rules that a person can change for all of these rows, or has changed. */
  rules?: readonly RuleFix[];
};

/** Statuses that one repair or one decision resolves form a group. Each status stands in one. */
export type GroupEntry = {
  heading: Heading;
  bucket: Bucket;
  /** `do_not_call`: the file or the do-not-call list forbids the call. */
  line: Line;
  /** Words after the count of rows that are not sent: "3 hidden in the workbook". */
  counted: string;
  title: string;
  explanation: string;
  /** Shows the choice of the country in which numbers are read: always, or once one is chosen. */
  showsCountry?: "always" | "chosen";
  statuses: Readonly<Record<string, StatusEntry>>;
};
