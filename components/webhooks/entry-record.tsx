"use client";

import { unlistedIn } from "@/components/record/flatten-record";
import { RecordView } from "@/components/record/record-view";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { JsonView } from "@/components/ui/json/json-view";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { webhookLog } from "@/lib/contract/api/webhooks";
import { type DeliverySeen, NO_WORD, wordText } from "@/lib/contract/console/deliveries";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { EntryFields } from "./entry-fields";
import { dayWords, EntryStatus, SeenBetween } from "./log-cells";
import { ALL_TIME } from "./log-filter";
import { timeOf } from "./use-delivery-rows";
import { type Desk, useLogMeaning, useTarget } from "./use-desk";
import { momentWords } from "./webhook-figures";

type EntryRecordProps = { desk: Desk; entry: DeliverySeen; isJson: boolean };

export function EntryRecord({ desk, entry, isJson }: EntryRecordProps) {
  const { raw, webhook_id } = entry;
  const target = useTarget(webhook_id);
  const sent = isPlainObject(raw) ? raw : {};
  const others = unlistedIn(raw, webhookLog.fields);
  const isSharing = typeof sent.id === "string" && sent.id !== "" && sent.id !== entry.key;

  return (
    <>
      {isSharing && (
        <section>
          <SharedId desk={desk} id={String(sent.id)} />
        </section>
      )}
      <EntryTop desk={desk} entry={entry} />
      <AttemptsSeen desk={desk} entry={entry} />
      <section>
        <h3>Delivery</h3>
        {isJson ? <JsonView value={raw} label="Log entry as JSON" /> : <EntryFields entry={entry} />}
      </section>
      {!isJson && others && (
        <section className="px-0">
          <h3 className="px-5">Other fields</h3>
          <RecordView value={others} label="Other fields" isTight isBare />
        </section>
      )}
      <section>
        <h3>Same webhook, around this time</h3>
        <NeighborStrip entry={entry} nowMs={desk.nowMs} />
      </section>
      <section>
        <h3>Not available</h3>
        <p className="text-ink-2">
          The platform keeps no payload, response code or next retry, and offers no resend. Whoever runs{" "}
          {target?.host ?? "the target"} can look for the entry ID and time.
        </p>
      </section>
    </>
  );
}

function EntryTop({ desk, entry }: { desk: Desk; entry: DeliverySeen }) {
  const { status, event, is_delivered, attempts, webhook_id, gone_at, raw } = entry;
  const target = useTarget(webhook_id);
  const where = target?.host ?? (webhook_id ? `unknown webhook ${webhook_id}` : "a webhook that was not named");
  const sent = isPlainObject(raw) ? raw : {};
  return (
    <section>
      <EntryStatus status={status} pill />
      <h2 className="mt-2">{event || (sent.event === undefined ? "No event sent" : formatRaw(sent.event))}</h2>
      <p className="text-ink-2">
        {is_delivered ? "delivered" : "not delivered"} to{" "}
        {webhook_id ? (
          <button
            type="button"
            className={linkButtonClass}
            title="Show this webhook’s deliveries alone"
            onClick={() => desk.url.set({ webhook: wordText(webhook_id) })}
          >
            {where}
          </button>
        ) : (
          where
        )}
        {attempts !== null && attempts > 0 && ` after ${countOf(attempts, "attempt")}`}
      </p>
      {gone_at && (
        <p className="mt-1 text-wait-ink">
          No longer returned by the platform since <TimeText at={gone_at} variant="short-time" />. This is what was last
          seen.
        </p>
      )}
    </section>
  );
}

/** Two entries with one ID are both kept: nothing says which of them is meant. */
function SharedId({ id, desk }: { id: string; desk: Desk }) {
  return (
    <Notice tone="wait">
      <p>
        Several entries share this ID. This is one of them.{" "}
        <button type="button" className={linkButtonClass} onClick={() => desk.url.set({ text: id, time: ALL_TIME })}>
          List them
        </button>
      </p>
    </Notice>
  );
}

