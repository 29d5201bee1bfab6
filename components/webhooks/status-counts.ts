import type { LogEntry } from "@/lib/client/webhook-log";
import { formatCount } from "@/lib/format/format-count";
import type { LogFilter } from "./log-filter";
import { type LogMatches, statusOf } from "./match-log";

/** `listed` of the `total` are in the time asked for, those without a time among them. */
export type StatusCount = { word: string; total: number; listed: number; untimed: number };

/** Every status that was read, the most frequent first, with what the time alone lets through of it. */
export function statusCounts(entries: readonly LogEntry[], { listed, untimed }: LogMatches): StatusCount[] {
  const [inAll, inListed, inUntimed] = [entries, listed, untimed].map(countStatuses);
  return [...(inAll ?? [])]
    .sort(([, a], [, b]) => b - a)
    .map(([word, total]) => ({
      word,
      total,
      listed: inListed?.get(word) ?? 0,
      untimed: inUntimed?.get(word) ?? 0,
    }));
}

/** "of 25, 6 with no time": what stands behind a status's number. */
export function statusWords({ total, listed, untimed }: StatusCount): string {
  const apart = untimed === listed && untimed > 1 ? "all" : formatCount(untimed);
  return `of ${formatCount(total)}${untimed > 0 ? `, ${apart} with no time` : ""}`;
}

export function scopeMessage({ listed, untimed }: LogMatches, { isUntimed }: LogFilter, all: number): string {
  if (untimed.length > 0)
    return `${formatCount(listed.length - untimed.length)} in this time and ${formatCount(untimed.length)} with no time, of all that was read`;
  if (listed.length === all) return "In all that was read";
  return `${isUntimed ? "With no time sent" : "In this time"}, of all that was read`;
}

function countStatuses(entries: readonly LogEntry[]) {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(statusOf(entry), (counts.get(statusOf(entry)) ?? 0) + 1);
  return counts;
}
