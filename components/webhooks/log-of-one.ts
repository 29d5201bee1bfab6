import type { RawAnswer } from "@/lib/client/answer";
import type { LogEntry } from "@/lib/client/webhook-log";
import { isPlainObject } from "@/lib/contract/json";
import type { WebhookLog } from "@/lib/contract/webhooks";

/** The whole log's rows of one webhook, to stand in while the API is asked for that webhook alone. */
export function partOfWhole(whole: RawAnswer | undefined, webhook_id: string): RawAnswer | undefined {
  if (!whole) return undefined;
  const data = rawRows(whole.raw).filter((row) => isPlainObject(row) && row.webhook_id === webhook_id);
  return { ...whole, raw: { success: true, data } };
}

/** Entries that name another webhook than the one asked for are left out, and counted. */
export function onlyOf(logs: readonly WebhookLog[], webhook_id: string | undefined) {
  if (webhook_id === undefined) return { logs, foreign: 0 };
  const own = logs.filter((log) => (log.webhook_id ?? webhook_id) === webhook_id);
  return { logs: own, foreign: logs.length - own.length };
}

/** An entry exactly as it was sent, other kinds and unknown fields included. */
export function sentRecord(raw: unknown, { log }: LogEntry): unknown {
  const sent = log.id && rawRows(raw).find((row) => isPlainObject(row) && row.id === log.id);
  return sent || log;
}

function rawRows(raw: unknown): unknown[] {
  const rows = isPlainObject(raw) ? raw.data : raw;
  return Array.isArray(rows) ? rows : [];
}
