"use client";

import Link from "next/link";
import { useMemo } from "react";
import { QueryView } from "@/components/query/query-view";
import { BarTimeline, TimelineKey } from "@/components/ui/bar-timeline";
import { StateFace } from "@/components/ui/state-face";
import { type Buckets, makeBuckets, type TimelineBucket } from "@/components/ui/timeline-buckets";
import { useGo } from "@/components/ui/use-go";
import { address } from "./need";
import type { RecentLog } from "./recent-log";
import type { Overview } from "./use-overview";
import { WebhookLines } from "./webhook-lines";

const halfHourMs = 30 * 60_000;

export function LogBay({ overview }: { overview: Overview }) {
  const { logs, recent, webhooks } = overview;
  const chart = useBuckets(recent);
  return (
    <section className="bay sub-bay" aria-labelledby="log-half-hours">
      <div className="bay-h">
        <h2 id="log-half-hours">Webhook log per half hour</h2>
        {chart && <TimelineKey buckets={chart.buckets} />}
        <span className="more">
          <Link className="link" href="/webhooks">
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
