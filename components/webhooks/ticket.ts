import { type Target, unwatchedText } from "@/lib/client/webhook-log";
import type { Delivery, DeliverySeen, DeliverySummary } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDateTime, formatDay, formatSpan, ownTimeZone } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { offsetAt } from "@/lib/format/zoned-time";
import type { DeliveryRows } from "./delivery-view";
import { firstSeenText } from "./log-cells";
import { filterWords, spanOf } from "./log-filter";
import { headSentence } from "./log-sentence";
import type { WebhookLogState } from "./use-webhook-log";

type TicketInput = {
  entry: DeliverySeen;
  target: Target | undefined;
  watchedSince: string | null | undefined;
  link: string;
  /** Zone of the second clock beside UTC; the browser's by default. */
  timeZone?: string;
};

/** One delivery as plain text for a ticket. */
export function ticketText({ entry, target, watchedSince, link, timeZone = ownTimeZone() }: TicketInput): string {
  const { status, event, attempts, webhook_id, raw, gone_at } = entry;
  const sent = isPlainObject(raw) ? raw : {};
  return linesOf("Webhook delivery", [
    ["Answer", answerOf(entry)],
    ["Event", event ?? formatRaw(sent.event)],
    ["Target", targetText(target, webhook_id)],
    ["Status", status ?? formatRaw(sent.status)],
    ["Attempts", attempts === null ? formatRaw(sent.attempts) : String(attempts)],
    ...timesOf(entry, timeZone),
    ...(gone_at ? [["No longer returned by the platform since", inBoth(Date.parse(gone_at), timeZone)] as const] : []),
    ...watchedLine(watchedSince, timeZone),
    ["Delivery ID", formatRaw(sent.id ?? entry.key)],
    ["Link", link],
  ]);
}

function answerOf({ outcome, late_seconds }: Delivery): string {
  if (outcome === "arrived") return late_seconds === null ? "Arrived" : `Arrived, ${formatSpan(late_seconds)} late`;
  if (outcome === "retrying") return "Not arrived yet, being retried";
  return outcome === "given_up" ? "Not delivered, given up" : "Not delivered. Whether it is tried again is not known";
}

type ViewInput = {
  log: Pick<WebhookLogState, "filter" | "targets" | "nowMs"> & { rows: DeliveryRows };
  summary: DeliverySummary;
  link: string;
  /** Link to the deliveries without a known time. */
  olderLink: string;
  /** Of the chosen time. If it is UTC, the second clock is the browser's. */
  timeZone: string;
};

const maxListed = 10;

/** A view of the log as plain text for a ticket, with at most ten deliveries of each group. */
export function viewTicketText({ log, summary, link, olderLink, timeZone }: ViewInput): string {
  const zone = timeZone === "UTC" ? ownTimeZone() : timeZone;
  const { filter, targets, nowMs, rows } = log;
  const { fromMs, toMs } = spanOf(filter, nowMs);
  const { time: _time, webhook: _webhook, ...words } = filterWords(filter);
  const narrowed = Object.values(words).filter((word) => word !== undefined);
  const { reading, total, not_delivered, retrying } = summary;
  const { ok_at, every_seconds, watched_since } = reading;
  const isOlder = filter.view === "older";
  const momentOf = (iso: string) => inBoth(Date.parse(iso), zone);
  const unwatched = isOlder ? undefined : unwatchedText(summary, momentOf);
  const times = [
    ...(fromMs === undefined ? [] : [`from ${inBoth(fromMs, zone)}`]),
    ...(toMs === undefined ? [] : [`to ${inBoth(toMs, zone)}`]),
  ];
  return linesOf("Webhook deliveries", [
    ["Time", isOlder ? unknownTime : times.join(" ") || "everything that Switchboard has stored"],
    ...(narrowed.length > 0 ? [["Only", narrowed.join(", ")] as const] : []),
    ["Found", headSentence(summary, { filter, targets, momentOf })],
    ...(unwatched ? [["Not watched", `${unwatched}${summary.older.total > 0 ? `: ${olderLink}` : "."}`] as const] : []),
    ...listed("Not arrived yet", rows.missed.filter(isOpen), { count: retrying, targets, zone }),
    ...listed(
      "Not delivered",
      rows.missed.filter((entry) => !isOpen(entry)),
      { count: not_delivered, targets, zone },
    ),
    ...listed("Delivered", rows.arrived, { count: total - not_delivered - retrying, targets, zone }),
    ...(ok_at
      ? [["Log last checked", `${inBoth(Date.parse(ok_at), zone)}, every ${formatSpan(every_seconds)}`] as const]
      : []),
    ...watchedLine(watched_since, zone),
    ["Link", link],
  ]);
}

const isOpen = ({ outcome }: Delivery) => outcome === "retrying";

type Line = readonly [name: string, value: string];

const unknownTime = "unknown, from before Switchboard was watching";

const watchedLine = (since: string | null | undefined, zone: string): Line[] =>
  since ? [["Watched since", inBoth(Date.parse(since), zone)]] : [];

const linesOf = (title: string, lines: readonly Line[]) =>
  [title, ...lines.map(([name, value]) => `${name}: ${value.replace(/\s+/g, " ")}`)].join("\n");

type Listed = { count: number; targets: WebhookLogState["targets"]; zone: string };

function listed(name: string, rows: readonly Delivery[], { count, targets, zone }: Listed): Line[] {
  const shown = rows.slice(0, maxListed);
  const remaining = count - shown.length;
  return [
    ...shown.map((entry): Line => [name, entryText(entry, targets.get(entry.webhook_id ?? ""), zone)]),
    ...(remaining > 0 ? [[name, `${formatCount(remaining)}${shown.length > 0 ? " more" : ""}`] as const] : []),
  ];
}

function entryText(entry: Delivery, target: Target | undefined, zone: string) {
  const { event, status, attempts, webhook_id, key, ...times } = entry;
  return [
    timesOf(times, zone)
      .map((line) => line.join(" ").replace(/^Time /, ""))
      .join(", "),
    `${event ?? "no event"} to ${targetText(target, webhook_id)}`,
    status ?? "no status",
    ...(attempts === null ? [] : [countOf(attempts, "attempt")]),
    `ID ${key}`,
  ].join(", ");
}

const targetText = (target: Target | undefined, webhook_id: string | null) =>
  target ? target.host + target.path : `unknown webhook ${webhook_id ?? "(no ID sent)"}`;

/** "Fri 20 Nov 2026, 06:36:00 UTC (Fri 20 Nov 2026, 07:36:00 Europe/Berlin)". UTC alone if the zone shows the same. */
function inBoth(ms: number, zone: string): string {
  const utc = `${formatDateTime(ms, "utc")} UTC`;
  const offset = offsetAt(ms, zone);
  return offset === 0 ? utc : `${utc} (${formatDateTime(ms + offset, "utc")} ${zone})`;
}

type Times = Pick<Delivery, "delivered_at" | "late_seconds" | "first_seen_at" | "not_seen_at" | "is_older">;

function timesOf({ delivered_at, late_seconds, ...seen }: Times, zone: string): Line[] {
  if (seen.is_older) return [["Time", unknownTime]];
  if (delivered_at === null) return [firstSeenLine(seen, zone)];
  const arrived = inBoth(Date.parse(delivered_at), zone);
  return late_seconds === null ? [["Time", arrived]] : [firstSeenLine(seen, zone), ["Arrived", arrived]];
}

function firstSeenLine(
  { first_seen_at, not_seen_at }: Pick<Times, "first_seen_at" | "not_seen_at">,
  zone: string,
): Line {
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
