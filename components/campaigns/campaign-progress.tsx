"use client";

import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { LineChart } from "@/components/ui/charts/line-chart";
import { Notice } from "@/components/ui/page/notice";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { throughOf } from "@/lib/contract/console/campaign-counters";
import { isResting, type CampaignProgress as Progress, progressOf } from "@/lib/contract/console/campaign-progress";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";
import { callsMessage, paceMessage, percent } from "./progress-messages";

export type CampaignProgressProps = {
  kept: ReadQuery<{ data: Progress | null }>;
  campaign: ReadQuery<{ data: unknown }>;
};

/** How far a campaign is, how fast it moves and when it will end: from what was kept of it, or else from its record. */
export function CampaignProgress({ kept, campaign }: CampaignProgressProps) {
  const record = campaign.data?.value.data;
  const now = isPlainObject(record) && campaign.data ? progressOf(record, campaign.data.readAt) : undefined;
  const progress = kept.data?.value.data ?? now;
  return (
    <Section
      title="Progress"
      note={
        kept.data?.value.data && (
          <>
            since <TimeText at={kept.data.value.data.first_seen_at} variant="short-time" />, when it was first seen here
          </>
        )
      }
    >
      <QueryView query={kept} label="the campaign's progress" above={campaign}>
        {() => progress && <Known progress={progress} />}
      </QueryView>
    </Section>
  );
}

const uncountedMessage =
  "Its record holds no counts of contacts that Switchboard knows by name, so how far it is cannot be shown. All its fields stand below.";

const Quiet = ({ children }: { children: ReactNode }) => <p className="text-sm/[17px] text-ink-3">{children}</p>;

function Known({ progress }: { progress: Progress }) {
  const { counts, pace, samples } = progress;
  const far = throughOf(counts);
  if (!far) return <Quiet>{uncountedMessage}</Quiet>;
  const points = samples.map(({ at, through, status }) => ({
    atMs: Date.parse(at),
    value: through,
    ...(status ? { note: status } : {}),
  }));
  const fields = Object.values(counts).map(({ field }) => field);
  return (
    <>
      {pace.stillSince && (
        <Notice tone="wait" title="No movement" className="mb-3">
          {countOf(far.total - far.through, "contact waits", "contacts wait")}, and nothing has changed since{" "}
          <TimeText at={pace.stillSince} variant="short-time" />.
        </Notice>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className={amountClass}>
          {formatCount(far.through)}{" "}
          <small className={smallClass}>
            of {formatCount(far.total)} done or failed, {percent(far.through, far.total)}
          </small>
        </p>
        <Key progress={progress} />
      </div>
      <StackedBar progress={progress} total={far.total} />
      <div className="mt-4 grid grid-cols-3 gap-x-5 gap-y-3 border-t border-rule pt-3 max-narrow:grid-cols-1">
        <Figure title="Calls" {...callsMessage(counts, far.total)} />
        <Figure title="Rate" {...paceMessage(pace)} />
        <Figure
          title="Expected end"
          amount={pace.endsAt ? <TimeText at={pace.endsAt} variant="short-time" /> : "Not known"}
          sub={endMessage(progress, far.total - far.through)}
        />
      </div>
      {points.length > 1 && (
        <div className="mt-4">
          <h3 className="mb-2 text-sm font-medium text-ink-2">Done or failed, over time</h3>
          <LineChart label="Contacts done or failed" points={points} />
        </div>
      )}
      <p className="mt-2 text-sm/[17px] wrap-anywhere text-ink-3">Worked out from {fields.join(", ")}.</p>
    </>
  );
}

const amountClass = "text-2xl font-[560] tracking-[-0.022em]";
const smallClass = "ml-1 text-md font-[450] tracking-normal text-ink-3";

function endMessage({ pace, read_at, status }: Progress, left: number): ReactNode {
  if (left === 0) return "Every contact is through";
  if (isResting(status)) return `Its status is ${status}`;
  if (pace.endsAt) return `${formatCount(left)} left, at the rate of the last ${countOf(pace.overMinutes, "minute")}`;
  return (
    <>
      {pace.perMinute === null ? "Two reads a minute apart are needed" : "Nothing moved of late"}, last read{" "}
      <TimeText at={read_at} variant="relative" />
    </>
  );
}

type FigureProps = { title: string; amount: ReactNode; sub: ReactNode };

function Figure({ title, amount, sub }: FigureProps) {
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-medium text-ink-2">{title}</h3>
      <div className="text-lg font-[560] wrap-anywhere">{amount}</div>
      <div className="text-sm/[17px] text-ink-3">{sub}</div>
    </div>
  );
}

const parts = [
  ["done", "Done", "bg-bar-2", "fill-bar-2"],
  ["failed", "Failed", "bg-bar-bad", "fill-bar-bad"],
  ["cancelled", "Cancelled", "bg-ink-3", "fill-ink-3"],
  ["active", "In progress", "bg-live-fill", "fill-live-fill"],
] as const;

function Key({ progress: { counts } }: { progress: Progress }) {
  const shown = parts.flatMap(([name, label, swatch]) => {
    const count = counts[name]?.count;
    return count === undefined || (count === 0 && name === "cancelled") ? [] : [{ label, swatch, count }];
  });
  const { waiting } = counts;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {shown.map(({ label, swatch, count }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <i className={`size-2.5 rounded-[2px] ${swatch} forced-colors:border`} />
          {label} <b className="font-semibold">{formatCount(count)}</b>
        </li>
      ))}
      {waiting && (
        <li className="inline-flex items-center gap-1.5">
          <i className="size-2.5 rounded-[2px] border border-edge" />
          Waiting <b className="font-semibold">{formatCount(waiting.count)}</b>
        </li>
      )}
    </ul>
  );
}

function StackedBar({ progress: { counts }, total }: { progress: Progress; total: number }) {
  const drawn = parts
    .map(([name, , , fill]) => ({ name, fill, share: ((counts[name]?.count ?? 0) / Math.max(1, total)) * 100 }))
    .filter(({ share }) => share > 0);
  const before = (at: number) => drawn.slice(0, at).reduce((sum, { share }) => sum + share, 0);
  return (
    <div className="mt-2 overflow-hidden rounded-[4px] border border-edge">
      <svg className="block h-3 w-full" aria-hidden="true">
        {drawn.map(({ name, fill, share }, at) => (
          <rect
            key={name}
            className={`${fill} stroke-sheet stroke-1 forced-colors:stroke-[CanvasText]`}
            x={`${before(at)}%`}
            width={`${share}%`}
            height="100%"
          />
        ))}
      </svg>
    </div>
  );
}
