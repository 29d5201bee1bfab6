"use client";

import { Status } from "@/components/status/status";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import type { Delivery } from "@/lib/contract/console/deliveries";
import { visibleControls } from "@/lib/format/format-raw";
import { formatClock, formatDay, formatSpan, formatTick, type Zone } from "@/lib/format/format-time";
import { useLogMeaning, useLogNow, useMark, useTarget } from "./use-webhook-log";

type FirstSeenTimes = Pick<Delivery, "first_seen_at" | "not_seen_at">;

/** The first try: the platform's time if it arrived then, or the two reads between which the entry was first seen. */
export function DeliveryTime({ entry }: { entry: Delivery }) {
  const zone = useZone();
  const nowMs = useLogNow();
  if (entry.at === null)
    return (
      <span className="text-ink-3" title="From before Switchboard was watching. The platform sends no time.">
        time unknown
      </span>
    );
  const day = dayWords(Date.parse(entry.at), zone, nowMs);
  if (entry.delivered_at === entry.at)
    return (
      <>
        {day && <span className="text-ink-3">{day} </span>}
        <TimeText at={entry.at} variant="clock" quiet />
      </>
    );
  return (
    <span title="When Switchboard first saw it. The platform sends no time of the first try.">
      <span className="text-sm text-ink-3">first seen {day && `${day} `}</span>
      <FirstSeenRange times={entry} />
    </span>
  );
}

/** "14:19:31–14:19:46", or "by 14:19:46" for entries of the first read. */
export function FirstSeenRange({ times: { first_seen_at, not_seen_at } }: { times: FirstSeenTimes }) {
  const zone = useZone();
  return firstSeenText({ first_seen_at, not_seen_at }, zone);
}

export function firstSeenText({ first_seen_at, not_seen_at }: FirstSeenTimes, zone: Zone): string {
  const until = formatClock(Date.parse(first_seen_at), zone);
  return not_seen_at === null ? `by ${until}` : `${formatClock(Date.parse(not_seen_at), zone)}–${until}`;
}

/** Empty for today, "Thu" within six days, otherwise "11 Nov 2026". */
export function dayWords(ms: number, zone: Zone, nowMs: number): string {
  if (formatDay(ms, zone) === formatDay(nowMs, zone)) return "";
  const isSameWeek = Math.abs(nowMs - ms) < 6 * 86_400_000;
  return isSameWeek ? formatTick(ms, zone).slice(0, 3) : formatDay(ms, zone).replace(/^\w+,? /, "");
}

export function ZoneName() {
  return <span className="text-ink-3">{useZone() === "utc" ? "UTC" : "local"}</span>;
}

export function WebhookTarget({ entry: { key, webhook_id } }: { entry: Delivery }) {
  const target = useTarget(webhook_id);
  const mark = useMark(key);
  return (
    <>
      {target ? (
        <span title={target.url}>
          {target.host}
          <span className="text-ink-3">{target.path}</span>
        </span>
      ) : (
        <span className="text-ink-2">{webhook_id ? `unknown webhook ${webhook_id}` : "no webhook"}</span>
      )}
      {mark && <span className="ml-2 text-xs font-medium text-live-ink">{mark}</span>}
    </>
  );
}

export function EventName({ entry: { event } }: { entry: Pick<Delivery, "event"> }) {
  return event ? (
    <span className="code-word">{visibleControls(event)}</span>
  ) : (
    <span className="text-ink-3">no event</span>
  );
}

type EntryStatusProps = { entry: Pick<Delivery, "status" | "outcome">; pill?: boolean };

/** The status as sent. What is being retried has no color of a fault, whatever its status says. */
export function EntryStatus({ entry: { status, outcome }, pill = false }: EntryStatusProps) {
  const toneOf = useLogMeaning();
  const isOpen = outcome === "retrying";
  if (status === null) return <span className="text-ink-3">{isOpen ? "being retried" : "no status"}</span>;
  return <Status word={status} tone={isOpen ? "live" : toneOf(status)} pill={pill} />;
}

/** "7 min" from the first try to the arrival. */
export function LateBy({ entry: { late_seconds } }: { entry: Delivery }) {
  return late_seconds === null ? <span className="text-ink-3">–</span> : formatSpan(late_seconds);
}

const HOT_ATTEMPTS = 2;

export function Attempts({ entry: { attempts, outcome, status } }: { entry: Delivery }) {
  const toneOf = useLogMeaning();
  if (attempts === null) return <span className="text-ink-3">—</span>;
  const isFault = (outcome === "given_up" || outcome === "unknown") && toneOf(status) === "fault";
  return <Ticks count={attempts} tone={isFault ? "bad" : attempts >= HOT_ATTEMPTS ? "hot" : "plain"} />;
}

const tickColors = { plain: "bg-idle-fill", hot: "bg-wait-fill", bad: "bg-fault-fill" };

type TicksProps = { count: number; tone: keyof typeof tickColors };

const MOST_TICKS = 8;

/** The count, with at most eight ticks. */
function Ticks({ count, tone }: TicksProps) {
  const ticks = Math.min(Math.max(0, Math.trunc(count)), MOST_TICKS);
  return (
    <span className="inline-flex items-center gap-[7px]">
      <span className={`min-w-2.5 text-right ${count > 1 ? "font-semibold" : ""}`}>{count}</span>
      <span className="inline-flex h-3 items-center gap-0.5" aria-hidden="true">
        {Array.from({ length: ticks }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks are identical
          <i key={index} className={`attempt-tick ${tickColors[tone]}`} />
        ))}
      </span>
    </span>
  );
}