export type AttemptStep = {
  at: string;
  /** Undefined where it did not change. */
  attempts?: string | undefined;
  status?: string | undefined;
  /** How many attempts were made between two reads, and seen by none. */
  skipped: number;
  others: { field: string; before: string | null; after: string | null }[];
};

/** How an entry stood when it was first seen, then each change, oldest first. */
export function attemptSteps({
  changes,
  attempts,
  status,
  first_seen_at,
}: DeliverySeen): [AttemptStep, ...AttemptStep[]] {
  const oldest = changes.toReversed();
  const firstOf = (field: string, now: string | number | null) => {
    const change = oldest.flatMap(({ fields }) => fields).find((each) => each.field === field);
    return change ? (change.before ?? undefined) : now === null ? undefined : String(now);
  };
  const first = {
    at: first_seen_at,
    attempts: firstOf("attempts", attempts),
    status: firstOf("status", status),
    skipped: 0,
    others: [],
  };
  const rest = oldest.map(({ at, fields }): AttemptStep => {
    const [tried, said] = ["attempts", "status"].map((name) => fields.find(({ field }) => field === name));
    const made = Number(tried?.after) - Number(tried?.before);
    return {
      at,
      attempts: tried && (tried.after ?? NO_WORD),
      status: said && (said.after ?? NO_WORD),
      skipped: Number.isInteger(made) && made > 1 ? made - 1 : 0,
      others: fields.filter(({ field }) => field !== "attempts" && field !== "status"),
    };
  });
  return [first, ...rest];
}

function AttemptsSeen({ desk, entry }: { desk: Desk; entry: DeliverySeen }) {
  const toneOf = useLogMeaning();
  const zone = useZone();
  const every = desk.summary.data?.value.reading.every_seconds;
  const [first, ...rest] = attemptSteps(entry);
  const tone = toneOf(entry.status);
  const day = dayWords(Date.parse(first.at), zone, desk.nowMs);
  const estimate = estimateWords(entry, tone === "live");
  return (
    <section>
      <h3>Attempts, as seen by Switchboard</h3>
      <ol className="relative before:absolute before:top-2.5 before:bottom-3 before:left-[5.25px] before:w-[1.5px] before:bg-rule-2">
        <StepRow
          tone={rest.length === 0 ? tone : undefined}
          when={
            <>
              {day && `${day} `}
              <SeenBetween seen={entry} />
            </>
          }
        >
          <b className="font-semibold">First seen</b>
          {stepWords(first).map((words) => `, ${words}`)}
        </StepRow>
        {rest.map((step, at) => (
          <StepRow
            key={step.at}
            tone={at === rest.length - 1 ? tone : undefined}
            when={<TimeText at={step.at} variant="clock" quiet />}
          >
            <StepWords step={step} />
          </StepRow>
        ))}
      </ol>
      {every !== undefined && (
        <p className="mt-1 text-sm/[17px] text-ink-3">
          Read every {formatSpan(every)}, so each time is at most about {formatSpan(every)} late.
        </p>
      )}
      {estimate !== undefined && <p className="mt-1 text-sm/[17px] text-ink-3">{estimate}</p>}
    </section>
  );
}

/** When the last attempt and, of what is under way, the next one are due by the schedule that an admin entered. */
export function estimateWords({ attempts, retry_seconds }: DeliverySeen, isUnderWay: boolean): string | undefined {
  const last = attempts ?? 0;
  const due = [last, ...(isUnderWay ? [last + 1] : [])].flatMap((attempt) => {
    const seconds = attempt > 1 ? retry_seconds[attempt - 1] : undefined;
    return seconds === undefined ? [] : [{ attempt, span: formatSpan(seconds, seconds >= 3_600) }];
  });
  if (due.length === 0) return undefined;
  const words = due.map(({ attempt, span }, at) =>
    at === 0 ? `attempt ${attempt} is about ${span} after the first` : `attempt ${attempt} about ${span}`,
  );
  return `Estimate: ${words.join(", ")}, on the schedule entered in Settings.`;
}

