import type { ReactNode } from "react";
import { useSaved } from "@/components/query/use-saved";
import { Select } from "@/components/ui/fields/input";
import { TimeText } from "@/components/ui/time/time-text";
import type { Comparison, SentBy } from "@/lib/client/lists/compare-list";
import type { ContactEngine, Report, RowChoice } from "@/lib/contacts/engine";
import {
  bucketOf,
  forbidden,
  known as knownStatuses,
  type RowStatus,
  rowStatuses as rowStatusNames,
} from "@/lib/contacts/validate/row-status";
import type { SentAgain, SentBefore } from "@/lib/contract/console/contact-lists";
import { countOf, formatCount } from "@/lib/format/format-count";
import { PeopleLine, type PeopleLineProps } from "./people-line";

/** Who is chosen to be sent again. The counts follow once the file is written again. */
export type PeopleChoice = { chosen: readonly SentAgain[]; onChoose: (sendsAgain: readonly SentAgain[]) => void };

export type ListPeople = {
  report: Pick<Report, "rows" | "counts" | "rowStatuses" | "groups">;
  comparison: Pick<Comparison, "known" | "sentBy"> & Partial<Pick<Comparison, "ended">>;
  sendsAgain: readonly SentAgain[];
};

type PeopleTableProps = ListPeople & {
  engine: ContactEngine | undefined;
  /** Undefined once the list was sent. */
  choice?: PeopleChoice;
  children?: ReactNode;
};

export function PeopleTable({ engine, report, comparison, sendsAgain, choice, children }: PeopleTableProps) {
  const { known, sentBy, ended = [] } = comparison;
  const { rows, counts, rowStatuses, groups } = report;
  const again = sendsAgain.reduce((sum, as) => sum + known[as].length, 0);
  const fromList = known.do_not_call.length;
  const inFile = forbidden.reduce((sum, status) => sum + rowStatuses[status], 0) - rowStatuses.do_not_call;
  const before = known.sent_here.length + known.sent_unsure.length + known.sent_elsewhere.length;
  const sentLine = (as: SentBefore, what: ReactNode) => ({
    title: titles[as],
    count: known[as].length,
    what,
    note: <SentByLists lists={sentBy.filter((list) => list.as === as)} />,
    choice: { rows: known[as] },
  });

  function choose(as: SentAgain, upload: string) {
    if (!choice) return sendsAgain.includes(as) ? "uploaded" : "left out";
    const { chosen, onChoose } = choice;
    const onChange = (isWanted: boolean) => onChoose(isWanted ? [...chosen, as] : chosen.filter((each) => each !== as));
    return (
      <Select
        aria-label={titles[as]}
        value={chosen.includes(as) ? "upload" : "leave"}
        onChange={({ target }) => onChange(target.value === "upload")}
      >
        <option value="leave">Leave them out</option>
        <option value="upload">{upload}</option>
      </Select>
    );
  }

  const isNew: RowChoice = { statuses: newStatuses, without: sendsAgain.map((as) => known[as]) };
  const lines: readonly Omit<PeopleLineProps, "engine">[] = [
    { title: "New", count: counts.sent - again, what: "uploaded", note: <OfEnded ended={ended} />, choice: isNew },
    sentLine("sent_here", "left out"),
    sentLine("sent_unsure", choose("sent_unsure", "Upload them again")),
    sentLine("sent_elsewhere", choose("sent_elsewhere", "Upload them too")),
    {
      title: "Do not call",
      count: fromList + inFile,
      what: "left out",
      note: blockedMessage(fromList, groups, rowStatuses.barred),
      choice: { statuses: forbidden },
    },
    {
      title: "Left out",
      count: rows - (counts.sent - again) - before - fromList - inFile,
      what: leftOutMessage(report),
      choice: { statuses: leftOutStatuses },
    },
  ];
  return (
    <table
      className="w-full border-separate [border-spacing:0]"
      aria-label={`What ${choice ? "happens" : "happened"} to ${countOf(rows, "row")}`}
    >
      <tbody>
        {lines.map((line) =>
          line.count > 0 ? <PeopleLine key={`${line.title} ${line.count}`} engine={engine} {...line} /> : undefined,
        )}
        <tr className="text-ink-2 *:border-t *:border-rule *:py-2.5">
          <th scope="row" className="pr-4 text-left font-normal">
            Rows in the file
          </th>
          <td className="pr-6 text-right">{formatCount(rows)}</td>
          <td />
        </tr>
        {children}
      </tbody>
    </table>
  );
}

const newStatuses = rowStatusNames.filter((status) => bucketOf(status) === "sent");
const elsewhere: readonly RowStatus[] = [...newStatuses, ...forbidden, ...knownStatuses];
const leftOutStatuses = rowStatusNames.filter((status) => !elsewhere.includes(status));

const titles: Record<SentBefore, string> = {
  sent_here: "Already in this campaign",
  sent_unsure: "Perhaps in this campaign",
  sent_elsewhere: "In another campaign",
};

/** "1,204 say Do Not Call: yes, 312 are on the do-not-call list" */
function blockedMessage(fromList: number, groups: Report["groups"], barred: number): string {
  const reasons = groups.flatMap((group) => group.reasons ?? []).slice(0, maxReasons);
  const noCall = groups.find(({ group }) => group === "no_call")?.count ?? 0;
  return [
    ...reasons.map(({ reason, count }) => `${formatCount(count)} with ${reason}`),
    ...(noCall > 0 ? [`${formatCount(noCall)} say so in the cell`] : []),
    ...(barred > 0 ? [`${formatCount(barred)} because another row says so`] : []),
    ...(fromList > 0 ? [`${formatCount(fromList)} on the do-not-call list`] : []),
  ].join(", ");
}

const maxReasons = 3;

/** "1,820 without a usable number or name, 422 repeated in the file" */
function leftOutMessage({ counts, rowStatuses }: ListPeople["report"]): string {
  const parts: readonly [number, string][] = [
    [counts.toFix - rowStatuses.no_call, "to fix"],
    [counts.duplicate, "repeated in the file"],
    [counts.blank, "blank"],
    [rowStatuses.hidden, "hidden in the workbook"],
    [rowStatuses.left_out, "left out by you"],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : [])).join(", ");
}

function SentByLists({ lists }: { lists: readonly SentBy[] }) {
  const [first, ...more] = lists;
  if (!first) return undefined;
  return (
    <>
      {first.as === "sent_elsewhere" && (
        <>
          <CampaignName id={first.campaign_id} />,{" "}
        </>
      )}
      sent <TimeText at={first.begun_at} variant="relative" /> by {first.by}, {first.file_name}
      {more.length > 0 && ` and ${countOf(more.length, "other list")}`}
    </>
  );
}

function OfEnded({ ended: [first, ...more] }: { ended: Comparison["ended"] }) {
  if (!first) return undefined;
  return (
    <>
      {formatCount(first.people)} of them {first.people === 1 ? "was" : "were"} in{" "}
      <CampaignName id={first.campaign_id} />, which has ended
      {more.length > 0 && `, and some in ${countOf(more.length, "other ended campaign")}`}
    </>
  );
}

const CampaignName = ({ id }: { id: string }) => {
  const saved = useSaved("campaigns", id);
  return <>{saved?.label ?? saved?.name ?? id}</>;
};
