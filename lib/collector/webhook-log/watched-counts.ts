import type { WatchedCounts } from "@/lib/contract/console/webhook-log/summary";
import type { Database } from "@/lib/db/database";
import { cellsIn, longestStep } from "./delivery-counts";
import { isFailed, isOpen, type Kind, passes } from "./kinds";
import type { LogQuery } from "./log-query";

/**
 * Counts of the time since the first read, of a time that began before it. Failures before it are not known, so a share of the whole
 * time would be too high.
 */
export async function watchedCounts(db: Database, query: LogQuery, since: string): Promise<WatchedCounts> {
  const cells = await cellsIn(db, query, { ...query.span, fromMs: Date.parse(since) }, longestStep);
  const matching = cells.filter(({ kind }) => passes(query.tests, kind));
  const countOf = (webhook?: string) => {
    const some = matching.filter(({ kind }) => webhook === undefined || kind.webhook === webhook);
    const sum = (test: (kind: Kind) => boolean) => some.reduce((n, { kind, found }) => n + (test(kind) ? found : 0), 0);
    return { total: sum(() => true), not_delivered: sum(isFailed), retrying: sum(isOpen) };
  };
  const webhooks = [...new Set(matching.map(({ kind }) => kind.webhook))];
  return { since, ...countOf(), webhooks: Object.fromEntries(webhooks.map((id) => [id, countOf(id)])) };
}
