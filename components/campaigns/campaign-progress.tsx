"use client";

import { type ReactNode, useState } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { CampaignBar, CampaignBarKey } from "@/components/registry/campaign-bar";
import { EndRange } from "@/components/registry/campaign-cells";
import { percent, whyNoEnd } from "@/components/registry/expected-end";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { type LineBand, LineChart } from "@/components/ui/charts/line-chart";
import { Notice } from "@/components/ui/page/notice";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { guardRailNames } from "@/lib/contract/console/automation";
import { setCounterMeaning, throughOf } from "@/lib/contract/console/campaign-counters";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { endedMsIn, isResting, stageOf } from "@/lib/contract/console/campaign-stage";
import { usualMoment } from "@/lib/contract/fields";
import { countOf, formatCount, rateOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatMoment, formatSpan, type Zone } from "@/lib/format/format-time";
import { StandsStill, stillSpan } from "./campaign-standstill";
import { answeredMessage, callsMessage, fewContacts, paceMessage } from "./progress-messages";

const CounterDialog = deferred(async () => (await import("./counter-dialog")).CounterDialog);

type CampaignProgressProps = {
  kept: ReadQuery<{ data: Progress | null }>;
  /** From what was kept of the campaign, or else from its record. */
  progress: Progress | undefined;
  record: Record<string, unknown>;
};

/** How far a campaign is, how fast it moves and when it will end; or how and when it ended. */
export function CampaignProgress({ kept, progress, record }: CampaignProgressProps) {
  const zone = useZone();
  const known = kept.data?.value.data;
  if (progress && isEmptyDraft(progress)) return <EmptyDraft />;
  const span = spanOf(record);
  const sinceMs = Math.max(span.startMs ?? 0, Date.parse(known?.first_seen_at ?? ""));
  const isEnded = stageOf(progress?.status ?? null) === "ended";
  const ended = isEnded && progress && endedTitle(progress, span.endMs, zone);
  return (
    <Section
      title={ended || "Progress"}
      note={
        !isEnded &&
        sinceMs > 0 && (
          <>
            since <TimeText at={sinceMs} variant="moment" />
          </>
        )
      }
    >
      <QueryView query={kept} label="the campaign's progress">
        {() => progress && <Known progress={progress} record={record} />}
      </QueryView>
    </Section>
  );
}

/** True for a campaign that is not started, and whose record says that it has no contacts. */
export const isEmptyDraft = ({ status, counts }: Pick<Progress, "status" | "counts">) =>
  stageOf(status) === "unstarted" && throughOf(counts)?.total === 0;

function EmptyDraft() {
  return (
    <Section title="No contacts yet">
      <p className="max-w-[46em] text-ink-2">
        Import a contact list first. Then start the campaign, now or at a time you choose. Nobody is called before it
        starts.
      </p>
    </Section>
  );
}

type Span = { startMs: number | undefined; endMs: number | undefined };

const spanOf = (record: Record<string, unknown>): Span => ({
  startMs: usualMoment(record, "started_at"),
  endMs: endedMsIn(record),
});

/** "Ended Thu 19:57: all 5,613 contacts are done or failed" */
function endedTitle({ counts, read_at }: Progress, endMs: number | undefined, zone: Zone): string {
  const far = throughOf(counts);
  const when = endMs === undefined ? "" : ` ${formatMoment(endMs, zone, Date.parse(read_at))}`;
  if (!far) return `Ended${when}`;
  const uncalled = far.total - far.through + (counts.cancelled?.count ?? 0);
  return `Ended${when}: ${
    uncalled > 0
      ? `${countOf(uncalled, "contact was", "contacts were")} not called`
      : `all ${countOf(far.total, "contact")} are done or failed`
  }`;
}

/** True if a recognized field of the record counts contacts. */
export const countsContacts = ({ calls: _calls, answered: _answered, voicemail: _voicemail, ...contacts }: Counts) =>
  Object.keys(contacts).length > 0;

type Counts = Progress["counts"];

export function CampaignNotices({ progress, record }: KnownProps) {
  return (
    <>
      <StandsStill progress={progress} record={record} />
      <PausedByGuardRail guard={progress.guard} />
      <LeftRunning guard={progress.guard} record={record} readAt={progress.read_at} />
    </>
  );
}

type LeftRunningProps = Pick<Progress, "guard"> & { record: Record<string, unknown>; readAt: string };

