import type { Checked } from "./check";
import type { Example, GroupReport, Report } from "./engine";
import type { NumberingPlan } from "./numbering-plan";
import type { RowReader } from "./row-reader";
import { bucketOf, buckets, groupNames, groups, type Verdict, verdicts } from "./verdicts";

const shownExamples = 3;

type ReportInput = { checked: Checked; read: RowReader; numbering: NumberingPlan; ms: number };

/** What a check found, in figures and a few examples. */
export async function reportOf({ checked, read, numbering, ms }: ReportInput): Promise<Report> {
  const { ledger, firstRow } = checked;
  const tally = ledger.tally(firstRow);
  const groupReports: GroupReport[] = [];
  for (const group of groupNames) {
    const members: readonly Verdict[] = groups[group];
    const count = members.reduce((sum, verdict) => sum + tally[verdict], 0);
    if (count > 0) groupReports.push({ group, count, examples: await examplesOf(members, checked, read) });
  }
  const inBucket = (bucket: string) =>
    verdicts.reduce((sum, verdict) => sum + (bucketOf(verdict) === bucket ? tally[verdict] : 0), 0);
  return {
    rows: Math.max(ledger.rows() - firstRow + 1, 0),
    ms,
    counts: Object.fromEntries(buckets.map((bucket) => [bucket, inBucket(bucket)])) as Report["counts"],
    verdicts: tally,
    groups: groupReports.sort((one, other) => other.count - one.count),
    firstRow,
    bins: ledger.bins(firstRow),
    countries: countriesOf(checked, numbering),
  };
}

async function examplesOf(members: readonly Verdict[], checked: Checked, read: RowReader): Promise<Example[]> {
  const rows = checked.ledger.firstRowsOf(members, checked.firstRow, shownExamples);
  const found = await Promise.all(rows.map(read));
  return found.flatMap((each) =>
    each ? [{ row: each.row, ...checked.judge.cellsOf(each.cells, checked.plan.edits.get(each.row)) }] : [],
  );
}

function countriesOf({ countries }: Checked, numbering: NumberingPlan) {
  return [...countries]
    .map((count, at) => ({ country: numbering.countryCodes[at] ?? "", count }))
    .filter(({ country, count }) => count > 0 && country !== "")
    .sort((one, other) => other.count - one.count);
}
