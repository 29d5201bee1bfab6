import { unlistedIn } from "@/components/record/flatten-record";
import { Notes } from "@/components/record/notes";
import { RecordView } from "@/components/record/record-view";
import { deferred } from "@/components/ui/browser/deferred";
import { LinkButton } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { JsonView } from "@/components/ui/json/json-view";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { ArrivalTime, FirstSeenRange } from "@/components/webhooks/log-cells";
import { toPreset } from "@/components/webhooks/log-list";
import { ALL_TIME } from "@/components/webhooks/log-time";
import { entryFaultText } from "@/components/webhooks/ours-or-theirs";
import { openSentence } from "@/components/webhooks/outcome-words";
import { useLogMeaning, useTarget, type WebhookLogState } from "@/components/webhooks/use-webhook-log";
import { changeText } from "@/components/webhooks/webhook-log";
import { momentWords } from "@/lib/client/webhook-log";
import { webhookLog } from "@/lib/contract/api/webhooks";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDay, formatSpan, zoneLabel } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { AttemptHistory } from "./attempt-history";
import { EntryFields } from "./entry-fields";

const ArrivedHere = deferred(async () => (await import("./arrived-here")).ArrivedHere);

type EntryRecordProps = { log: WebhookLogState; entry: DeliveryDetails; isJson: boolean };

export function EntryRecord({ log, entry, isJson }: EntryRecordProps) {
  const { raw } = entry;
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
      <section>
        <h3>The platform says</h3>
        <AttemptHistory log={log} entry={entry} />
        <OursOrTheirs log={log} entry={entry} />
        <div className="mt-2.5">
          {isJson ? <JsonView value={raw} label="Delivery as JSON" /> : <EntryFields entry={entry} />}
        </div>
      </section>
      {!isJson && others && (
        <section className="px-0">
          <h3 className="px-5">Other fields</h3>
          <RecordView value={others} label="Other fields" isBare />
        </section>
      )}
      <ArrivedHere entry={entry} />
      <Notes resource="deliveries" id={entry.key} isPlain />
      <section>
        <h3>Same webhook, around this time</h3>
        <NeighborStrip entry={entry} nowMs={log.nowMs} />
      </section>
    </>
  );
}

function outcomeOf(entry: DeliveryDetails): { tone: Tone; text: string } {
  const { outcome, late_seconds } = entry;
  if (isOpenOutcome(outcome)) return { tone: "live", text: openSentence(entry) };
  if (outcome === "given_up") return { tone: "fault", text: "Not arrived, given up" };
  if (outcome === "unknown") return { tone: "fault", text: "Not arrived" };
  if (late_seconds === null || late_seconds < 60) return { tone: "ok", text: "Arrived" };
  return { tone: "wait", text: `${formatSpan(Math.round(late_seconds))} late` };
}

/** Likely place of the fault, and changes of the webhook at that time. */
function OursOrTheirs({ log: { targets, nowMs }, entry }: Pick<EntryRecordProps, "log" | "entry">) {
  const zone = useZone();
  const momentOf = (iso: string) => momentWords(iso, zone, nowMs);
  const host = targets.get(entry.webhook_id ?? "")?.host ?? "its receiver";
  const fault = entryFaultText(entry, host, momentOf);
  if (!fault && entry.webhook_changes.length === 0) return null;
  return (
    <div className="mt-2">
      {fault && <p>{fault}</p>}
      {entry.webhook_changes.map((change) => (
        <p key={change.at + change.field} className="mt-1">
          {momentOf(change.at)}: {changeText(change, targets)}
        </p>
      ))}
    </div>
  );
}

function EntryTop({ log, entry }: { log: WebhookLogState; entry: DeliveryDetails }) {
  const { event, outcome, attempts, changes, webhook_id, gone_at, raw, at, delivered_at } = entry;
  const target = useTarget(webhook_id);
  const targetName = target?.host ?? (webhook_id ? `unknown webhook ${webhook_id}` : "a webhook without an ID");
  const sent = isPlainObject(raw) ? raw : {};
  const { tone, text } = outcomeOf(entry);
  return (
    <section>
      <p className="flex items-center gap-2 font-semibold">
        <StatusIcon tone={tone} tinted className="flex-none" />
        {text}
      </p>
      <h2 className="mt-2">{event || (sent.event === undefined ? "No event" : formatRaw(sent.event))}</h2>
      <p className="text-ink-2">
        to{" "}
        {webhook_id ? (
          <LinkButton
            title="Show only this webhook’s deliveries"
            onClick={() => log.url.set({ webhook: wordText(webhook_id), after: undefined })}
          >
            {targetName}
          </LinkButton>
        ) : (
          targetName
        )}
        {at !== null && (
          <>
            , first tried <FirstTried entry={entry} />
          </>
        )}
        {outcome === "arrived" && delivered_at !== null && delivered_at !== at && (
          <>
            , arrived <ArrivalTime at={at ?? delivered_at} arrivedAt={delivered_at} nowMs={log.nowMs} />
          </>
        )}
        {changes.length > 0 && attempts !== null && attempts > 0 && `, ${countOf(attempts, "attempt")}`}
      </p>
      {gone_at && (
        <p className="mt-1 text-wait-ink">
          No longer returned by the platform since <TimeText at={gone_at} variant="short-time" />. This is its last
          known state.
        </p>
      )}
    </section>
  );
}

/** Its own time, or the time between two reads in which it was first seen. */
function FirstTried({ entry }: { entry: DeliveryDetails }) {
  const zone = useZone();
  const { at, delivered_at, first_seen_at } = entry;
  if (at === delivered_at) return <TimeText at={at} variant="absolute" zoned />;
  return (
    <>
      {formatDay(Date.parse(first_seen_at), zone)}, <FirstSeenRange times={entry} /> {zoneLabel(zone)}
    </>
  );
}

function SharedId({ id, log }: { id: string; log: WebhookLogState }) {
  return (
    <Notice tone="wait">
      <p>
        Several deliveries share this ID. This is one of them.{" "}
        <LinkButton onClick={() => log.url.set({ ...toPreset(ALL_TIME), text: id })}>List them</LinkButton>
      </p>
    </Notice>
  );
}

function NeighborStrip({ entry, nowMs }: { entry: DeliveryDetails; nowMs: number }) {
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
  const words = `${missed} of ${neighbors.length} not arrived${streak > 1 ? `, ${streak} in a row` : ""}`;
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
export function streakAt(neighbors: DeliveryDetails["neighbors"], key: string): number {
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
