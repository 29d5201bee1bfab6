import type { Example, GroupReport, Report } from "@/lib/contacts/engine";
import { unknownCountry } from "@/lib/contacts/numbering/numbering-metadata";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import type { RowReader } from "@/lib/contacts/read/row-reader";
import type { Checked } from "./check";
import { bucketOf, buckets, codeOf, groupNames, groups, type Verdict, verdicts } from "./row-status";
import { viewOf } from "./row-views";

const shownExamples = 3;

type ReportInput = { checked: Checked; read: RowReader; numbering: NumberingPlan; ms: number };

/** What a check found, in figures and a few examples. */
export async function reportOf(input: ReportInput): Promise<Report> {
  const { checked, numbering, ms } = input;
  const { ledger, firstRow } = checked;
  const tally = ledger.tally(firstRow);
  const groupReports: GroupReport[] = [];
  for (const group of groupNames) {
    const members: readonly Verdict[] = groups[group];
    const count = members.reduce((sum, verdict) => sum + tally[verdict], 0);
    if (count > 0) groupReports.push({ group, count, examples: await examplesOf(members, input) });
  }
  const inBucket = (bucket: string) =>
    verdicts.reduce((sum, verdict) => sum + (bucketOf(verdict) === bucket ? tally[verdict] : 0), 0);
  return {
    rows: Math.max(ledger.rows() - firstRow + 1, 0),
    ms,
    counts: Object.fromEntries(buckets.map((bucket) => [bucket, inBucket(bucket)])) as Report["counts"],
    verdicts: tally,
    suggested: Object.fromEntries(
      verdicts.map((verdict) => [verdict, checked.suggested[codeOf[verdict]] ?? 0]),
    ) as Report["suggested"],
    groups: groupReports.sort((one, other) => other.count - one.count),
    firstRow,
    bins: ledger.bins(firstRow),
    countries: countriesOf(checked, numbering),
  };
}

async function examplesOf(members: readonly Verdict[], { checked, read, numbering }: ReportInput): Promise<Example[]> {
  const { ledger, firstRow, plan, judge } = checked;
  // Before everything that is suggested is used, three of each are shown.
  const firsts = members.flatMap((verdict) =>
    ledger.firstRowsOf([verdict], firstRow, checked.suggested[codeOf[verdict]] ? shownExamples : 1),
  );
  const rows = new Set([...firsts, ...ledger.firstRowsOf(members, firstRow, shownExamples)]);
  const found = await Promise.all([...rows].slice(0, Math.max(shownExamples, firsts.length)).map(read));
  return found
    .flatMap((each) => (each ? viewOf(each, { checked, plan, judge, numbering }) : []))
    .map(({ row, phone, name, verdict, suggestion }) => ({
      row,
      phone,
      name,
      verdict,
      ...(suggestion === undefined ? {} : { suggestion }),
    }));
}

function countriesOf({ countries }: Checked, numbering: NumberingPlan) {
  return [...countries]
    .map((count, at) => ({ country: numbering.countryCodes[at] ?? unknownCountry, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
