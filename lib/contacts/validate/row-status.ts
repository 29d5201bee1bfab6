/** Outcome of a row. The buckets always add up to the rows of the file. */
export const buckets = ["sent", "toFix", "duplicate", "blank", "leftOut"] as const;
export type Bucket = (typeof buckets)[number];

type StatusRule =
  | { bucket: Exclude<Bucket, "leftOut">; isDoubtful?: true; forbidsCalls?: true }
  /** `summary`: words after the count of these rows. `forbidsCalls`: the file or the do-not-call list says not to call. */
  | { bucket: "leftOut"; summary: string; forbidsCalls?: true };

/**
 * All row statuses; each row has exactly one. Errors take precedence over doubts, and doubts over repairs. The index of
 * a status is its code.
 */
const statusRules = {
  ok: { bucket: "sent" },
  tidied: { bucket: "sent" },
  quote: { bucket: "sent", isDoubtful: true },
  shifted: { bucket: "sent", isDoubtful: true },
  surplus_dropped: { bucket: "sent", isDoubtful: true },
  surplus_joined: { bucket: "sent", isDoubtful: true },
  mojibake: { bucket: "sent", isDoubtful: true },
  encoding: { bucket: "sent", isDoubtful: true },
  rounded: { bucket: "sent", isDoubtful: true },
  short_tail: { bucket: "sent", isDoubtful: true },
  from_text: { bucket: "sent", isDoubtful: true },
  ambiguous: { bucket: "sent", isDoubtful: true },
  kept: { bucket: "sent", isDoubtful: true },
  formula: { bucket: "sent", isDoubtful: true },
  name_number: { bucket: "sent", isDoubtful: true },
  extension_apart: { bucket: "sent", isDoubtful: true },
  placeholder: { bucket: "sent", isDoubtful: true },
  columns: { bucket: "toFix" },
  extra_cells: { bucket: "toFix" },
  two_rows: { bucket: "toFix" },
  line_long: { bucket: "toFix" },
  number_missing: { bucket: "toFix" },
  date: { bucket: "toFix" },
  national: { bucket: "toFix" },
  area_code: { bucket: "toFix" },
  no_trunk: { bucket: "toFix" },
  ten_digits: { bucket: "toFix" },
  other_country: { bucket: "toFix" },
  invalid: { bucket: "toFix" },
  premium: { bucket: "toFix" },
  plus_missing: { bucket: "toFix" },
  excel: { bucket: "toFix" },
  labelled: { bucket: "toFix" },
  no_call: { bucket: "toFix", forbidsCalls: true },
  fax: { bucket: "toFix" },
  letters: { bucket: "toFix" },
  extension: { bucket: "toFix" },
  several: { bucket: "toFix" },
  digits: { bucket: "toFix" },
  country: { bucket: "toFix" },
  name_missing: { bucket: "toFix" },
  name_long: { bucket: "toFix" },
  not_a_name: { bucket: "toFix" },
  duplicate: { bucket: "duplicate" },
  switchboard: { bucket: "duplicate" },
  blank: { bucket: "blank" },
  hidden: { bucket: "leftOut", summary: "hidden in the workbook" },
  excluded: { bucket: "leftOut", summary: "left out by a column's value", forbidsCalls: true },
  refusal: { bucket: "leftOut", summary: "left out because the row says no", forbidsCalls: true },
  barred: { bucket: "leftOut", summary: "left out because another row says no", forbidsCalls: true },
  do_not_call: { bucket: "leftOut", summary: "on the do-not-call list", forbidsCalls: true },
  sent_here: { bucket: "leftOut", summary: "already sent to this campaign" },
  sent_unsure: { bucket: "leftOut", summary: "perhaps in this campaign" },
  sent_elsewhere: { bucket: "leftOut", summary: "sent to another campaign" },
  left_out: { bucket: "leftOut", summary: "left out by you" },
} satisfies Record<string, StatusRule>;

export type RowStatus = keyof typeof statusRules;

export const rowStatuses = Object.keys(statusRules) as readonly RowStatus[];

export const codeOf = Object.fromEntries(rowStatuses.map((rowStatus, code) => [rowStatus, code])) as Record<
  RowStatus,
  number
