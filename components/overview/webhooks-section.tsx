"use client";

import { useId } from "react";
import { QueryView } from "@/components/query/query-view";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { chartSteps, deliveredShare, failingWords, noneWords, targetOf, watchedText } from "@/lib/client/webhook-log";
import { type DeliveryHealth, wordText } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { formatTick } from "@/lib/format/format-time";
import type { Overview } from "./use-overview";

/** Health of the webhooks in the last 24 hours, from the stored log: a band of time, and a line for each. */
export function WebhooksSection({ overview: { deliveries } }: { overview: Overview }) {
  const open = (
    <Link className={besideLinkClass} href="/webhooks">
      Open<span className="sr-only"> webhooks</span>
    </Link>
  );
  return (
    <Section title="Webhooks" more={open}>
      <QueryView query={deliveries} label="the deliveries">
        {({ value }) => (
          <>
            {value.total > 0 ? <Band health={value} /> : <NoDeliveries health={value} />}
            <WebhookLines health={value} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function NoDeliveries({ health: { watched, reading } }: { health: DeliveryHealth }) {
  const zone = useZone();
  const since = watched === "all" ? undefined : watchedText(reading, zone);
  return (
    <p className="text-sm/[17px] text-ink-3">
      {reading.ok_at ? noneWords(watched, "in 24 h") : "No data yet"}
      {since && `. ${since}`}
    </p>
  );
}

const [step, up, down] = [10, 22, 8] as const;

/** Arrived deliveries up, others down, hatched where not watched. One path each, to keep the document small. */
function Band({ health }: { health: DeliveryHealth }) {
  const hatch = useId();
  const zone = useZone();
  const { chart, total, not_delivered: missed, watched, reading } = health;
  const { first_at, step_seconds, counts } = chart;
  const steps = chartSteps({ ...health, chart: { ...chart, steps: counts.map(chartStep(first_at, step_seconds)) } });
  const [width, height] = [counts.length * step, up + 2 + down];
  const scale = scaleOf(counts.map(([arrived, retrying]) => arrived + retrying));
  const mostMissed = Math.max(1, ...counts.map(([, , missed]) => missed));
  const bars = counts.map(([arrived, retrying], index) => bar(index, up, -scale(arrived + retrying) * up));
  const missing = counts.map(([, , missed], index) =>
    bar(index, up + 2, missed && 2 + (missed / mostMissed) * (down - 2)),
  );
  const gaps = steps.map(({ isUnseen }, index) => (isUnseen ? `M${index * step} 0h${step}v${height}h-${step}z` : ""));
  const since = watched === "all" ? "" : `. ${watchedText(reading, zone) ?? "Not watched all the time"}`;
  return (
    <div>
      <svg
        className="block h-8 w-full"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Deliveries of the last 24 h: ${formatCount(total)}, ${formatCount(missed)} not delivered${since}`}
      >
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="fill-rule-2 forced-colors:fill-[GrayText]" width="1.5" height="4" />
        </pattern>
        <path fill={`url(#${hatch})`} d={gaps.join("")} />
        <path className="fill-bar forced-colors:fill-[CanvasText]" d={bars.join("")} />
        <path className="fill-bar-bad forced-colors:fill-[CanvasText]" d={missing.join("")} />
        <path className="fill-rule-2" d={`M0 ${up}h${width}v1h-${width}z`} />
      </svg>
      <div className="mt-1 flex justify-between text-xs text-ink-3" aria-hidden="true">
        <span>{formatTick(Date.parse(chart.from), zone)}</span>
        {watched !== "all" && <span>hatched: not watched</span>}
        <span>now</span>
      </div>
    </div>
  );
}

const chartStep =
  (firstAt: string, seconds: number) =>
  ([arrived, retrying, not_delivered]: DeliveryHealth["chart"]["counts"][number], index: number) => ({
    at: new Date(Date.parse(firstAt) + index * seconds * 1_000).toISOString(),
    ...{ first_attempt: arrived, after_retries: 0, retrying, not_delivered, matched: 0 },
  });

const bar = (index: number, y: number, height: number) =>
  height === 0 ? "" : `M${index * step + 1} ${y}v${Math.round(height * 10) / 10}h${step - 2}V${y}z`;

/** Share of the band's height, at least enough to be seen. The square root if one count would flatten the others. */
function scaleOf(counts: readonly number[]) {
  const most = Math.max(1, ...counts);
  const busy = counts.filter((count) => count > 0).toSorted((a, b) => a - b);
  const isFlattened = most > 8 * (busy[Math.floor(busy.length / 2)] ?? most);
  const shareOf = (count: number) => (isFlattened ? Math.sqrt(count / most) : count / most);
  return (count: number) => (count === 0 ? 0 : Math.max(0.08, shareOf(count)));
}

function WebhookLines({ health: { webhooks, webhooks_known: known, watched } }: { health: DeliveryHealth }) {
  if (webhooks.length === 0) return <p className="mt-2 text-sm/[17px] text-ink-3">The platform has no webhook.</p>;
  return (
    <ul className="mt-2.5">
      {webhooks.map((webhook) => (
        <WebhookLine key={webhook.webhook_id} health={webhook} watched={watched} />
      ))}
      {known > webhooks.length && (
        <li className="border-t border-rule pt-[7px]">
          <Link className={besideLinkClass} href="/webhooks">
            All {formatCount(known)}
          </Link>
        </li>
      )}
    </ul>
  );
}

type Health = DeliveryHealth["webhooks"][number];
type WebhookLineProps = { health: Health } & Pick<DeliveryHealth, "watched">;

function WebhookLine({ health, watched }: WebhookLineProps) {
  const zone = useZone();
  const nowMs = useNow(60_000) ?? 0;
  const { webhook_id: id, url } = health;
  const target = targetOf({ url: url ?? undefined });
  const { tone, note } = healthOf(health, failingWords(health, zone, nowMs), watched);
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-t border-rule py-[7px]">
      <StatusIcon tone={tone} tinted className="self-center" />
      <Link
        className="block min-w-0 truncate leading-6 hover:underline hover:underline-offset-[3px]"
        title={target ? `${target.host}${target.path}` : id}
        href={`/webhooks?${new URLSearchParams({ webhook: wordText(id) })}`}
      >
        {target?.host ?? id}
        <span className="text-ink-3">{target?.path}</span>
      </Link>
      <span className="text-right text-ink-2">{deliveredShare(health, watched)}</span>
      {note && (
        <span className={`col-start-2 text-sm/[17px] ${tone === "fault" ? "text-fault-ink" : "text-ink-3"}`}>
          {note}
        </span>
      )}
    </li>
  );
}

/** What is worth a second line. A webhook without a failure has none. */
function healthOf(
  health: Health,
  failing: string | undefined,
  watched: DeliveryHealth["watched"],
): { tone: Tone; note?: string } {
  const { total, not_delivered: missed, retrying, older } = health;
  if (missed > 0) return { tone: failing ? "fault" : "wait", note: failing ?? `${formatCount(missed)} not delivered` };
  if (retrying > 0) return { tone: "live", note: `${formatCount(retrying)} being retried` };
  if (total > 0) return watched === "all" ? { tone: "ok" } : { tone: "idle", note: "no known failures" };
  return { tone: "idle", note: older > 0 ? `${formatCount(older)} older, time unknown` : "no known deliveries" };
}