/** A person resumed it outside the hours set for it, or those of the guard rail, which pauses it only once. */
function LeftRunning({ guard, record, readAt }: LeftRunningProps) {
  const own = hoursIn(record);
  const set = guard.outside_set_hours;
  const [hours, until] = set ? [set, set.until] : [guard.closed_hours, guard.left_running_until];
  if (!hours || !until || (own && !hoursAt(own, Date.parse(readAt)).isOpen)) return null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice
        tone="wait"
        role="status"
        title={`Calls go on outside the ${set ? "hours set for it" : "calling hours of the guard rail"}`}
      >
        <p>
          {set ? "Its" : "Calling"} hours are {hours.from} to {hours.to}, {hours.zone}.{" "}
          {set ? "They" : "The guard rail"} will not pause this campaign again before{" "}
          <TimeText at={until} variant="moment" />.
        </p>
      </Notice>
    </div>
  );
}

function PausedByGuardRail({ guard: { paused_by: by, closed_hours } }: Pick<Progress, "guard">) {
  if (!by) return null;
  const isClosed = by.guard_rail === "calling_hours" && closed_hours !== null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice
        tone="wait"
        role="status"
        title={
          <>
            Paused by the guard rail “{guardRailNames[by.guard_rail]}”, <TimeText at={by.at} variant="moment" />
          </>
        }
      >
        <p>
          {isClosed
            ? `Calls are made from ${closed_hours.from} to ${closed_hours.to}, ${closed_hours.zone}. `
            : by.because && `${by.because}. `}
          It stays paused until somebody resumes it.
        </p>
      </Notice>
    </div>
  );
}

type KnownProps = { progress: Progress; record: Record<string, unknown> };

const uncountedMessage = "Progress cannot be shown: Switchboard recognizes no contact counts in the record.";
const unclearMessage = "Progress cannot be shown: contact counts are missing or contradict each other.";

/** Counts that do not say how far it is are shown by themselves. */
function Uncounted({ progress, record }: KnownProps) {
  const { total, calls: _calls, answered: _answered, voicemail: _voicemail, ...parts } = progress.counts;
  const hasAny = countsContacts(progress.counts);
  return (
    <>
      <p className="text-sm/[17px] text-ink-3">
        {hasAny ? unclearMessage : uncountedMessage} <CorrectThis progress={progress} record={record} />
      </p>
      {hasAny && (
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
          {total && <span>{countOf(total.count, "contact")} in all</span>}
          <CampaignBarKey counts={countsOf(parts)} />
        </div>
      )}
    </>
  );
}

function Known({ progress, record }: KnownProps) {
  const { counts, status } = progress;
  const far = throughOf(counts);
  if (!far) return <Uncounted progress={progress} record={record} />;
  const done = counts.done?.count ?? far.through;
  const isUnstarted = stageOf(status) === "unstarted" && far.through === 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-2xl font-[560] tracking-[-0.022em]">
          {formatCount(done)}{" "}
          <small className="text-md font-[450] tracking-normal text-ink-2">
            of {formatCount(far.total)} {counts.done ? "done" : "done or failed"}
            {isUnstarted ? ". Not started yet" : `, ${percent(done, far.total)}`}
          </small>
        </p>
        <CampaignBarKey counts={countsOf(counts)} />
      </div>
      <div className="mt-2">
        <CampaignBar counts={countsOf(counts)} total={far.total} />
      </div>
      {!isUnstarted && <Figures progress={progress} far={far} span={spanOf(record)} />}
      {!isUnstarted && <Curve progress={progress} span={spanOf(record)} />}
      <div className="mt-2 text-sm/[17px] empty:hidden">
        <CorrectThis progress={progress} record={record} />
      </div>
    </>
  );
}

/** Finished contacts from the start to now or to the end. Without two reads in between, nothing is drawn. */
function Curve({ progress, span }: { progress: Progress; span: Span }) {
  const samples = samplesWithin(progress.samples, span);
  const isRunning = stageOf(progress.status) === "running";
  if (samples.length < 2 && !isRunning) return false;
  const points = samples.map(({ at, through, status }) => ({
    atMs: Date.parse(at),
    value: through,
    note: status ?? "",
  }));
  return (
    // As high as the curve, which comes with the second read.
    <div className="mt-4 flex min-h-[224px] flex-col max-narrow:min-h-[244px]">
      {samples.length > 1 && (
        <>
          <h3 className="mb-2 text-md font-semibold">Done or failed, over time</h3>
          <LineChart label="Contacts done or failed" points={points} bands={bandsOf({ ...progress, samples })} />
        </>
      )}
    </div>
  );
}

