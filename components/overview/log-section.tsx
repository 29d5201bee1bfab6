"use client";

import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { useGo } from "@/components/ui/browser/use-go";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { BandKey, DeliveryBand } from "@/components/ui/charts/deferred-delivery-band";
import { Spark } from "@/components/ui/charts/spark";
import { moreClass, sectionClass, sectionHeadClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { uniqueKeys } from "@/lib/client/unique-keys";
import { bandOf, deliveredShare, failingWords, noneWords, targetOf, watchedText } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { type DeliverySummary, type WebhookHealth, wordText } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import type { Overview } from "./use-overview";

/** Deliveries of the last 24 hours, from the stored log. */
export function LogSection({ overview: { deliveries, webhooks } }: { overview: Overview }) {
  const summary = deliveries.data?.value;
  return (
    <section className={`${sectionClass} border-t border-rule`} aria-labelledby="deliveries">
      <div className={`mb-2 ${sectionHeadClass}`}>
        <h2 id="deliveries">Deliveries{summary?.chart.step_seconds === 1800 ? " per half hour" : ", 24 h"}</h2>
        {summary && summary.total > 0 && <BandKey steps={bandOf(summary).steps} />}
        <span className={`${moreClass} flex-none`}>
          <Link className={besideLinkClass} href="/webhooks">
            Open webhooks
          </Link>
        </span>
      </div>
      <QueryView query={deliveries} label="the deliveries">
        {({ value }) => <DeliveriesChart summary={value} />}
      </QueryView>
      <QueryView query={webhooks} label="webhooks">
        {({ value }) => <WebhookLines webhooks={value.data} summary={summary} />}
      </QueryView>
    </section>
  );
}

function DeliveriesChart({ summary }: { summary: DeliverySummary }) {
  const { total, watched, reading } = summary;
  const zone = useZone();
  const go = useGo();
  if (total === 0)
    return (
      <StateMessage kind="empty" heading={reading.ok_at ? noneWords(watched, "in 24 h") : "No data yet"}>
        {reading.ok_at
          ? watched !== "all" && watchedText(reading, zone)
          : "Deliveries appear here after the first read of the log."}
      </StateMessage>
    );
  return (
    <DeliveryBand
      label="Deliveries of the last 24 h. Press a bar to open its deliveries"
      {...bandOf(summary)}
      onSelect={({ fromMs, toMs }) =>
        go(`/webhooks?${new URLSearchParams({ between: `${instant(fromMs)}..${instant(toMs)}` })}`)
      }
    />
  );
}

const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

type WebhookLinesProps = {
  webhooks: readonly Webhook[];
  /** Undefined until the log is loaded. */
  summary: DeliverySummary | undefined;
};

/** One line per webhook. Webhooks that only the log mentions come last. */
function WebhookLines({ webhooks, summary }: WebhookLinesProps) {
  const { webhooks: health = [], watched = "all" } = summary ?? {};
  const listed = webhooks.map((webhook) => {
    const target = targetOf(webhook);
    const name = target?.host ?? webhook.id ?? "No address";
    return { id: webhook.id ?? undefined, name, path: target?.path };
  });
  const unlisted = health.filter(({ webhook_id: id }) => !listed.some((webhook) => webhook.id === id));
  const lines = [
    ...listed,
    ...unlisted.map(({ webhook_id: id }) => ({ id, name: id || "No webhook", path: undefined })),
  ];
  const keys = uniqueKeys(lines.map(({ id }) => id ?? "no ID"));
  if (lines.length === 0) return <p className="text-sm/[17px] text-ink-3">The platform has no webhook.</p>;
  return (
    <ul className="mt-3.5">
      {lines.map(({ id, name, path = "" }, index) => (
        <li
          key={keys[index]}
          className="grid min-h-8 grid-cols-[minmax(0,1fr)_96px_52px_192px] max-mid:grid-cols-[minmax(0,1fr)_52px_192px] items-center gap-4 border-t border-rule max-narrow:grid-cols-[minmax(0,1fr)_48px] max-narrow:gap-x-2 max-narrow:gap-y-0 max-narrow:py-1.5"
        >
          <Link
            className="block min-w-0 truncate leading-6 hover:underline hover:underline-offset-[3px]"
            title={`${name}${path}`}
            href={id ? `/webhooks?${new URLSearchParams({ webhook: wordText(id) })}` : "/webhooks"}
          >
            {name}
            <span className="text-ink-3">{path}</span>
          </Link>
          <WebhookCells health={health.find(({ webhook_id }) => webhook_id === id)} watched={watched} />
        </li>
      ))}
    </ul>
  );
}

type WebhookCellsProps = { health: WebhookHealth | undefined; watched: DeliverySummary["watched"] };

function WebhookCells({ health, watched }: WebhookCellsProps) {
  const { total = 0, not_delivered: notDelivered = 0, retrying = 0, older = 0 } = health ?? {};
  const share = deliveredShare({ total, not_delivered: notDelivered, retrying }, watched);
  const zone = useZone();
  const nowMs = useNow(60_000) ?? 0;
  const failing = health && failingWords(health, zone, nowMs);
  const none = watched === "all" ? "no deliveries" : "none known";
  return (
    <>
      <Spark hours={health?.hours} />
      <span className="text-right text-ink-2">{share}</span>
      <span className="text-right max-narrow:col-span-full max-narrow:text-left">
        {total === 0 ? (
          <Status word={older > 0 ? `${formatCount(older)} older, time unknown` : none} tone="idle" />
        ) : notDelivered === 0 && retrying > 0 ? (
          <Status word={`${formatCount(retrying)} being retried`} tone="live" />
        ) : notDelivered === 0 && watched !== "all" ? (
          <Status word="no known failures" tone="idle" />
        ) : notDelivered === 0 ? (
          <Status word="all delivered" tone="ok" />
        ) : (
          <Status word={failing ?? `${formatCount(notDelivered)} not delivered`} tone={failing ? "fault" : "wait"} />
        )}
      </span>
    </>
  );
}
