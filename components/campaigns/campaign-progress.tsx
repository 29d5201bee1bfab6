"use client";

import { type ReactNode, useState } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { CampaignBar, CampaignBarKey } from "@/components/registry/campaign-bar";
import { percent, whyNoEnd } from "@/components/registry/expected-end";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { type LineBand, LineChart } from "@/components/ui/charts/line-chart";
import { Notice } from "@/components/ui/page/notice";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { guardRailNames } from "@/lib/contract/console/automation";
import { setCounterMeaning, throughOf } from "@/lib/contract/console/campaign-counters";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { isResting, stageOf } from "@/lib/contract/console/campaign-stage";
import { countOf, formatCount, rateOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { StandsStill, stillSpan } from "./campaign-standstill";
import { answeredMessage, callsMessage, paceMessage } from "./progress-messages";

const CounterDialog = deferred(async () => (await import("./counter-dialog")).CounterDialog);

type CampaignProgressProps = {
  kept: ReadQuery<{ data: Progress | null }>;
  /** From what was kept of the campaign, or else from its record. */
  progress: Progress | undefined;
  record: Record<string, unknown>;
};

/** How far a campaign is, how fast it moves and when it will end. */
export function CampaignProgress({ kept, progress, record }: CampaignProgressProps) {
  const known = kept.data?.value.data;
  return (
    <Section
      title="Progress"
      note={
        known && (
          <>
            since <TimeText at={known.first_seen_at} variant="moment" />, when it was first seen
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

/** A person resumed it outside the calling hours of the guard rail, which pauses it only once. */
function LeftRunning({ guard: { left_running_until: until, closed_hours: hours }, record, readAt }: LeftRunningProps) {
  const own = hoursIn(record);
  if (!hours || !until || (own && !hoursAt(own, Date.parse(readAt)).isOpen)) return null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice tone="wait" role="status" title="Calls go on outside the calling hours of the guard rail">
        <p>
          Calling hours are {hours.from} to {hours.to}, {hours.zone}. The guard rail will not pause this campaign again
          before <TimeText at={until} variant="moment" />.
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
  const { counts, samples } = progress;
  const far = throughOf(counts);
  if (!far) return <Uncounted progress={progress} record={record} />;
  const done = counts.done?.count ?? far.through;
  const isUnstarted = stageOf(progress.status) === "unstarted" && far.through === 0;
  const hasLine = stageOf(progress.status) === "running" || (!isUnstarted && samples.length > 1);
  const points = samples.map(({ at, through, status }) => ({
    atMs: Date.parse(at),
    value: through,
    note: status ?? "",
  }));
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-2xl font-[560] tracking-[-0.022em]">
          {formatCount(done)}{" "}
          <small className="text-md font-[450] tracking-normal text-ink-2">
            of {formatCount(far.total)} {counts.done ? "done" : "done or failed"}
            {stageOf(progress.status) === "unstarted" && done === 0
              ? ". Not started yet"
              : `, ${percent(done, far.total)}`}
          </small>
        </p>
        <CampaignBarKey counts={countsOf(counts)} />
      </div>
      <div className="mt-2">
        <CampaignBar counts={countsOf(counts)} total={far.total} />
      </div>
      {!isUnstarted && <Figures progress={progress} far={far} />}
      {hasLine && (
        // As high as the line, which comes with the second read.
        <div className="mt-4 flex min-h-[224px] flex-col max-narrow:min-h-[244px]">
          <h3 className="mb-2 text-md font-semibold">Done or failed, over time</h3>
          {points.length > 1 ? (
            <LineChart label="Contacts done or failed" points={points} bands={bandsOf(progress)} />
          ) : (
            <p className="grid flex-1 place-items-center rounded-2 border border-rule-2 border-dashed px-4 text-center text-sm/[17px] text-ink-3">
              The chart starts with the next update.
            </p>
          )}
        </div>
      )}
      <div className="mt-2 text-sm/[17px] empty:hidden">
        <CorrectThis progress={progress} record={record} />
      </div>
    </>
  );
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

function Figures({ progress, far }: { progress: Progress; far: { through: number; total: number } }) {
  const { counts, pace } = progress;
  const left = far.total - far.through;
  const isOver = left === 0 || stageOf(progress.status) === "ended";
  const rate = paceMessage(pace, { isOver, isResting: isResting(progress.status) || pace.opensAt !== null });
  return (
    <div className="-mx-(--gutter) mt-4 grid grid-cols-4 border-y border-rule max-mid:grid-cols-2 [&>*]:border-rule [&>*+*]:border-l max-mid:[&>*:nth-child(3)]:border-l-0 max-mid:[&>*:nth-child(n+3)]:border-t">
      <Figure title="Calls" {...callsMessage(counts, far.through - (counts.cancelled?.count ?? 0))} />
      <Figure title="Answered" {...answeredMessage(counts)} />
      <Figure title="Rate" {...(pace.stillSince ? { ...rate, amount: rateOf(0) } : rate)} />
      <Figure
        title="Expected end"
        amount={isOver ? "Ended" : pace.endsAt ? <TimeText at={pace.endsAt} variant="moment" /> : "Not known"}
        sub={endMessage(progress, left)}
      />
    </div>
  );
}

function endMessage(progress: Progress, left: number): ReactNode {
  const { counts, pace, status } = progress;
  const cancelled = counts.cancelled?.count ?? 0;
  if (left === 0 && cancelled > 0) return `${countOf(cancelled, "contact")} cancelled`;
  if (left === 0) return "every contact is done or failed";
  if (isResting(status)) return formatRaw(status);
  if (pace.stillSince) return `no movement for ${stillSpan(progress)}`;
  if (pace.endsAt) return `${formatCount(left)} left at the current pace`;
  if (pace.opensAt)
    return (
      <>
        waiting for calling hours, they open <TimeText at={pace.opensAt} variant="moment" />
      </>
    );
  return whyNoEnd(pace);
}

type FigureProps = { title: string; amount: ReactNode; unit?: string; sub: ReactNode };

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
