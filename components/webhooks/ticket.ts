import { gapsInTicket } from "@/lib/client/gap-words";
import type { Target } from "@/lib/client/webhook-log";
import { clock } from "@/lib/clock";
import type { Note } from "@/lib/contract/console/notes";
import type { Delivery, DeliveryDetails, LogReading, LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import { isOpenOutcome } from "@/lib/contract/console/webhook-log/filter";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDay, formatSpan, ownTimeZone } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { inBothClocks, notesIn, type TicketLine, ticketLines } from "@/lib/format/ticket-lines";
import { offsetAt } from "@/lib/format/zoned-time";
import { answerOf } from "./log-answer";
import { firstSeenText } from "./log-cells";
import type { LogFilter, View } from "./log-list";
import { spanOf } from "./log-time";
import { entryFaultText } from "./ours-or-theirs";
import { outcomeText } from "./outcome-words";
import { eventLines, rowLines, targetText, unknownTime } from "./ticket-rows";
import type { WebhookLogState } from "./use-webhook-log";

type TicketInput = {
  entry: DeliveryDetails;
  target: Target | undefined;
  reading: Basis | undefined;
  /** When it arrived at our own address; undefined if it did not. */
  reached?: string | undefined;
  notes: readonly Note[];
  /** Who copied it. */
  author: string;
  link: string;
  /** Zone of the second clock beside UTC; the browser's by default. */
  timeZone?: string;
};

type Basis = Pick<LogReading, "ok_at" | "every_seconds" | "watched_since">;

/** One delivery as plain text for a ticket: the answer, its times, then what the answer rests on. */
export function ticketText({ entry, target, reading, reached, notes, author, link, ...clocks }: TicketInput): string {
  const { timeZone = ownTimeZone() } = clocks;
  const { status, event, attempts, webhook_id, raw, gone_at, others } = entry;
  const sent = isPlainObject(raw) ? raw : {};
  const host = target?.host ?? "its receiver";
  const fault = others && entryFaultText(entry, host, (iso) => inBothClocks(Date.parse(iso), timeZone));
  return ticketLines(outcomeText(entry), [
    ...timesOf(entry, timeZone),
    ...(reached ? [["Reached Switchboard", reached] as const] : []),
    ["Attempts", attempts === null ? formatRaw(sent.attempts) : String(attempts)],
    ["Event", event ?? formatRaw(sent.event)],
    ["Webhook", targetText(target, webhook_id)],
    ["Status as sent", status ?? formatRaw(sent.status)],
    ["Delivery ID", formatRaw(sent.id ?? entry.key)],
    ...(fault ? [["Ours or theirs", fault] as const] : []),
    ...(gone_at
      ? [["No longer returned by the platform since", inBothClocks(Date.parse(gone_at), timeZone)] as const]
      : []),
    ...notesIn(notes, timeZone),
    ...basisLines(reading, timeZone),
    ["Copied by", author],
    ["Link", link],
  ]);
}

type ViewInput = {
  log: Pick<WebhookLogState, "filter" | "targets">;
  rows: readonly LogRow[];
  /** Deliveries of which the heading speaks. They are listed first. */
  led?: readonly LogRow[];
  /** The filters other than time and webhook, as a sentence. */
  only?: string | undefined;
  summary: DeliverySummary;
  author: string;
  link: string;
  /** Link to the deliveries without a known time. */
  olderLink: string;
  /** Zone of the chosen time. If it is UTC, the second clock is the browser's. */
  timeZone: string;
};

export const maxListed = 10;

/** The view of the deliveries of which the heading of a view without one speaks. Undefined if it speaks of all. */
export function ledView({ not_delivered, retrying, late }: DeliverySummary, filter: LogFilter): View | undefined {
  if (filter.view !== undefined) return undefined;
  if (not_delivered > 0) return "not_delivered";
  return retrying > 0 ? "in_progress" : late ? "late" : undefined;
}