function stepWords({ attempts, status }: AttemptStep): string[] {
  return [attempts && attemptsWords(attempts), status].filter((each) => each !== undefined && each !== "") as string[];
}

const attemptsWords = (attempts: string) =>
  /^\d+$/.test(attempts) ? countOf(Number(attempts), "attempt") : `attempts ${attempts}`;

function StepWords({ step }: { step: AttemptStep }) {
  const { attempts, status, skipped, others } = step;
  return (
    <>
      {attempts && attemptsWords(attempts)}
      {skipped > 0 && `, ${skipped === 1 ? "one" : skipped} between reads`}
      {attempts && status && ", "}
      {status && <b className="font-semibold">{status}</b>}
      {others.map(({ field, before, after }) => (
        <span key={field} className="block text-sm text-ink-2 wrap-anywhere">
          {field}: {before ?? "nothing"} → {after ?? "nothing"}
        </span>
      ))}
    </>
  );
}

type StepRowProps = { tone: Tone | undefined; when: React.ReactNode; children: React.ReactNode };

function StepRow({ tone, when, children }: StepRowProps) {
  return (
    <li className="relative grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 py-[3px]">
      {tone ? (
        <span className="self-start rounded-full bg-sheet pt-1">
          <StatusIcon tone={tone} tinted />
        </span>
      ) : (
        <i
          className="mt-1.5 ml-0.5 size-2 self-start rounded-full border-[1.5px] border-edge bg-sheet"
          aria-hidden="true"
        />
      )}
      <span className="min-w-0">{children}</span>
      <span className="text-sm whitespace-nowrap text-ink-2">{when}</span>
    </li>
  );
}

/** Up to ten deliveries of the same webhook before and after, oldest first, with this one framed. */
function NeighborStrip({ entry, nowMs }: { entry: DeliverySeen; nowMs: number }) {
  const zone = useZone();
  const toneOf = useLogMeaning();
  const { neighbors } = entry;
  const missed = neighbors.filter(({ is_delivered }) => !is_delivered).length;
  const when = (each: (typeof neighbors)[number] | undefined) =>
    each ? momentWords(new Date(timeOf(each)).toISOString(), zone, nowMs) : "";

  if (neighbors.length < 2)
    return <p className="text-sm/[17px] text-ink-3">No other delivery of this webhook was seen.</p>;
  const streak = streakAt(neighbors, entry.key);
  const words = `${missed} of ${neighbors.length} not delivered${streak > 1 ? `, ${streak} in a row` : ""}`;
  return (
    <>
      <div className="my-1.5 flex gap-[3px]" role="img" aria-label={`Deliveries of this webhook: ${words}`}>
        {neighbors.map((each) => (
          <i
            key={each.key}
            className={neighborStyle(each.is_delivered ? "ok" : toneOf(each.status), each.key === entry.key)}
            title={`${when(each)}, ${each.status ?? "no status"}`}
          />
        ))}
      </div>
      <div className="flex justify-between gap-2 text-sm/[17px] text-ink-3">
        <span>{when(neighbors[0])}</span>
        <span>{words}</span>
        <span>{when(neighbors.at(-1))}</span>
      </div>
    </>
  );
}

/** How many that were not delivered stand together around an entry. */
export function streakAt(neighbors: DeliverySeen["neighbors"], key: string): number {
  const at = neighbors.findIndex((each) => each.key === key);
  if (neighbors[at]?.is_delivered !== false) return 0;
  const before = neighbors.slice(0, at).findLastIndex(({ is_delivered }) => is_delivered);
  const after = neighbors.slice(at).findIndex(({ is_delivered }) => is_delivered);
  return (after < 0 ? neighbors.length : at + after) - before - 1;
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
