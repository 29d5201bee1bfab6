import type { WatchedCounts } from "@/lib/contract/console/webhook-log/summary";
import type { Database } from "@/lib/db/database";
import { cellsIn, longestStep } from "./delivery-counts";
import { type CountedFields, isFailed, isOpen, passes } from "./delivery-filter";
import type { LogQuery } from "./log-query";

/**
 * Counts of the time since the first read, of a time that began before it. Failures before it are not known, so a share of the whole
 * time would be too high.
 */
export async function watchedCounts(db: Database, query: LogQuery, since: string): Promise<WatchedCounts> {
  const cells = await cellsIn(db, query, { ...query.span, fromMs: Date.parse(since) }, longestStep);
  const matching = cells.filter(({ fields }) => passes(query.filters, fields));
  const countOf = (webhook?: string) => {
    const some = matching.filter(({ fields }) => webhook === undefined || fields.webhook === webhook);
    const sum = (test: (fields: CountedFields) => boolean) =>
      some.reduce((n, { fields, found }) => n + (test(fields) ? found : 0), 0);
    return { total: sum(() => true), not_delivered: sum(isFailed), retrying: sum(isOpen) };
  };
  const webhooks = [...new Set(matching.map(({ fields }) => fields.webhook))];
  return { since, ...countOf(), webhooks: Object.fromEntries(webhooks.map((id) => [id, countOf(id)])) };
}
