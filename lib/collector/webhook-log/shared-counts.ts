import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";
import { countAll } from "./delivery-summary";
import type { LogQuery } from "./log-query";
import { webhookHealth } from "./webhook-health";

type Counts = Awaited<ReturnType<typeof countOnce>>;

/** So that a chart without an end moves on when the log is not read. */
const sharedForMs = 60_000;
const maxShared = 50;

/**
 * Counts the entries of a query with the health of the webhooks. All readers of the same filter share one count of a version of
 * the log: when it was read, and the words that said "delivered". Null if it was never read.
 */
export function createSharedCounts(db: Database) {
  const shared = new Map<string, { counts: Promise<Counts>; untilMs: number }>();
  return (query: LogQuery, chosen: readonly string[], version: string | null): Promise<Counts> => {
    if (version === null) return countOnce(db, query, chosen);
    const key = JSON.stringify([version, query.filter, query.searcher.hidesNumbers === true]);
    const known = shared.get(key);
    if (known && clock.nowMs() < known.untilMs) return known.counts;
    const counts = countOnce(db, query, chosen);
    counts.catch(() => shared.delete(key));
    shared.set(key, { counts, untilMs: clock.nowMs() + sharedForMs });
    for (const oldest of [...shared.keys()].slice(0, -maxShared)) shared.delete(oldest);
    return counts;
  };
}

async function countOnce(db: Database, query: LogQuery, chosen: readonly string[]) {
  const { perWebhook: inTime, ...counts } = await countAll(db, query);
  return { ...counts, ...(await webhookHealth(db, query, { chosen, inTime })) };
}
