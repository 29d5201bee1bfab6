"use client";

import { unlistedIn } from "@/components/record/flatten-record";
import { RecordView } from "@/components/record/record-view";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { JsonView } from "@/components/ui/json/json-view";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { EntryStatus } from "@/components/webhooks/log-cells";
import { ALL_TIME } from "@/components/webhooks/log-filter";
import { useLogMeaning, useTarget, type WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { momentWords } from "@/lib/client/webhook-log";
import { webhookLog } from "@/lib/contract/api/webhooks";
import { type DeliverySeen, wordText } from "@/lib/contract/console/deliveries";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { AttemptsSeen } from "./attempts-seen";
import { EntryFields } from "./entry-fields";
import { ReachedHere } from "./reached-here";

type EntryRecordProps = { log: WebhookLogState; entry: DeliverySeen; isJson: boolean };

export function EntryRecord({ log, entry, isJson }: EntryRecordProps) {
  const { raw, webhook_id } = entry;
  const target = useTarget(webhook_id);
  const sent = isPlainObject(raw) ? raw : {};
  const others = unlistedIn(raw, webhookLog.fields);
  const isSharing = typeof sent.id === "string" && sent.id !== "" && sent.id !== entry.key;

  return (
    <>
      {isSharing && (
        <section>
          <SharedId log={log} id={String(sent.id)} />
        </section>
      )}
      <EntryTop log={log} entry={entry} />
      <AttemptsSeen log={log} entry={entry} />
      <section>
        <h3>Delivery</h3>
        {isJson ? <JsonView value={raw} label="Delivery as JSON" /> : <EntryFields entry={entry} />}
      </section>
      {!isJson && others && (
        <section className="px-0">
          <h3 className="px-5">Other fields</h3>
          <RecordView value={others} label="Other fields" isBare />
        </section>
      )}
      <section>
        <h3>Same webhook, around this time</h3>
        <NeighborStrip entry={entry} nowMs={log.nowMs} />
      </section>
      <section>
        <h3>Not available</h3>
        <p className="text-ink-2">
          {unavailableMessage(others)} Whoever runs {target?.host ?? "the target"} can look up the delivery ID and time.
        </p>
      </section>
    </>
  );
}

const outcomeWords: Record<DeliverySeen["outcome"], string> = {
  arrived: "delivered",
  retrying: "not arrived yet, being retried",
  given_up: "not delivered, given up,",
  unknown: "not delivered",
};

const details: readonly [name: string, fields: RegExp][] = [
  ["payload", /payload|body|^data$|^request$/i],
  ["response code", /response|http_?status|status_?code/i],
  ["retry time", /retry|retries|next_/i],
];

/** Names the details that this entry does not carry. */
export function unavailableMessage(others: Readonly<Record<string, unknown>> | undefined): string {
  const fields = Object.keys(others ?? {});
  const missing = details.filter(([, pattern]) => !fields.some((field) => pattern.test(field))).map(([name]) => name);
  const stored =
    missing.length > 0
      ? `stores no ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(missing)} for it, and `
      : "";
  return `The platform ${stored}cannot send a delivery again.`;
}

function EntryTop({ log, entry }: { log: WebhookLogState; entry: DeliverySeen }) {
  const { event, outcome, late_seconds, attempts, webhook_id, gone_at, raw } = entry;
  const target = useTarget(webhook_id);
  const targetName = target?.host ?? (webhook_id ? `unknown webhook ${webhook_id}` : "a webhook without an ID");
  const sent = isPlainObject(raw) ? raw : {};
  return (
    <section>
      <EntryStatus entry={entry} pill />
      <h2 className="mt-2">{event || (sent.event === undefined ? "No event" : formatRaw(sent.event))}</h2>
      <p className="text-ink-2">
        {outcomeWords[outcome]} to{" "}
        {webhook_id ? (
          <button
            type="button"
            className={linkButtonClass}
            title="Show only this webhook’s deliveries"
            onClick={() => log.url.set({ webhook: wordText(webhook_id) })}
          >
            {targetName}
          </button>
        ) : (
          targetName
        )}
        {attempts !== null && attempts > 0 && ` after ${countOf(attempts, "attempt")}`}
        {late_seconds !== null && `, ${formatSpan(late_seconds)} late`}
      </p>
      <ReachedHere deliveryId={entry.key} />
      {gone_at && (
        <p className="mt-1 text-wait-ink">
          No longer returned by the platform since <TimeText at={gone_at} variant="short-time" />. This is its last
          known state.
        </p>
      )}
    </section>
  );
}

/** Notice for several log entries with the same ID. */
function SharedId({ id, log }: { id: string; log: WebhookLogState }) {
  return (
    <Notice tone="wait">
      <p>
        Several deliveries share this ID. This is one of them.{" "}
        <button type="button" className={linkButtonClass} onClick={() => log.url.set({ text: id, time: ALL_TIME })}>
          List them
        </button>
      </p>
    </Notice>
  );
}

/** Deliveries of the same webhook around this one, oldest first. The open one is framed. */
function NeighborStrip({ entry, nowMs }: { entry: DeliverySeen; nowMs: number }) {
  const zone = useZone();
  const toneOf = useLogMeaning();
  const { neighbors } = entry;
  const missed = neighbors.filter(({ is_delivered }) => !is_delivered).length;
  const timeText = (entry: (typeof neighbors)[number] | undefined) =>
    entry ? momentWords(entry.delivered_at ?? entry.first_seen_at, zone, nowMs) : "";

  if (entry.is_older)
    return <p className="text-sm/[17px] text-ink-3">Unknown: it is from before Switchboard was watching.</p>;
  if (neighbors.length < 2)
    return <p className="text-sm/[17px] text-ink-3">No other delivery of this webhook was seen.</p>;
  const streak = streakAt(neighbors, entry.key);
  const words = `${missed} of ${neighbors.length} not delivered${streak > 1 ? `, ${streak} in a row` : ""}`;
  return (
    <>
      <div className="my-1.5 flex gap-[3px]" role="img" aria-label={`Deliveries of this webhook: ${words}`}>
        {neighbors.map((neighbor) => (
          <i
            key={neighbor.key}
            className={neighborStyle(
              neighbor.is_delivered ? "ok" : toneOf(neighbor.status),
              neighbor.key === entry.key,
            )}
            title={`${timeText(neighbor)}, ${neighbor.status ?? "no status"}`}
          />
        ))}
      </div>
      <div className="flex justify-between gap-2 text-sm/[17px] text-ink-3">
        <span>{timeText(neighbors[0])}</span>
        <span>{words}</span>
        <span>{timeText(neighbors.at(-1))}</span>
      </div>
    </>
  );
}

/** Length of the run of failed deliveries that contains the entry; 0 if it was delivered. */
export function streakAt(neighbors: DeliverySeen["neighbors"], key: string): number {
  const index = neighbors.findIndex((entry) => entry.key === key);
  if (neighbors[index]?.is_delivered !== false) return 0;
  const before = neighbors.slice(0, index).findLastIndex(({ is_delivered }) => is_delivered);
  const after = neighbors.slice(index).findIndex(({ is_delivered }) => is_delivered);
  return (after < 0 ? neighbors.length : index + after) - before - 1;
}

function neighborStyle(tone: Tone, isOpened: boolean): string {
  const frame = isOpened ? "shadow-[0_0_0_2px_var(--sheet),0_0_0_4px_var(--ink)]" : "";
  return `h-[18px] max-w-6 flex-1 rounded-[2px] border ${neighborTones[tone] ?? otherTone} ${frame}`;
}

const otherTone = "border-idle-fill bg-[repeating-linear-gradient(135deg,var(--idle-fill)_0_2px,transparent_2px_4px)]";
const neighborTones: Partial<Record<Tone, string>> = {
  ok: "border-transparent bg-[color-mix(in_oklab,var(--bar)_55%,var(--sheet))]",
  fault: "border-transparent bg-fault-fill forced-colors:bg-[CanvasText]",
  wait: "border-wait-fill bg-wait-wash",
  live: "border-live-fill bg-live-wash",
};
