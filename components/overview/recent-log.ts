import { countByWebhook, type LogCount, type LogEntry } from "@/lib/client/webhook-log";

const dayMs = 86_400_000;

export type RecentLog = {
  sinceMs: number;
  untilMs: number;
  /** Entries of the last 24 hours, and those without a time: nobody can say how old they are. */
  entries: readonly LogEntry[];
  notDelivered: number;
  untimed: number;
  /** "96.1%": how many took one attempt. Undefined without entries. */
  oneAttempt: string | undefined;
  byWebhook: Map<string | undefined, LogCount>;
};

/** The last 24 hours of the webhook log, as of the moment it was read. */
export function recentLog(log: readonly LogEntry[], readMs: number): RecentLog {
  const sinceMs = readMs - dayMs;
  const entries = log.filter(({ atMs }) => atMs === undefined || atMs >= sinceMs);
  return {
    sinceMs,
    untilMs: readMs,
    entries,
    notDelivered: entries.filter(({ isDelivered }) => !isDelivered).length,
    untimed: entries.filter(({ atMs }) => atMs === undefined).length,
    oneAttempt: percentOf(entries.filter(({ attempts }) => attempts === 1).length, entries.length),
    byWebhook: countByWebhook(entries),
  };
}

/** Rounded down to a tenth, so that nothing short of all is ever 100%. */
function percentOf(part: number, whole: number) {
  return whole === 0 ? undefined : `${Math.floor((part * 1000) / whole) / 10}%`;
}
