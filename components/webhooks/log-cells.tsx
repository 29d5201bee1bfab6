import { CallLink } from "@/components/record/call-link";
import { PhoneNumber } from "@/components/record/phone-number";
import { linkClass } from "@/components/ui/buttons/button-class";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import type { ArrivedEvent, Delivery, LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import { type HereState, isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import {
  formatClock,
  formatDay,
  formatMinute,
  formatShortDay,
  formatSpan,
  formatTick,
  type Zone,
} from "@/lib/format/format-time";
import { hereLabels } from "./log-list";
import { openWords } from "./outcome-words";
import { useAddressTarget, useLogMeaning, useLogNow, useTarget } from "./use-webhook-log";

type FirstSeenTimes = Pick<Delivery, "first_seen_at" | "not_seen_at">;

export function FirstTry({ entry }: { entry: Delivery }) {
  const zone = useZone();
  const nowMs = useLogNow();
  if (entry.at === null)
    return (
      <span className="text-ink-3" title="From before Switchboard was watching. The platform sends no time.">
        time unknown
      </span>
    );
  const day = dayWords(Date.parse(entry.at), zone, nowMs);
  const isSeen = entry.delivered_at !== entry.at;
  return (
    <span
      title={
        isSeen ? `First seen ${firstSeenText(entry, zone)}. The platform sends no time of the first try.` : undefined
      }
    >
      {day && <span className="text-ink-3">{day} </span>}
      {isSeen && <span className="text-sm text-ink-3">by </span>}
      <TimeText at={entry.at} variant="clock" quiet />
    </span>
  );
}

/** An event in no log has no first try, so its arrival stands there in grey. */
export function EventTime({ event: { at } }: { event: ArrivedEvent }) {
  const zone = useZone();
  const day = dayWords(Date.parse(at), zone, useLogNow());
  return (
    <span className="text-ink-3" title="When it arrived here. The log has no delivery of it.">
      {day && `${day} `}
      <TimeText at={at} variant="clock" quiet />
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

/** Empty for today, "Thu" within six days, otherwise "11 Nov", or "11 Nov 2025" of another year. */
export function dayWords(ms: number, zone: Zone, nowMs: number): string {
  if (formatDay(ms, zone) === formatDay(nowMs, zone)) return "";
  const isSameWeek = Math.abs(nowMs - ms) < 6 * 86_400_000;
  return isSameWeek ? formatTick(ms, zone).slice(0, 3) : formatShortDay(ms, zone, nowMs);
}

type ArrivalTimeProps = { at: string; arrivedAt: string; nowMs: number; quiet?: boolean };

/** The clock of the arrival, with its day if that is not the day of the first try. */
export function ArrivalTime({ at, arrivedAt, nowMs, quiet = false }: ArrivalTimeProps) {
  const zone = useZone();
  const [firstMs, ms] = [Date.parse(at), Date.parse(arrivedAt)];
  const day =
    formatDay(firstMs, zone) === formatDay(ms, zone)
      ? ""
      : dayWords(ms, zone, nowMs) || formatTick(ms, zone).slice(0, 3);
  return (
    <>
      {day && `${day} `}
      <TimeText at={arrivedAt} variant="clock" quiet={quiet} />
    </>
  );
}

export function WebhookTarget({ entry: { webhook_id } }: { entry: Pick<Delivery, "webhook_id"> }) {
  const target = useTarget(webhook_id);
  if (!target) return <span className="text-ink-2">{webhook_id ? `unknown webhook ${webhook_id}` : "no webhook"}</span>;
  return (
    <span title={target.url}>
      {target.host}
      <span className="text-ink-3">{target.path}</span>
    </span>
  );
}

/** Our own address, as the platform's webhook names it, else by its own name. */
export function AddressTarget({ event: { address, last_four } }: { event: ArrivedEvent }) {
  const target = useAddressTarget(last_four);
  if (!target) return <span className="text-ink-2">{address}</span>;
  return (
    <span title={target.url}>
      {target.host}
      <span className="text-ink-3">{target.path}</span>
    </span>
  );
}

export function EventName({ event }: Pick<Delivery, "event">) {
  return event ? (
    <span className="code-word">{visibleControls(event)}</span>
  ) : (
    <span className="text-ink-3">no event</span>
  );
}

type Shown = Pick<Delivery, "status" | "outcome" | "attempts" | "delivered_at" | "last_at">;

/** When it arrived, or what became of it, as icon and words. Unknown statuses are shown as sent. */
function arrivalWords(entry: Shown, toneOf: (word: unknown) => Tone): { tone: Tone; text: string } {
  const { status, outcome, delivered_at } = entry;
  if (isOpenOutcome(outcome)) return { tone: "live", text: openWords(entry) };
  if (outcome === "given_up") return { tone: "fault", text: "given up" };
  if (outcome === "unknown") return { tone: toneOf(status), text: status ? visibleControls(status) : "no status" };
  return { tone: "ok", text: delivered_at === null ? visibleControls(status ?? "arrived") : "" };
}

const clockToleranceMs = 5 * 60_000;

/** A platform's time in the future says nothing of an arrival. */
const isAhead = (iso: string | null, nowMs: number | undefined) =>
  iso !== null && nowMs !== undefined && Date.parse(iso) > nowMs + clockToleranceMs;

export function Arrival({ entry }: { entry: Delivery }) {
  const zone = useZone();
  const nowMs = useNow(60_000);
  const words = arrivalWords(entry, useLogMeaning());
  const { outcome, delivered_at, last_at, status, at } = entry;
  const { tone, text } = isAhead(delivered_at, nowMs) ? ({ ...words, tone: "unknown" } as const) : words;
  return (
    <span
      className="inline-flex max-w-full items-center gap-[7px]"
      title={`Status as sent: ${status ?? "none"}${isAhead(delivered_at, nowMs) ? ". This time is in the future" : ""}`}
    >
      <StatusIcon tone={tone} tinted className="flex-none" />
      <span className={`min-w-0 truncate ${tone === "fault" ? "text-fault-ink" : ""}`}>
        {text}
        {outcome === "given_up" && at !== null && ` ${formatMinute(Date.parse(last_at), zone)}`}
        {text === "" && delivered_at && (
          <ArrivalTime at={at ?? delivered_at} arrivedAt={delivered_at} nowMs={nowMs ?? 0} quiet />
        )}
      </span>
    </span>
  );
}

/** "7 min" from the first try to the arrival, or so far while it is retried. */
export function LateBy({ entry: { late_seconds, outcome, at } }: { entry: Delivery }) {
  const nowMs = useNow(10_000) ?? 0;
  if (isOpenOutcome(outcome) && at !== null) {
    const seconds = Math.floor((nowMs - Date.parse(at)) / 60_000) * 60;
    return seconds >= 60 ? <span className="text-ink-2">{formatSpan(seconds)} so far</span> : <None />;
  }
  if (late_seconds === null) return <None />;
  const isLate = late_seconds >= 60;
  return (
    <span className={isLate ? "font-semibold text-wait-ink" : undefined}>
      {formatSpan(isLate ? Math.round(late_seconds) : Math.ceil(late_seconds))}
    </span>
  );
}

/** Empty if its webhook is not ours. */
export function ArrivedHere({ row: { delivery, event } }: { row: Pick<LogRow, "delivery" | "event"> }) {
  const words = delivery ? hereWords(delivery.here, delivery.arrivals_here) : event?.state && stateWords[event.state];
  if (!words) return null;
  const { tone, text } = words;
  return (
    <span className="inline-flex items-center gap-[7px] whitespace-nowrap">
      <StatusIcon tone={tone} tinted className="flex-none" />
      <span className={tone === "fault" ? "text-fault-ink" : tone === "wait" ? "text-wait-ink" : ""}>{text}</span>
    </span>
  );
}

export const stateWords = {
  not_in_log: { tone: "unknown", text: hereLabels.not_in_log },
  waiting: { tone: "idle", text: hereLabels.waiting },
  test: { tone: "idle", text: "test" },
  part: { tone: "idle", text: "came with others" },
} as const;

function hereWords(here: HereState | null, arrivals: number): { tone: Tone; text: string } | undefined {
  if (here === null) return undefined;
  if (here === "several") return { tone: "wait", text: countOf(arrivals, "time") };
  return { tone: hereTones[here], text: hereLabels[here] };
}

const hereTones = { yes: "ok", no: "fault", waiting: "idle" } as const;

/** Who was called, with a link to the call. Empty without a call. */
export function CallWith({ event }: Pick<LogRow, "event">) {
  if (!event?.call_id) return null;
  const { call_id, contact, contact_name } = event;
  return (
    <CallLink call_id={call_id} className={linkClass}>
      {contact_name ? visibleControls(contact_name) : contact ? <PhoneNumber number={`+${contact}`} /> : "call"}
    </CallLink>
  );
}

const None = () => <span className="text-ink-3">–</span>;

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
