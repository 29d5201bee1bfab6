import type { Webhook, WebhookLog } from "@/lib/contract/api/webhooks";
import { numberOf } from "@/lib/contract/fields";
import { parseMoment } from "@/lib/format/parse-time";
import { uniqueKeys } from "./unique-keys";

/** One entry of the webhook log, with what is asked of it over and over worked out once. */
export type LogEntry = {
  /** The entry's id, or its own fields where none was sent; of those that share an id, only the first in order has it bare. */
  key: string;
  log: WebhookLog;
  /** The entry exactly as it was sent, other kinds included. */
  sent: unknown;
  /** Undefined where no readable time was sent. */
  atMs: number | undefined;
  isDelivered: boolean;
  /** 0 where no number was sent; `log.attempts` tells. */
  attempts: number;
};

/** The entries in their total order: newest first, then by id, those without a readable time last. `sent` are the same rows before they were read. */
export function indexLog(logs: readonly WebhookLog[], sent: readonly unknown[] = logs): LogEntry[] {
  const entries = logs.map((log, at) => ({
    key: log.id || namelessKey(log),
    log,
    sent: sent[at],
    atMs: parseMoment(log.delivered_at)?.ms,
    isDelivered: isDelivered(log.status),
    attempts: numberOf(log.attempts) ?? 0,
  }));
  entries.sort(newestFirst);
  const keys = uniqueKeys(entries.map(({ key }) => key));
  entries.forEach((entry, at) => {
    entry.key = keys[at] ?? entry.key;
  });
  return entries;
}

/** Any word but `delivered`, and no word at all, is not delivered. */
const isDelivered = (status: unknown) => status === "delivered";

const namelessKey = ({ webhook_id, event, delivered_at }: WebhookLog) =>
  `no id: ${[webhook_id, event, delivered_at].map((field) => field ?? "none").join(" ")}`;

function newestFirst(a: LogEntry, b: LogEntry) {
  if (a.atMs !== b.atMs) {
    if (a.atMs === undefined) return 1;
    return b.atMs === undefined ? -1 : b.atMs - a.atMs;
  }
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

export type LogCount = { entries: number; notDelivered: number };

/** Entries per webhook; of the time since `sinceMs` alone when that is given, which leaves out those without a time. */
export function countByWebhook(entries: readonly LogEntry[], sinceMs?: number): Map<string | undefined, LogCount> {
  const counts = new Map<string | undefined, LogCount>();
  for (const { log, atMs, isDelivered } of entries) {
    if (sinceMs !== undefined && (atMs === undefined || atMs < sinceMs)) continue;
    const id = log.webhook_id ?? undefined;
    const count = counts.get(id) ?? { entries: 0, notDelivered: 0 };
    counts.set(id, count);
    count.entries += 1;
    if (!isDelivered) count.notDelivered += 1;
  }
  return counts;
}

export type Target = { host: string; path: string; url: string };

/** Host and path of where a webhook delivers. Queries and credentials of an address stay out of sight. */
export function targetOf({ url }: Webhook): Target | undefined {
  if (!url) return undefined;
  try {
    const { host, pathname } = new URL(url);
    return { host: host || url, path: pathname === "/" ? "" : pathname, url };
  } catch {
    return { host: url, path: "", url };
  }
}

export type Targets = ReadonlyMap<string, Target>;
