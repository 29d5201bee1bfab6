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
import { type DeliverySummary, type WebhookHealth, wordText } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { formatTick, type Zone } from "@/lib/format/format-time";
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
            {value.total > 0 ? <Band summary={value} /> : <NoDeliveries summary={value} />}
            <WebhookLines summary={value} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function NoDeliveries({ summary: { watched, reading } }: { summary: DeliverySummary }) {
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

/** Arrived deliveries up, others down. Bars have the height of a square root if one would flatten the others. */
function Band({ summary }: { summary: DeliverySummary }) {
  const hatch = useId();
  const zone = useZone();
  const steps = chartSteps(summary);
  const width = steps.length * step;
  const sent = steps.map(({ first, again, retrying }) => first + again + retrying);
  const scale = scaleOf(sent);
  const most = Math.max(1, ...steps.map(({ missed }) => missed));
  return (
    <div>
      <svg
        className="block h-8 w-full"
        viewBox={`0 0 ${width} ${up + 2 + down}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={bandText(summary, steps, zone)}
      >
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="fill-rule-2 forced-colors:fill-[GrayText]" width="1.5" height="4" />
        </pattern>
        {steps.map(({ fromMs, missed, isUnseen }, index) => {
          const height = scale(sent[index] ?? 0) * up;
          const x = index * step;
          return (
            <g key={fromMs}>
              {isUnseen && <rect fill={`url(#${hatch})`} x={x} width={step} height={up + 2 + down} />}
              <rect className="fill-bar" x={x + 1} width={step - 2} y={up - height} height={height} />
              {missed > 0 && (
                <rect className="fill-bar-bad" x={x + 1} width={step - 2} y={up + 2} height={2 + (missed / most) * 6} />
              )}
            </g>
          );
        })}
        <rect className="fill-rule-2" y={up} width={width} height="1" />
      </svg>
      <div className="mt-1 flex justify-between text-xs text-ink-3" aria-hidden="true">
        <span>{formatTick(steps[0]?.fromMs ?? 0, zone)}</span>
        {steps.some(({ isUnseen }) => isUnseen) && <span>hatched: not watched</span>}
        <span>now</span>
      </div>
    </div>
  );
}

/** Share of the height of the band, at least enough to be seen. */
function scaleOf(counts: readonly number[]) {
  const most = Math.max(1, ...counts);
  const busy = counts.filter((count) => count > 0).toSorted((a, b) => a - b);
  const isFlattened = most > 8 * (busy[Math.floor(busy.length / 2)] ?? most);
  const shareOf = (count: number) => (isFlattened ? Math.sqrt(count / most) : count / most);
  return (count: number) => (count === 0 ? 0 : Math.max(0.08, shareOf(count)));
}

function bandText(
  { total, not_delivered, watched, reading }: DeliverySummary,
  steps: ReturnType<typeof chartSteps>,
  zone: Zone,
) {
  const gaps = watched === "all" ? undefined : (watchedText(reading, zone) ?? "Not watched all the time");
  const failing = steps.filter(({ missed }) => missed > 0).length;
  return [
    `Deliveries of the last 24 h: ${formatCount(total)}, ${formatCount(not_delivered)} not delivered`,
    failing > 0 && `failures in ${failing} of ${steps.length} parts`,
    gaps,
  ]
    .filter(Boolean)
    .join(". ");
}

const shownWebhooks = 8;

function WebhookLines({ summary }: { summary: DeliverySummary }) {
  const { webhooks, webhooks_known: known } = summary;
  if (webhooks.length === 0) return <p className="mt-2 text-sm/[17px] text-ink-3">The platform has no webhook.</p>;
  return (
    <>
      <ul className="mt-2.5">
        {webhooks.slice(0, shownWebhooks).map((health) => (
          <WebhookLine key={health.webhook_id} health={health} watched={summary.watched} />
        ))}
      </ul>
      {known > shownWebhooks && (
        <p className="border-t border-rule pt-[7px]">
          <Link className={besideLinkClass} href="/webhooks">
            All {formatCount(known)}
          </Link>
        </p>
      )}
    </>
  );
}

type WebhookLineProps = { health: WebhookHealth; watched: DeliverySummary["watched"] };

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
  health: WebhookHealth,
  failing: string | undefined,
  watched: DeliverySummary["watched"],
): { tone: Tone; note?: string } {
  const { total, not_delivered: missed, retrying, older } = health;
  if (missed > 0) return { tone: failing ? "fault" : "wait", note: failing ?? `${formatCount(missed)} not delivered` };
  if (retrying > 0) return { tone: "live", note: `${formatCount(retrying)} being retried` };
  if (total > 0) return watched === "all" ? { tone: "ok" } : { tone: "idle", note: "no known failures" };
  return { tone: "idle", note: older > 0 ? `${formatCount(older)} older, time unknown` : "no known deliveries" };
}
