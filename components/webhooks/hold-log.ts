import type { LogEntry } from "@/lib/client/webhook-log";

/** The rows as they stand on the screen: which, in which order, and what each said last. */
export type Standing = ReadonlyMap<string, LogEntry>;

export const standingOf = (entries: readonly LogEntry[]): Standing => new Map(entries.map((each) => [each.key, each]));

export type Held = { shown: LogEntry[]; waiting: LogEntry[] };

/** Keeps rows where they stand while others have come: what is new waits, what changed changes in place. */
export function hold(entries: readonly LogEntry[], standing: Standing): Held {
  const now = standingOf(entries);
  const shown: LogEntry[] = [];
  for (const key of standing.keys()) {
    const entry = now.get(key);
    if (entry) shown.push(entry);
  }
  return { shown, waiting: entries.filter(({ key }) => !standing.has(key)) };
}

/** The entries that were not there before, or say something else now. */
export function differing(entries: readonly LogEntry[], before: Standing): Set<string> {
  const keys = new Set<string>();
  for (const entry of entries) {
    const known = before.get(entry.key);
    if (!known || known.log.status !== entry.log.status || known.log.attempts !== entry.log.attempts)
      keys.add(entry.key);
  }
  return keys;
}

/** Whether the entries stand as they are, so that nothing would move. */
export function isStanding(entries: readonly LogEntry[], standing: Standing): boolean {
  if (entries.length !== standing.size) return false;
  let at = 0;
  for (const key of standing.keys()) {
    if (entries[at]?.key !== key) return false;
    at += 1;
  }
  return true;
}
