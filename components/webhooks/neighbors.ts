import type { LogEntry } from "@/lib/client/webhook-log";

const SHOWN = 20;

/**
 * Up to twenty entries of the same webhook around one of them, oldest first; none around an entry without a time, and
 * none of those among them. `entries` come newest first.
 */
export function neighborsOf(entries: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  if (entry.atMs === undefined) return [];
  const same = entries.filter(({ log, atMs }) => atMs !== undefined && webhookOf(log) === webhookOf(entry.log));
  const at = same.findIndex(({ key }) => key === entry.key);
  const from = Math.max(0, Math.min(at - SHOWN / 2, same.length - SHOWN));
  return same.slice(from, from + SHOWN).reverse();
}

const webhookOf = ({ webhook_id }: LogEntry["log"]) => webhook_id ?? undefined;
