import { countByWebhook, type LogCount, type LogEntry } from "@/lib/client/webhook-log";

const dayMs = 86_400_000;

export type RecentLog = {
  sinceMs: number;
  untilMs: number;
  /** Entries of the last 24 hours, and those without a time: nobody can say how old they are. */
  entries: readonly LogEntry[];
  /** Of the last 24 hours alone. */
  timed: RecentCount;
  untimed: RecentCount;
};

export type RecentCount = LogCount & {
  /** "96.1%": how many took one attempt. Undefined without entries. */
  oneAttempt: string | undefined;
  byWebhook: Map<string | undefined, LogCount>;
};

/** The last 24 hours of the webhook log, as of the moment it was read. */
export function recentLog(log: readonly LogEntry[], readMs: number): RecentLog {
  const sinceMs = readMs - dayMs;
  const timed = log.filter(({ atMs }) => atMs !== undefined && atMs >= sinceMs);
  const untimed = log.filter(({ atMs }) => atMs === undefined);
  return {
    sinceMs,
    untilMs: readMs,
    entries: [...timed, ...untimed],
    timed: countOf(timed),
    untimed: countOf(untimed),
  };
}

const countOf = (entries: readonly LogEntry[]): RecentCount => ({
  entries: entries.length,
  notDelivered: entries.filter(({ isDelivered }) => !isDelivered).length,
  oneAttempt: percentOf(entries.filter(({ attempts }) => attempts === 1).length, entries.length),
  byWebhook: countByWebhook(entries),
});

/** "4 not delivered, and 28 with no time sent"; undefined where all was delivered. */
export function notDeliveredWords(timed: number, untimed: number): string | undefined {
  if (timed === 0 && untimed === 0) return undefined;
  if (untimed === 0) return `${grouped(timed)} not delivered`;
  if (timed === 0) return `${grouped(untimed)} not delivered, none with a time sent`;
  return `${grouped(timed)} not delivered, and ${grouped(untimed)} with no time sent`;
}

const grouped = (value: number) => value.toLocaleString("en-US");

/** Rounded down to a tenth, so that nothing short of all is ever 100%. */
function percentOf(part: number, whole: number) {
  return whole === 0 ? undefined : `${Math.floor((part * 1000) / whole) / 10}%`;
}
