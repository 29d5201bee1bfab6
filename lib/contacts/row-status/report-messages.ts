import type { GroupReport, Report } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";
import { type Heading, headings } from "./declaration";
import { type Group, groupEntries, groupNames, type rowStatuses as rowStatusNames, statusesOf } from "./row-status";

export const headingNames = Object.keys(headings) as readonly Heading[];

export const headingOf = (group: Group): Heading => groupEntries[group].heading;

/** Title of a group. Rows that one value leaves out are named by it: "Do not call: yes". */
export const groupTitle = ({ group, reasons = [] }: Pick<GroupReport, "group" | "reasons">) =>
  (reasons.length === 1 && reasons[0]?.reason) || groupEntries[group].title;

/** Sorts groups by heading, and within a heading by size, the largest first. */
export function orderGroups(groups: readonly GroupReport[]): GroupReport[] {
  const rank = ({ group }: GroupReport) => headingNames.indexOf(headingOf(group));
  return [...groups].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** "1,000 rows: 950 will be uploaded, 30 need fixing, …", without zeros. Each row is counted once before the semicolon. */
export function sumMessage({ rows, counts, rowStatuses }: Report): string {
  const leftOut = groupNames.filter((group) => groupEntries[group].bucket === "leftOut");
  const others: [count: number, words: string][] = [
    [counts.toFix, counts.toFix === 1 ? "needs fixing" : "need fixing"],
    [counts.duplicate, counts.duplicate === 1 ? "duplicate" : "duplicates"],
    [counts.blank, "blank"],
    ...leftOut.map((group): [number, string] => [rowsOf(statusesOf(group), rowStatuses), groupEntries[group].counted]),
  ];
  const { tidied } = rowStatuses;
  const parts = [[counts.sent, "will be uploaded"] as const, ...others.filter(([count]) => count > 0)];
  const ending = tidied > 0 ? `; ${formatCount(tidied)} ${tidied === 1 ? "was" : "were"} cleaned up` : "";
  return `${countOf(rows, "row")}: ${parts.map(([count, words]) => `${formatCount(count)} ${words}`).join(", ")}${ending}.`;
}

/** "1,820 to fix, 422 repeated in the file": the rows of the line *Left out*. */
export function leftOutMessage({ rowStatuses }: Pick<Report, "rowStatuses">): string {
  const counts = new Map<string, number>();
  for (const group of groupNames.filter((name) => groupEntries[name].line === "left_out")) {
    const { counted } = groupEntries[group];
    counts.set(counted, (counts.get(counted) ?? 0) + rowsOf(statusesOf(group), rowStatuses));
  }
  return [...counts].flatMap(([words, count]) => (count > 0 ? [`${formatCount(count)} ${words}`] : [])).join(", ");
}

const maxReasons = 3;

/** "1,204 with Do not call: yes, 312 on the do-not-call list": the rows of the line *Do not call*. */
export function blockedMessage({ groups }: Pick<Report, "groups">): string {
  const blocked = groupNames.flatMap((name) =>
    groupEntries[name].line === "do_not_call" ? (groups.find(({ group }) => group === name) ?? []) : [],
  );
  const reasons = blocked.flatMap((group) => group.reasons ?? []).slice(0, maxReasons);
  return [
    ...reasons.map(({ reason, count }) => `${formatCount(count)} with ${reason}`),
    ...blocked.flatMap(({ group, count, reasons: named }) =>
      named ? [] : [`${formatCount(count)} ${groupEntries[group].counted}`],
    ),
  ].join(", ");
}

export const rowsOf = (statuses: readonly (typeof rowStatusNames)[number][], counts: Report["rowStatuses"]) =>
  statuses.reduce((sum, status) => sum + counts[status], 0);