/** A view of the log as plain text for a ticket: the answer first, then at most ten deliveries, those of the answer first. */
export function viewTicketText({ log, rows, led = [], only, summary, timeZone, ...rest }: ViewInput): string {
  const { author, link, olderLink } = rest;
  const zone = timeZone === "UTC" ? ownTimeZone() : timeZone;
  const { filter, targets } = log;
  const { fromMs, toMs } = spanOf(filter, clock.nowMs());
  const isOlder = filter.view === "older";
  const momentOf = (iso: string) => inBothClocks(Date.parse(iso), zone);
  const { text, more, gaps, unwatched } = answerOf(summary, { filter, targets, momentOf });
  const gapText = gapsInTicket(gaps, momentOf);
  const times = [
    ...(fromMs === undefined ? [] : [`from ${inBothClocks(fromMs, zone)}`]),
    ...(toMs === undefined ? [] : [`to ${inBothClocks(toMs, zone)}`]),
  ];
  const [first, others] = listedRows(deliveriesIn(led), deliveriesIn(rows));
  const events = rows.flatMap(({ delivery, event }) => (delivery === null && event ? [event] : []));
  const listedEvents = events.slice(0, maxListed - first.length - others.length);
  const unlisted = summary.total - first.length - others.length;
  const unlistedEvents = summary.events - listedEvents.length;
  return ticketLines(text, [
    ...more.map((sentence): TicketLine => ["Also", sentence]),
    ["Time", isOlder ? unknownTime : times.join(" ") || "everything that Switchboard has stored"],
    ...(only ? [["Only", only] as const] : []),
    ...(gapText ? [["Not watched", gapText] as const] : []),
    ...(unwatched
      ? [["Not watched before", `${unwatched}${summary.older.total > 0 ? `: ${olderLink}` : "."}`] as const]
      : []),
    ...rowLines({ rows: first, targets, zone }),
    ...rowLines({ rows: others, targets, zone }),
    ...eventLines(listedEvents, zone),
    ...(unlisted > 0 ? [["Not listed here", countOf(unlisted, "more delivery", "more deliveries")] as const] : []),
    ...(unlistedEvents > 0
      ? [["Events without a delivery, not listed here", countOf(unlistedEvents, "more event")] as const]
      : []),
    ...basisLines(summary.reading, zone),
    ["Copied by", author],
    ["Link", link],
  ]);
}

const deliveriesIn = (rows: readonly LogRow[]) => rows.flatMap(({ delivery }) => delivery ?? []);

/** At most ten deliveries: those of the heading, then the worst of the others. */
function listedRows(led: readonly Delivery[], rows: readonly Delivery[]): [first: Delivery[], others: Delivery[]] {
  const known = new Set(led.map(({ key }) => key));
  const others = rows.filter(({ key }) => !known.has(key)).toSorted((a, b) => rankOf(b) - rankOf(a));
  const first = led.slice(0, maxListed);
  return [first, others.slice(0, maxListed - first.length)];
}

/** The worst ones have the highest rank. */
const rankOf = ({ outcome, late_seconds }: Delivery) =>
  outcome === "arrived" ? ((late_seconds ?? 0) >= 60 ? 1 : 0) : isOpenOutcome(outcome) ? 2 : 3;

function basisLines(reading: Basis | undefined, zone: string): TicketLine[] {
  if (!reading) return [];
  const { ok_at, every_seconds, watched_since } = reading;
  return [
    ...(watched_since ? [["Watched since", inBothClocks(Date.parse(watched_since), zone)] as const] : []),
    ...(ok_at
      ? [["Log last checked", `${inBothClocks(Date.parse(ok_at), zone)}, every ${formatSpan(every_seconds)}`] as const]
      : []),
  ];
}

type Times = Pick<Delivery, "delivered_at" | "late_seconds" | "first_seen_at" | "not_seen_at" | "is_older">;

function timesOf({ delivered_at, late_seconds, ...seen }: Times, zone: string): TicketLine[] {
  if (seen.is_older) return [["Time", unknownTime]];
  if (delivered_at === null) return [firstSeenLine(seen, zone)];
  const arrived = inBothClocks(Date.parse(delivered_at), zone);
  return late_seconds === null ? [["Time", arrived]] : [firstSeenLine(seen, zone), ["Arrived", arrived]];
}

function firstSeenLine(
  { first_seen_at, not_seen_at }: Pick<Times, "first_seen_at" | "not_seen_at">,
  zone: string,
): TicketLine {
  const between = not_seen_at === null ? "by" : "between";
  const range = (offset: number) => {
    const shifted = (at: string) => new Date(Date.parse(at) + offset).toISOString();
    const times = { first_seen_at: shifted(first_seen_at), not_seen_at: not_seen_at && shifted(not_seen_at) };
    const day = formatDay(Date.parse(times.first_seen_at), "utc");
    return `${day}, ${between} ${firstSeenText(times, "utc").replace("by ", "")}`;
  };
  const offset = offsetAt(Date.parse(first_seen_at), zone);
  const local = offset === 0 ? "" : ` (${range(offset)} ${zone})`;
  return ["First seen by Switchboard", `${range(0)} UTC${local}`];
}
