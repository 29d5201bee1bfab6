"use client";

import type { ReactNode } from "react";
import { useSaved } from "@/components/query/use-saved";
import { Select } from "@/components/ui/fields/input";
import { TimeText } from "@/components/ui/time/time-text";
import type { Report } from "@/lib/contacts/engine";
import type { SentAgain, SentBefore } from "@/lib/contract/console/contact-lists";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { Comparison, SentBy } from "./compare-list";

/** Who is chosen to be sent again. The counts follow once the file is written again. */
export type PeopleChoice = { chosen: readonly SentAgain[]; onChoose: (sendsAgain: readonly SentAgain[]) => void };

export type PeopleTableProps = PeopleChoice & {
  report: Report;
  comparison: Comparison;
  /** Who the report counts as sent again. */
  sendsAgain: readonly SentAgain[];
};

/** Table of the file's rows by what happens to them. The counts add up to the rows of the file. */
export function PeopleTable({ report, comparison, sendsAgain, chosen, onChoose }: PeopleTableProps) {
  const { known, sentBy } = comparison;
  const { rows, counts, rowStatuses, groups } = report;
  const again = sendsAgain.reduce((sum, as) => sum + known[as].length, 0);
  const fromList = known.do_not_call.length;
  const inFile = rowStatuses.excluded + rowStatuses.barred + rowStatuses.no_call;
  const before = known.sent_here.length + known.sent_unsure.length + known.sent_elsewhere.length;
  const listsAs = (as: SentBefore) => <SentByLists lists={sentBy.filter((list) => list.as === as)} />;

  function choice(as: SentAgain, upload: string) {
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

  const lines: readonly [title: string, count: number, what: ReactNode, note?: ReactNode][] = [
    ["New", counts.sent - again, "uploaded"],
    [titles.sent_here, known.sent_here.length, "left out", listsAs("sent_here")],
    [titles.sent_unsure, known.sent_unsure.length, choice("sent_unsure", "Upload them again"), listsAs("sent_unsure")],
    [
      titles.sent_elsewhere,
      known.sent_elsewhere.length,
      choice("sent_elsewhere", "Upload them too"),
      listsAs("sent_elsewhere"),
    ],
    ["Do not call", fromList + inFile, "left out", blockedMessage(fromList, groups, rowStatuses.barred)],
    ["Left out", rows - (counts.sent - again) - before - fromList - inFile, leftOutMessage(report)],
  ];
  return (
    <table className="w-full border-separate [border-spacing:0]" aria-label={`What happens to ${countOf(rows, "row")}`}>
      <tbody>
        {lines.map(([title, count, what, note]) =>
          count > 0 || title === "New" ? (
            <tr key={title} className="*:border-b *:border-rule *:py-2.5 *:align-top">
              <th scope="row" className="pr-4 text-left font-semibold">
                {title}
              </th>
              <td className="pr-6 text-right text-md font-semibold whitespace-nowrap">{formatCount(count)}</td>
              <td className="w-3/5">
                {what}
                {note && <small className="mt-0.5 block text-sm/[17px] text-ink-3 wrap-anywhere">{note}</small>}
              </td>
            </tr>
          ) : undefined,
        )}
        <tr className="text-ink-2 *:py-2.5">
          <th scope="row" className="pr-4 text-left font-normal">
            Rows in the file
          </th>
          <td className="pr-6 text-right">{formatCount(rows)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

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
function leftOutMessage({ counts, rowStatuses }: Report): string {
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

const CampaignName = ({ id }: { id: string }) => {
  const saved = useSaved("campaigns", id);
  return <>{saved?.label ?? saved?.name ?? id}</>;
};
