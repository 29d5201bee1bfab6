"use client";
import { useMemo } from "react";
import { unlistedIn } from "@/components/record/flatten-record";
import { RecordView } from "@/components/record/record-view";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { JsonView } from "@/components/ui/json/json-view";
import { Notice } from "@/components/ui/page/notice";
import { useZone } from "@/components/ui/time/zone";
import { sharedWords } from "@/lib/client/unique-keys";
import { type LogEntry, sharingId } from "@/lib/client/webhook-log";
import { webhookLog } from "@/lib/contract/api/webhooks";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatMoment } from "@/lib/format/format-time";
import { EntryFields } from "./entry-fields";
import { EntrySeen } from "./entry-seen";
import { EntryStatus } from "./log-cells";
import { ALL_TIME } from "./log-filter";
import { statusOf } from "./match-log";
import { type Desk, useLogMeaning, useTarget } from "./use-desk";

const SHOWN = 20;

type EntryRecordProps = { desk: Desk; entry: LogEntry; isJson: boolean };

export function EntryRecord({ desk, entry, isJson }: EntryRecordProps) {
  const { log, sent } = entry;
  const target = useTarget(log.webhook_id);
  const where = target?.host ?? (log.webhook_id ? `unknown webhook ${log.webhook_id}` : "a webhook that was not named");
  const shared = sharedWords(sharingId(desk.own?.entries ?? [], entry), "entries");
  const others = unlistedIn(sent, webhookLog.fields);

  return (
    <>
      {shared && (
        <section>
          <SharedId words={shared} desk={desk} id={log.id ?? ""} />
        </section>
      )}
      <section>
        <EntryStatus status={log.status} pill />
        <h2 className="mt-2">{log.event || (log.event === undefined ? "No event sent" : formatRaw(log.event))}</h2>
        <p className="text-ink-2">
          to{" "}
          {log.webhook_id ? (
            <button
              type="button"
              className={linkButtonClass}
              title="Show this webhook’s log alone"
              onClick={() => desk.url.set({ webhook: log.webhook_id ?? undefined })}
            >
              {where}
            </button>
          ) : (
            where
          )}
          {typeof log.attempts === "number" &&
            log.attempts >= 0 &&
            `, after ${countOf(log.attempts, "attempt", "attempts")}`}
        </p>
      </section>
      <section>
        <h3>Record</h3>
        {isJson ? <JsonView value={sent} label="Log entry as JSON" /> : <EntryFields entry={entry} sent={sent} />}
      </section>
      {!isJson && others && (
        <section className="px-0">
          <h3 className="px-5">Fields beyond the API contract</h3>
          <RecordView value={others} label="Other fields" isTight isBare />
        </section>
      )}
      {log.id && <EntrySeen id={log.id} />}
      <section>
        <h3>Same webhook, around this time</h3>
        <NeighborStrip entries={desk.own?.entries ?? []} entry={entry} readMs={desk.own?.readMs ?? 0} />
      </section>
      <section>
        <h3>What the API does not tell</h3>
        <p className="text-ink-2">
          Delivery logs carry no payload, response code or signature. Ask whoever runs {target?.host ?? "the target"}{" "}
          for their side, and give them the entry ID{log.delivered_at ? " and time" : ""}.
        </p>
      </section>
    </>
  );
}

/** Two entries with one ID are both kept: nothing says which of them is meant. */
function SharedId({ words, id, desk }: { words: string; id: string; desk: Desk }) {
  return (
    <Notice tone="wait">
      <p>
        {words}. This is one of them.{" "}
        <button type="button" className={linkButtonClass} onClick={() => desk.url.set({ text: id, time: ALL_TIME })}>
          List them
        </button>
      </p>
    </Notice>
  );
}

type NeighborStripProps = { entries: readonly LogEntry[]; entry: LogEntry; readMs: number };

/** Up to twenty entries of the same webhook, oldest first, with this one framed. */
function NeighborStrip({ entries, entry, readMs }: NeighborStripProps) {
  const zone = useZone();
  const toneOf = useLogMeaning();
  const near = useMemo(() => neighborsOf(entries, entry), [entries, entry]);
  const missed = near.filter(({ isDelivered }) => !isDelivered).length;
  const end = (each: LogEntry | undefined) =>
    each?.atMs === undefined ? "no time" : formatMoment(each.atMs, zone, readMs);

  if (entry.atMs === undefined)
    return (
      <p className="text-sm/[17px] text-ink-3">
        No time was sent with this entry, so nothing says what came around it.
      </p>
    );
  if (near.length < 2) return <p className="text-sm/[17px] text-ink-3">No other entry of this webhook was read.</p>;
  return (
    <>
      <div
        className="my-1.5 flex gap-[3px]"
        role="img"
        aria-label={`${near.length} entries of this webhook: ${statusWords(near)}`}
      >
        {near.map((each) => (
          <i
            key={each.key}
            className={neighborStyle(toneOf("status", each.log.status), each.key === entry.key)}
            title={`${end(each)}, ${statusOf(each)}`}
          />
        ))}
      </div>
      <div className="flex justify-between gap-2 text-sm/[17px] text-ink-3">
        <span>{end(near[0])}</span>
        <span>
          {missed} of {countOf(near.length, "entry", "entries")} not delivered
        </span>
        <span>{end(near.at(-1))}</span>
      </div>
    </>
  );
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

function statusWords(entries: readonly LogEntry[]): string {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(statusOf(entry), (counts.get(statusOf(entry)) ?? 0) + 1);
  return [...counts].map(([word, times]) => `${times} ${word}`).join(", ");
}

/**
 * Up to twenty entries of the same webhook around one of them, oldest first; none around an entry without a time, and
 * none of those among them. `entries` come newest first.
 */
export function neighborsOf(entries: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  if (entry.atMs === undefined) return [];
  const same = entries.filter(({ log, atMs }) => atMs !== undefined && webhookOf(log) === webhookOf(entry.log));
  const at = same.findIndex(({ key }) => key === entry.key);
  const from = Math.max(0, Math.min(at - SHOWN / 2, same.length - SHOWN));
  return same.slice(from, from + SHOWN).reverse();
}

const webhookOf = ({ webhook_id }: LogEntry["log"]) => webhook_id ?? undefined;
