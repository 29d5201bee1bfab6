import type { ReactNode } from "react";
import { useSaved } from "@/components/query/use-saved";
import { Select } from "@/components/ui/fields/input";
import { TimeText } from "@/components/ui/time/time-text";
import type { Comparison, SentBy } from "@/lib/client/lists/compare-list";
import type { ContactEngine, Report, RowChoice } from "@/lib/contacts/engine";
import { lines } from "@/lib/contacts/row-status/declaration";
import { blockedMessage, leftOutMessage, rowsOf } from "@/lib/contacts/row-status/report-messages";
import { statusesOfLine } from "@/lib/contacts/row-status/row-status";
import type { SentAgain, SentBefore } from "@/lib/contract/console/contact-lists";
import { countOf, formatCount } from "@/lib/format/format-count";
import { PeopleLine, type PeopleLineProps } from "./people-line";

/** Who is chosen to be sent again. The counts follow once the file is written again. */
type PeopleChoice = { chosen: readonly SentAgain[]; onChoose: (sendsAgain: readonly SentAgain[]) => void };

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
  const { rows, counts, rowStatuses } = report;
  const again = sendsAgain.reduce((sum, as) => sum + known[as].length, 0);
  const sentLine = (as: SentBefore, what: ReactNode) => ({
    title: lines[as],
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
        aria-label={lines[as]}
        value={chosen.includes(as) ? "upload" : "leave"}
        onChange={({ target }) => onChange(target.value === "upload")}
      >
        <option value="leave">Leave them out</option>
        <option value="upload">{upload}</option>
      </Select>
    );
  }

  const lineOf = (line: "do_not_call" | "left_out", message: ReactNode) => ({
    title: lines[line],
    count: rowsOf(statusesOfLine(line), rowStatuses),
    ...(line === "left_out" ? { what: message } : { what: "left out", note: message }),
    choice: { statuses: statusesOfLine(line) },
  });
  const isNew: RowChoice = { statuses: statusesOfLine("new"), without: sendsAgain.map((as) => known[as]) };
  const shown: readonly Omit<PeopleLineProps, "engine">[] = [
    { title: lines.new, count: counts.sent - again, what: "uploaded", note: <OfEnded ended={ended} />, choice: isNew },
    sentLine("sent_here", "left out"),
    sentLine("sent_unsure", choose("sent_unsure", "Upload them again")),
    sentLine("sent_elsewhere", choose("sent_elsewhere", "Upload them too")),
    lineOf("do_not_call", blockedMessage(report)),
    lineOf("left_out", leftOutMessage(report)),
  ];
  return (
    <table
      className="w-full border-separate [border-spacing:0]"
      aria-label={`What ${choice ? "happens" : "happened"} to ${countOf(rows, "row")}`}
    >
      <tbody>
        {shown.map((line) =>
          line.count > 0 ? <PeopleLine key={`${line.title} ${line.count}`} engine={engine} {...line} /> : undefined,
        )}
        {counts.sent - again < rows && (
          <tr className="text-ink-2 *:border-t *:border-rule *:py-2.5">
            <th scope="row" className="pr-4 text-left font-normal">
              Rows in the file
            </th>
            <td className="pr-6 text-right">{formatCount(rows)}</td>
            <td />
          </tr>
        )}
        {children}
      </tbody>
    </table>
  );
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
