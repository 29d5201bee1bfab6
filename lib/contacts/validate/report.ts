import type { GroupReport, Report, RowView } from "@/lib/contacts/engine";
import type { RowReader } from "@/lib/contacts/read/row-reader";
import { buckets } from "@/lib/contacts/row-status/declaration";
import {
  bucketOf,
  codeOf,
  groupNames,
  type RowStatus,
  rowStatuses,
  statusesOf,
} from "@/lib/contacts/row-status/row-status";
import { unknownCountry } from "@/lib/numbers/numbering-metadata";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import type { CheckResult, Explained } from "./check";
import { viewOf } from "./row-views";

const shownExamples = 3;

type ReportInput = { checked: CheckResult; read: RowReader; numbering: NumberingPlan };

export async function reportOf(input: ReportInput): Promise<Omit<Report, "checkId">> {
  const { checked, numbering } = input;
  const { rowIndex, firstRow } = checked;
  const tally = rowIndex.tally();
  const groupReports: GroupReport[] = [];
  for (const group of groupNames) {
    const members: readonly RowStatus[] = statusesOf(group);
    const count = members.reduce((sum, rowStatus) => sum + tally[rowStatus], 0);
    const reasons = group === "excluded" || group === "refusal" ? { reasons: reasonsOf(checked, group) } : {};
    if (count > 0) groupReports.push({ group, count, ...reasons, examples: await examplesOf(members, input) });
  }
  const inBucket = (bucket: string) =>
    rowStatuses.reduce((sum, rowStatus) => sum + (bucketOf(rowStatus) === bucket ? tally[rowStatus] : 0), 0);
  return {
    rows: Math.max(rowIndex.rowCount - firstRow + 1, 0),
    counts: Object.fromEntries(buckets.map((bucket) => [bucket, inBucket(bucket)])) as Report["counts"],
    rowStatuses: tally,
    suggested: Object.fromEntries(
      rowStatuses.map((rowStatus) => [rowStatus, checked.suggested[codeOf[rowStatus]] ?? 0]),
    ) as Report["suggested"],
    groups: groupReports.sort((one, other) => other.count - one.count),
    countries: countriesOf(checked, numbering),
    origins: checked.origins.report(),
    otherNumbers: checked.others.count,
    unread: checked.unread,
  };
}

const reasonsOf = ({ reasons }: CheckResult, status: Explained) =>
  [...reasons[status]].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);

async function examplesOf(
  members: readonly RowStatus[],
  { checked, read, numbering }: ReportInput,
): Promise<RowView[]> {
  const { rowIndex, plan, validateRow } = checked;
  const rows = members.flatMap((rowStatus) => rowIndex.firstRowsOf(rowStatus, shownExamples));
  const readRows = await Promise.all(rows.sort((one, other) => one - other).map(read));
  return readRows.flatMap((row) => (row ? viewOf(row, { checked, plan, validateRow, numbering }) : []));
}

function countriesOf({ countries }: CheckResult, numbering: NumberingPlan) {
  return [...countries]
    .map((count, index) => ({ country: numbering.countryCodes[index] ?? unknownCountry, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
