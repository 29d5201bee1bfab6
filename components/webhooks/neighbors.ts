import type { LogEntry } from "@/lib/client/webhook-log";

const SHOWN = 20;

/** Up to twenty entries of the same webhook around one of them, oldest first. `entries` come newest first. */
export function neighborsOf(entries: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  const same = entries.filter(({ log }) => (log.webhook_id ?? undefined) === (entry.log.webhook_id ?? undefined));
  const at = same.findIndex(({ key }) => key === entry.key);
  const from = Math.max(0, Math.min(at - SHOWN / 2, same.length - SHOWN));
  return same.slice(from, from + SHOWN).reverse();
}