>;

export const rowStatusOf = (code: number): RowStatus => rowStatuses[code] ?? "ok";

export const bucketOf = (rowStatus: RowStatus): Bucket => statusRules[rowStatus].bucket;

export const isDoubtful = (rowStatus: RowStatus) => "isDoubtful" in statusRules[rowStatus];

/** Words after the count of rows that are left out; undefined for other rows. */
export function summaryOf(rowStatus: RowStatus): string | undefined {
  const rule: StatusRule = statusRules[rowStatus];
  return rule.bucket === "leftOut" ? rule.summary : undefined;
}

/** Rows that the file or the do-not-call list says not to call. */
export const forbidden = rowStatuses.filter((rowStatus) => "forbidsCalls" in statusRules[rowStatus]);

type StatusGroups = Record<string, readonly RowStatus[]>;
type Ungrouped<Groups extends StatusGroups> = Exclude<RowStatus, Groups[keyof Groups][number]>;

/** A status in no group is a type error, because its rows would be listed nowhere. */
const allGrouped = <const Groups extends StatusGroups>(
  named: [Ungrouped<Groups>] extends [never] ? Groups : Groups & { missing: readonly Ungrouped<Groups>[] },
): Groups => named;

/** Statuses that one repair or one decision resolves form a group. */
export const groups = allGrouped({
  international: ["national", "plus_missing"],
  number_missing: ["number_missing", "date"],
  no_trunk: ["no_trunk"],
  area_code: ["area_code"],
  other_country: ["other_country"],
  ten_digits: ["ten_digits"],
  invalid: ["invalid"],
  premium: ["premium"],
  digits: ["digits"],
  labelled: ["labelled"],
  no_call: ["no_call"],
  refusal: ["refusal"],
  fax: ["fax"],
  letters: ["letters", "extension", "several"],
  excel: ["excel"],
  country: ["country"],
  name_missing: ["name_missing"],
  name_long: ["name_long"],
  not_a_name: ["not_a_name"],
  columns: ["columns", "extra_cells", "two_rows"],
  line_long: ["line_long"],
  duplicate: ["duplicate"],
  switchboard: ["switchboard"],
  extension_apart: ["extension_apart"],
  kept: ["kept"],
  rounded: ["rounded"],
  number_text: ["short_tail", "from_text"],
  ambiguous: ["ambiguous"],
  surplus: ["surplus_dropped", "surplus_joined"],
  shifted: ["shifted"],
  quote: ["quote"],
  encoding: ["mojibake", "encoding"],
  placeholder: ["placeholder"],
  formula: ["formula"],
  name_number: ["name_number"],
  tidied: ["tidied"],
  hidden: ["hidden"],
  excluded: ["excluded"],
  barred: ["barred"],
  do_not_call: ["do_not_call"],
  sent_here: ["sent_here"],
  sent_unsure: ["sent_unsure"],
  sent_elsewhere: ["sent_elsewhere"],
  left_out: ["left_out"],
  blank: ["blank"],
  ok: ["ok"],
});

/** Statuses of rows that may have a suggestion, which a person can apply to all. */
export const suggested = [
  "plus_missing",
  "no_trunk",
  "area_code",
  "extension",
  "labelled",
  "letters",
  "several",
  "mojibake",
] as const satisfies readonly RowStatus[];
export type Suggested = (typeof suggested)[number];

/** Statuses of rows that are left out unless a person keeps them all. */
export const keptAnyway = [
  "ten_digits",
  "other_country",
  "invalid",
  "premium",
  "fax",
  "refusal",
] as const satisfies readonly RowStatus[];
export type KeptAnyway = (typeof keptAnyway)[number];

/** Statuses of rows whose number is known from earlier lists or from the do-not-call list, which only the server has. */
export const known = [
  "do_not_call",
  "sent_here",
  "sent_unsure",
  "sent_elsewhere",
] as const satisfies readonly RowStatus[];
export type KnownStatus = (typeof known)[number];

export type Group = keyof typeof groups;
export const groupNames = Object.keys(groups) as readonly Group[];
