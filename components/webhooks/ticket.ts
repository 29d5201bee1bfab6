import { type Target, unwatchedText } from "@/lib/client/webhook-log";
import type { Delivery, DeliverySeen, DeliverySummary } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDateTime, formatDay, formatSpan, localZoneName } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import type { DeliveryRows } from "./delivery-view";
import { firstSeenText } from "./log-cells";
import { filterWords, spanOf } from "./log-filter";
import type { WebhookLogState } from "./use-webhook-log";

type TicketInput = {
  entry: DeliverySeen;
  target: Target | undefined;
  watchedSince: string | null | undefined;
  link: string;
};

/** One delivery as plain text for a ticket. */
export function ticketText({ entry, target, watchedSince, link }: TicketInput): string {
  const { status, event, attempts, webhook_id, raw, gone_at } = entry;
  const sent = isPlainObject(raw) ? raw : {};
  return linesOf("Webhook delivery", [
    ["Event", event ?? formatRaw(sent.event)],
    ["Target", targetText(target, webhook_id)],
    ["Status", status ?? formatRaw(sent.status)],
    ["Attempts", attempts === null ? formatRaw(sent.attempts) : String(attempts)],
    ...timesOf(entry),
    ...(gone_at ? [["No longer returned by the platform since", inUtc(Date.parse(gone_at))] as const] : []),
    ...watchedLine(watchedSince),
    ["Delivery ID", formatRaw(sent.id ?? entry.key)],
    ["Link", link],
  ]);
}

type ViewInput = {
  log: Pick<WebhookLogState, "filter" | "targets" | "nowMs"> & { rows: DeliveryRows };
  summary: DeliverySummary;
  /** First sentence of the page. */
  headline: string;
  link: string;
  /** Link to the deliveries without a known time. */
  olderLink: string;
};

const maxListed = 10;

/** A view of the log as plain text for a ticket, with at most ten deliveries of each group. */
export function viewTicketText({ log, summary, headline, link, olderLink }: ViewInput): string {
  const { filter, targets, nowMs, rows } = log;
  const { fromMs, toMs } = spanOf(filter, nowMs);
  const { time: _time, webhook: _webhook, ...words } = filterWords(filter);
  const narrowed = Object.values(words).filter((word) => word !== undefined);
  const { reading, total, not_delivered } = summary;
  const { ok_at, every_seconds, watched_since } = reading;
  const isOlder = filter.view === "older";
  const unwatched = isOlder ? undefined : unwatchedText(summary, (since) => inUtc(Date.parse(since)));
  const times = [
    ...(fromMs === undefined ? [] : [`from ${inUtc(fromMs)}`]),
    ...(toMs === undefined ? [] : [`to ${inUtc(toMs)}`]),
  ];
  return linesOf("Webhook deliveries", [
    ["Time", isOlder ? unknownTime : times.join(" ") || "everything that Switchboard has stored"],
    ...(narrowed.length > 0 ? [["Only", narrowed.join(", ")] as const] : []),
    ["Found", headline],
    ...(unwatched ? [["Not watched", `${unwatched}${summary.older.total > 0 ? `: ${olderLink}` : "."}`] as const] : []),
    ...listed("Not delivered", rows.missed, not_delivered, targets),
    ...listed("Delivered", rows.arrived, total - not_delivered, targets),
    ...(ok_at
      ? [["Log last checked", `${inUtc(Date.parse(ok_at))}, every ${formatSpan(every_seconds)}`] as const]
      : []),
    ...watchedLine(watched_since),
    ["Link", link],
  ]);
}

type Line = readonly [name: string, value: string];

const unknownTime = "unknown, from before Switchboard was watching";

const watchedLine = (since: string | null | undefined): Line[] =>
  since ? [["Watched since", inUtc(Date.parse(since))]] : [];

const linesOf = (title: string, lines: readonly Line[]) =>
  [title, ...lines.map(([name, value]) => `${name}: ${value.replace(/\s+/g, " ")}`)].join("\n");

function listed(name: string, rows: readonly Delivery[], count: number, targets: WebhookLogState["targets"]): Line[] {
  const shown = rows.slice(0, maxListed);
  const remaining = count - shown.length;
  return [
    ...shown.map((entry): Line => [name, entryText(entry, targets.get(entry.webhook_id ?? ""))]),
    ...(remaining > 0 ? [[name, `${formatCount(remaining)}${shown.length > 0 ? " more" : ""}`] as const] : []),
  ];
}

function entryText({ event, status, attempts, webhook_id, key, ...times }: Delivery, target: Target | undefined) {
  return [
    timesOf(times)[0]
      ?.join(" ")
      .replace(/^Time /, ""),
    `${event ?? "no event"} to ${targetText(target, webhook_id)}`,
    status ?? "no status",
    ...(attempts === null ? [] : [countOf(attempts, "attempt")]),
    `ID ${key}`,
  ].join(", ");
}

const targetText = (target: Target | undefined, webhook_id: string | null) =>
  target ? target.host + target.path : `unknown webhook ${webhook_id ?? "(no ID sent)"}`;

const inUtc = (ms: number) => `${formatDateTime(ms, "utc")} UTC`;

type Times = Pick<Delivery, "delivered_at" | "first_seen_at" | "not_seen_at" | "is_older">;

/** Time in UTC, and in the browser's zone if it differs. */
function timesOf({ delivered_at, first_seen_at, not_seen_at, is_older }: Times): Line[] {
  if (is_older) return [["Time", unknownTime]];
  if (delivered_at === null) {
    const between = not_seen_at === null ? "by" : "between";
    const day = formatDay(Date.parse(first_seen_at), "utc");
    const range = firstSeenText({ first_seen_at, not_seen_at }, "utc").replace("by ", "");
    return [["First seen by Switchboard", `${day}, ${between} ${range} UTC`]];
  }
  const zone = localZoneName();
  const local = `${formatDateTime(Date.parse(delivered_at), "local")} ${zone}`;
  return [["Time", inUtc(Date.parse(delivered_at))], ...(zone === "UTC" ? [] : [["Local time", local] as const])];
}