/** Samples between start and end. The last one before the start and the first one after the end stand for these moments. */
export function samplesWithin(samples: Progress["samples"], { startMs, endMs }: Span): Progress["samples"] {
  const msOf = ({ at }: Progress["samples"][number]) => Date.parse(at);
  const first = startMs === undefined ? 0 : samples.findLastIndex((sample) => msOf(sample) <= startMs);
  const end = endMs === undefined ? -1 : samples.findIndex((sample) => msOf(sample) >= endMs);
  return samples.slice(Math.max(0, first), end < 0 ? undefined : end + 1).map((sample) => ({
    ...sample,
    at: new Date(Math.min(Math.max(msOf(sample), startMs ?? 0), endMs ?? Number.POSITIVE_INFINITY)).toISOString(),
  }));
}

const countsOf = (counts: Progress["counts"]) =>
  Object.fromEntries(Object.entries(counts).map(([name, { count }]) => [name, count]));

/** When it rested, by its own word, and since when it stands still. */
function bandsOf(progress: Progress): LineBand[] {
  const { samples, pace, read_at } = progress;
  const bands: LineBand[] = [];
  for (const [at, { at: from, status }] of samples.entries()) {
    const to = samples[at + 1];
    if (!to || !isResting(status) || stageOf(status) === "ended") continue;
    const last = bands.at(-1);
    const span = { fromMs: Date.parse(from), toMs: Date.parse(to.at) };
    if (last?.toMs === span.fromMs && last.label === status) last.toMs = span.toMs;
    else bands.push({ ...span, label: status ?? "", tone: "idle" });
  }
  if (pace.stillSince)
    bands.push({
      fromMs: Date.parse(pace.stillSince),
      toMs: Date.parse(read_at),
      label: `no movement, ${stillSpan(progress)}`,
      tone: "wait",
    });
  return bands;
}

type FiguresProps = { progress: Progress; far: { through: number; total: number }; span: Span };

function Figures({ progress, far, span: { startMs, endMs } }: FiguresProps) {
  const { counts, pace, status } = progress;
  const called = far.through - (counts.cancelled?.count ?? 0);
  const isEnded = stageOf(status) === "ended";
  const isOver = far.through === far.total || isEnded;
  const [calls, answered] = [callsMessage(counts, called), answeredMessage(counts, called)];
  const rate = paceMessage(pace, called, { isOver, isResting: isResting(status) || pace.opensAt !== null });
  return (
    <div className={figuresClass}>
      {calls && <Figure title="Calls" {...calls} />}
      {answered && <Figure title="Answered" {...answered} />}
      <Figure title="Rate" {...(pace.stillSince ? { ...rate, amount: rateOf(0) } : rate)} />
      {!isEnded && <Figure title="Expected end" {...endMessage(progress, far)} />}
      {isEnded && startMs !== undefined && endMs !== undefined && endMs > startMs && (
        <Figure title="Lasted" amount={formatSpan(Math.round((endMs - startMs) / 1_000), true)} />
      )}
    </div>
  );
}

const figuresClass = [
  "-mx-(--gutter) mt-4 grid auto-cols-fr grid-flow-col border-y border-rule [&>*]:border-rule [&>*+*]:border-l",
  "max-mid:grid-flow-row max-mid:grid-cols-2 max-mid:[&>*:nth-child(3)]:border-l-0 max-mid:[&>*:nth-child(n+3)]:border-t",
].join(" ");

function endMessage(progress: Progress, { through, total }: FiguresProps["far"]): Omit<FigureProps, "title"> {
  const { counts, pace, status } = progress;
  const left = total - through;
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
  if (through < fewContacts) return notKnown(`available after ${fewContacts} contacts`);
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

/** Admins can say what a counter means where its name says something else. */
function CorrectThis({ progress, record }: KnownProps) {
  const may = useMay(setCounterMeaning);
  const [isOpen, setIsOpen] = useState(false);
  useAtRest(CounterDialog.load);
  if (!may) return null;
  return (
    <>
      <button
        type="button"
        className={`print:hidden ${linkButtonClass}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Correct this
      </button>
      {isOpen && <CounterDialog progress={progress} record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}
