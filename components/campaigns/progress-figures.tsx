import type { ReactNode } from "react";
import { EndRange } from "@/components/registry/campaign-cells";
import { whyNoEnd } from "@/components/registry/expected-end";
import { figureTexts } from "@/components/registry/figure-texts";
import { TimeText } from "@/components/ui/time/time-text";
import { calledOf, handledOf } from "@/lib/contract/console/campaign-counters";
import { fewContacts } from "@/lib/contract/console/campaign-figures";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { isResting, stageOf } from "@/lib/contract/console/campaign-stage";
import { countOf, formatCount, rateOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";
import { stillSpan } from "./campaign-standstill";
import type { RunSpan } from "./progress-curve";
import { answeredMessage, callsMessage, paceMessage } from "./progress-messages";

type FiguresProps = { progress: Progress; handled: { count: number; total: number }; span: RunSpan };

export function ProgressFigures({ progress, handled, span: { startMs, endMs } }: FiguresProps) {
  const { counts, pace, status } = progress;
  const called = calledOf(handled, counts.cancelled?.count) ?? 0;
  const isEnded = stageOf(status) === "ended";
  const isOver = handled.count === handled.total || isEnded;
  const compared = comparedFigures(progress);
  const [calls, answered] = [callsMessage(counts), answeredMessage(counts, called)];
  const rate = paceMessage(pace, called, { isOver, isResting: isResting(status) || pace.opensAt !== null });
  return (
    <div className={figuresClass}>
      {calls && <Figure title="Calls" {...calls} />}
      {compared.every(({ title }) => title !== "Answered") && answered && <Figure title="Answered" {...answered} />}
      {compared.map((figure) => (
        <Figure key={figure.title} {...figure} />
      ))}
      <Figure title="Rate" {...(pace.stillSince ? { ...rate, amount: rateOf(0) } : rate)} />
      {!isEnded && <Figure title="Expected end" {...endMessage(progress, handled)} />}
      {isEnded && startMs !== undefined && endMs !== undefined && endMs > startMs && (
        <Figure title="Lasted" amount={formatSpan(Math.round((endMs - startMs) / 1_000), true)} />
      )}
    </div>
  );
}

/** The figures by which the list compares campaigns, if calls of this one are known. */
function comparedFigures({ figures, counts }: Pick<Progress, "figures" | "counts">): FigureProps[] {
  const platform = { made: counts.calls?.count, called: calledOf(handledOf(counts), counts.cancelled?.count) };
  const { answered, callsPerPerson, talkTime, cost } = figureTexts(figures, platform);
  const called = figures ? `of ${countOf(figures.people, "person", "people")} called` : undefined;
  return [
    ...(answered ? [{ title: "Answered", amount: answered.text, sub: called }] : []),
    ...(callsPerPerson ? [{ title: "Calls a person", amount: callsPerPerson.text }] : []),
    ...(talkTime ? [{ title: "Talk time", amount: talkTime.text, sub: talkTime.note }] : []),
    ...(cost ? [{ title: "Cost", amount: cost.text, sub: cost.note }] : []),
  ];
}

export function ComparedFigures({ progress }: { progress: Progress }) {
  const figures = comparedFigures(progress);
  if (figures.length === 0) return null;
  return (
    <div className={figuresClass}>
      {figures.map((figure) => (
        <Figure key={figure.title} {...figure} />
      ))}
    </div>
  );
}

const figuresClass = [
  "-mx-(--gutter) mt-4 grid grid-cols-4 border-y border-rule [&>*]:border-rule [&>*:not(:nth-child(4n+1))]:border-l",
  "[&>*:nth-child(n+5)]:border-t max-mid:grid-cols-2 max-mid:[&>*:nth-child(odd)]:border-l-0 max-mid:[&>*:nth-child(n+3)]:border-t",
  "max-mid:[&>*:nth-child(even)]:border-l",
].join(" ");

function endMessage(
  progress: Progress,
  { count: handled, total }: FiguresProps["handled"],
): Omit<FigureProps, "title"> {
  const { counts, pace, status } = progress;
  const left = total - handled;
  const notKnown = (sub: ReactNode) => ({ amount: "Not known", sub });
  if (left === 0) {
    const cancelled = counts.cancelled?.count ?? 0;
    const sub = cancelled > 0 ? `${countOf(cancelled, "contact")} cancelled` : "every contact is done or failed";
    return { amount: "Now", sub };
  }
  if (isResting(status)) return notKnown(formatRaw(status));
  if (pace.stillSince) return notKnown(`no movement for ${stillSpan(progress)}`);
  if (pace.opensAt)
    return notKnown(
      <>
        waiting for calling hours, they open <TimeText at={pace.opensAt} variant="moment" />
      </>,
    );
  if (handled < fewContacts) return notKnown(`available after ${fewContacts} contacts`);
  if (pace.endsBetween)
    return {
      amount: <EndRange at={pace.endsBetween[0]} until={pace.endsBetween[1]} />,
      sub: `${formatCount(left)} left at the current pace`,
    };
  return notKnown(whyNoEnd(pace));
}

type FigureProps = { title: string; amount: ReactNode; unit?: string; sub?: ReactNode };

function Figure({ title, amount, unit, sub }: FigureProps) {
  return (
    <div className="min-w-0 px-(--gutter) py-3">
      <h3 className="text-sm font-medium text-ink-2">{title}</h3>
      <div className="text-xl/8 font-[560] tracking-[-0.014em] wrap-anywhere">
        {amount} {unit && <small className="text-md font-[450] tracking-normal text-ink-2">{unit}</small>}
      </div>
      <div className="text-sm/[17px] text-ink-3">{sub}</div>
    </div>
  );
}
