import type { RawAnswer } from "@/lib/client/answer";
import type { LogEntry } from "@/lib/client/webhook-log";
import { isPlainObject } from "@/lib/format/json";

/** The whole log's rows of one webhook, to stand in while the API is asked for that webhook alone. */
export function partOfWhole(whole: RawAnswer | undefined, webhook_id: string): RawAnswer | undefined {
  if (!whole) return undefined;
  const rows = rawRows(whole.read ?? whole.raw);
  const part = (answer: unknown) => ({ success: true, data: rawRows(answer).filter((_, at) => isOwn(rows[at])) });
  return { ...whole, raw: part(whole.raw), ...("read" in whole ? { read: part(whole.read) } : {}) };

  function isOwn(row: unknown) {
    return isPlainObject(row) && row.webhook_id === webhook_id;
  }
}

/** Entries that name another webhook than the one asked for are left out, and counted. */
export function onlyOf(entries: readonly LogEntry[], webhook_id: string | undefined) {
  if (webhook_id === undefined) return { entries, foreign: 0 };
  const own = entries.filter(({ log }) => (log.webhook_id ?? webhook_id) === webhook_id);
  return { entries: own, foreign: entries.length - own.length };
}

/** The rows of a log just as they were sent, in the order they came. */
export function rawRows(raw: unknown): unknown[] {
  const rows = isPlainObject(raw) ? raw.data : raw;
  return Array.isArray(rows) ? rows : [];
}
