"use client";

import Link from "next/link";
import { useMemo } from "react";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { useGo } from "@/components/ui/browser/use-go";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { BarTimeline, TimelineKey } from "@/components/ui/charts/bar-timeline";
import { type Buckets, makeBuckets, type TimelineBucket } from "@/components/ui/charts/timeline-buckets";
import { bayClass, bayHeadClass, moreClass } from "@/components/ui/page/section";
import { StateFace } from "@/components/ui/page/state-face";
import { uniqueKeys } from "@/lib/client/unique-keys";
import { type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { formatCount } from "@/lib/format/format-count";
import { address } from "./attention-item";
import { notDeliveredMessage, type Overview, type RecentLog } from "./use-overview";

const halfHourMs = 30 * 60_000;

export function LogSection({ overview }: { overview: Overview }) {
  const { logs, recent, webhooks } = overview;
  const chart = useBuckets(recent);
  return (
    <section className={`${bayClass} border-t border-rule`} aria-labelledby="log-half-hours">
      <div className={`mb-2 ${bayHeadClass}`}>
        <h2 id="log-half-hours">Webhook log per half hour</h2>
        {chart && <TimelineKey buckets={chart.buckets} />}
        <span className={moreClass}>
          <Link className={besideLinkClass} href="/webhooks">
            Open the desk
          </Link>
        </span>
      </div>
      <QueryView query={logs} label="the webhook log">
        {() => recent && chart && <LogChart chart={chart} recent={recent} />}
      </QueryView>
      <QueryView query={webhooks} label="webhooks">
        {({ value }) => <WebhookLines webhooks={value.data} recent={recent} />}
      </QueryView>
    </section>
  );
}

function useBuckets(recent: RecentLog | undefined) {
  return useMemo(
    () => recent && makeBuckets(recent.entries, { fromMs: recent.sinceMs, toMs: recent.untilMs, stepMs: halfHourMs }),
    [recent],
  );
}

type LogChartProps = { chart: Buckets; recent: RecentLog };

function LogChart({ chart: { buckets, untimed, untimedNotDelivered }, recent: { entries, sinceMs } }: LogChartProps) {
  const go = useGo();
  if (entries.length === 0)
    return (
      <StateFace face="empty" heading="No entry in the last 24 h">
        The API returned no entry of the webhook log from this time.
      </StateFace>
    );
  return (
    <BarTimeline
      label="Webhook log per half hour, the last 24 h. A bar opens the desk at its time"
      buckets={buckets}
      untimed={untimed}
      untimedNotDelivered={untimedNotDelivered}
      onSelect={(bucket) => bucket && go(deskAt(bucket, sinceMs))}
    />
  );
}

/** The first bar stands for what is left of its step. */
const deskAt = ({ fromMs, toMs }: TimelineBucket, sinceMs: number) =>
  address("/webhooks", { between: `${instant(Math.max(fromMs, sinceMs))}..${instant(toMs)}` });

const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

type WebhookLinesProps = {
  webhooks: readonly Webhook[];
  /** Undefined while the log is not read. */
  recent: RecentLog | undefined;
};

/** One line a webhook; those that only the log still names come last. */
function WebhookLines({ webhooks, recent }: WebhookLinesProps) {
  const known = webhooks.map((webhook) => {
    const target = targetOf(webhook);
    return {
      id: webhook.id ?? undefined,
      name: target ? `${target.host}${target.path}` : (webhook.id ?? "No address sent"),
    };
  });
  const [timed, untimed] = [recent?.timed.byWebhook, recent?.untimed.byWebhook];
  const named = new Set([...(timed?.keys() ?? []), ...(untimed?.keys() ?? [])]);
  const gone = [...named].filter((id) => !known.some((each) => each.id === id));
  const lines = [...known, ...gone.map((id) => ({ id, name: id ?? "No webhook named" }))];
  const keys = uniqueKeys(lines.map(({ id }) => id ?? "no ID"));
  if (lines.length === 0) return <p className="text-sm/[17px] text-ink-3">The API returned no webhook.</p>;
  return (
    <ul className="mt-3.5">
      {lines.map(({ id, name }, at) => (
        <li
          key={keys[at]}
          className="grid min-h-8 grid-cols-[minmax(0,1fr)_64px_196px] items-center gap-4 border-t border-rule max-narrow:grid-cols-[minmax(0,1fr)_48px_126px] max-narrow:gap-2"
        >
          <Link
            className="block min-w-0 truncate leading-6 hover:underline hover:underline-offset-[3px]"
            href={id ? address("/webhooks", { webhook: id }) : "/webhooks"}
          >
            {name}
          </Link>
          <span className="text-right text-ink-2">{timed ? formatCount(timed.get(id)?.entries ?? 0) : "—"}</span>
          <span className="text-right [&_svg]:mt-1 [&_svg]:self-start [&>span]:items-start [&>span]:text-left [&>span]:whitespace-normal">
            {recent && <Delivered timed={timed?.get(id)} untimed={untimed?.get(id)} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

type DeliveredProps = Record<"timed" | "untimed", LogCount | undefined>;

function Delivered({ timed, untimed }: DeliveredProps) {
  const missed = notDeliveredMessage(timed?.notDelivered ?? 0, untimed?.notDelivered ?? 0);
  if (missed) return <Status word={missed} tone="fault" />;
  if (timed) return <Status word="all delivered" tone="ok" />;
  return <Status word={untimed ? "no entry with a time" : "no entries"} tone="idle" />;
}
