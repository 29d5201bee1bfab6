import type { Bucket, GroupEntry, Line, RowDetails, Sentence, StatusEntry } from "./declaration";
import { notSentGroups } from "./not-sent";
import { sentGroups } from "./sent";
import { toFixGroups } from "./to-fix";

/** Everything about the problems of rows is declared in these three tables. All else follows from them. */
const declared = { ...toFixGroups, ...notSentGroups, ...sentGroups };

type Entries = { [Name in Group]: (typeof declared)[Name]["statuses"] }[Group];
type KeysOf<Statuses> = Statuses extends unknown ? keyof Statuses : never;
type KeysWith<Statuses, Part> = Statuses extends unknown
  ? { [Name in keyof Statuses]: Statuses[Name] extends Part ? Name : never }[keyof Statuses]
  : never;

export type Group = keyof typeof declared;
/** All row statuses; each row has exactly one. */
export type RowStatus = KeysOf<Entries>;
/** Statuses of rows that may have a suggestion, which a person can apply to all. */
export type Suggested = KeysWith<Entries, { suggestion: string }>;
/** Statuses of rows that are left out unless a person keeps them all. */
export type KeptAnyway = KeysWith<Entries, { isKeepable: true }>;

export const groupEntries: Readonly<Record<Group, GroupEntry>> = declared;
export const groupNames = Object.keys(groupEntries) as readonly Group[];

type Placed = { rowStatus: RowStatus; group: Group; entry: StatusEntry };

const placed: readonly Placed[] = groupNames.flatMap((group) =>
  Object.entries(groupEntries[group].statuses).map(([name, entry]) => ({ rowStatus: name as RowStatus, group, entry })),
);

/** The index of a status is its code. */
export const rowStatuses = placed.map(({ rowStatus }) => rowStatus);

const byStatus = <Value>(pick: (status: Placed, code: number) => Value) =>
  Object.fromEntries(placed.map((status, code) => [status.rowStatus, pick(status, code)])) as Readonly<
    Record<RowStatus, Value>
  >;

export const codeOf = byStatus((_, code) => code);
export const entryOf = byStatus(({ entry }) => entry);
export const groupOf = byStatus(({ group }) => group);
const bucketByStatus: Readonly<Record<RowStatus, Bucket>> = byStatus(({ group }) => groupEntries[group].bucket);

export const rowStatusOf = (code: number): RowStatus => rowStatuses[code] ?? "ok";

export const bucketOf = (rowStatus: RowStatus): Bucket => bucketByStatus[rowStatus];

export const isDoubtful = (rowStatus: RowStatus) => groupEntries[groupOf[rowStatus]].heading === "worthALook";

const statusesWhere = (isMeant: (status: Placed) => boolean) =>
  placed.filter(isMeant).map(({ rowStatus }) => rowStatus);

export const statusesOf = (group: Group): readonly RowStatus[] => statusesWhere((status) => status.group === group);

/** The statuses whose rows count in a line of the table of people. */
export const statusesOfLine = (line: Line): readonly RowStatus[] =>
  statusesWhere(({ group }) => groupEntries[group].line === line);

export const suggested = statusesWhere(({ entry }) => entry.suggestion !== undefined) as readonly Suggested[];
export const keptAnyway = statusesWhere(({ entry }) => entry.isKeepable === true) as readonly KeptAnyway[];

/** True for a name that must be fixed, whatever its number is. */
export const isNameFault = (rowStatus: RowStatus) => nameFaults.has(rowStatus);
const nameFaults: ReadonlySet<RowStatus> = new Set(
  statusesWhere(({ entry, group }) => "name" in entry && groupEntries[group].bucket === "toFix"),
);

/** True for a name that the number can take the place of, if a person says so. */
export const isReplaceableName = (rowStatus: RowStatus) => replaceableNames.has(rowStatus);
const replaceableNames: ReadonlySet<RowStatus> = new Set(
  statusesWhere(({ rowStatus, entry }) => isNameFault(rowStatus) && entry.rules?.includes("numberAsName") === true),
);

/** Statuses of rows whose number is known from earlier lists or from the do-not-call list, which only the server has. */
export const known = [
  "do_not_call",
  "sent_here",
  "sent_unsure",
  "sent_elsewhere",
] as const satisfies readonly RowStatus[];
export type KnownStatus = (typeof known)[number];

type RowMessage = { message: string; field: "phone" | "name" | "row" };

/** The sentence of a row, and the field that it is about. */
export function rowMessage({ rowStatus, ...row }: RowDetails & { rowStatus: RowStatus }): RowMessage {
  const entry = entryOf[rowStatus];
  const textOf = (sentence: Sentence) => (typeof sentence === "string" ? sentence : sentence(row));
  if ("phone" in entry) return { field: "phone", message: textOf(entry.phone) };
  if ("name" in entry) return { field: "name", message: textOf(entry.name) };
  return { field: "row", message: textOf(entry.row) };
}
