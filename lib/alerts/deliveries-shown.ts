import { sql } from "drizzle-orm";
import { type FieldFilter, onlyMissed } from "@/lib/collector/webhook-log/delivery-filter";
import { entriesIn, isMatching, queryFor } from "@/lib/collector/webhook-log/log-query";
import type { LogWords } from "@/lib/collector/webhook-log/log-words";
import { wordsText, wordText } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { Database } from "@/lib/db/database";
import { page, rowsOf } from "./rule";

export const maxIds = 5;

type Log = { db: Database; accountId: string };

export type DeliveriesShown = {
  count: number;
  attempts: number | null;
  /** First try of the first one and of the last one, and the last change of any; null without one. */
  first: string | null;
  lastTry: string | null;
  last: string | null;
  events: string[];
  /** Keys of the first ones. */
  ids: string[];
};

/**
 * Figures of the deliveries that the webhook log shows with a filter, by the same query, so that links keep their promise. `view`
 * replaces that of the filter.
 */
export async function deliveriesShown(
  { db, accountId }: Log,
  filter: DeliveryFilter,
  view?: FieldFilter,
): Promise<DeliveriesShown> {
  const found = await queryFor(db, { accountId }, filter);
  const query = view ? { ...found, filters: { ...found.filters, view } } : found;
  const [row] = await rowsOf<DeliveriesShown>(
    db,
    sql`with shown as materialized ${entriesIn(query, query.span, sql`key, event, attempts, at, last_at`, isMatching(query))}
      select count(*)::int as count, max(nullif(attempts, -1)) as attempts, min(at) as first,
        max(at) as "lastTry", max(last_at) as last,
        coalesce(array_agg(distinct event) filter (where event <> ''), '{}') as events,
        array(select key from shown order by at, key limit ${maxIds}) as ids
      from shown`,
  );
  return row ?? { count: 0, attempts: null, first: null, lastTry: null, last: null, events: [], ids: [] };
}

/** Link to a webhook's deliveries of a time, whatever became of them since. `to` is the first try of the last one. */
export function deliveriesAt(webhook: string, { from, to }: { from: string; to: string }) {
  const [first, end] = [new Date(from), new Date(Date.parse(to) + 1_000)];
  return deliveriesHref({ webhook: wordText(webhook), from: first.toISOString(), to: end.toISOString() });
}

/** Deliveries of a webhook that did not arrive in the time in which they can be expected. Statuses that an admin set to inactive do not count. */
export const failedFilter = ({ setIdle }: LogWords, webhook: string, time: DeliveryFilter = {}): DeliveryFilter => ({
  ...time,
  webhook: wordText(webhook),
  view: "not_delivered",
  status: wordsText({ words: setIdle, isExcluded: true }),
});

/** Deliveries of a webhook that have not arrived yet. Nobody knows how long the platform waits after their last attempt. */
export const notYetShown = (log: Log & { logWords: LogWords }, webhook: string, time: DeliveryFilter) =>
  deliveriesShown(log, { ...failedFilter(log.logWords, webhook, time), view: undefined }, onlyMissed("not_yet"));

/** Link to the webhook log with a filter. Without an end, it shows everything from then on. */
export function deliveriesHref({ from, to, ...filter }: DeliveryFilter): string {
  const set = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const time: Record<string, string> = from || to ? { between: `${from ?? ""}..${to ?? ""}` } : { time: "all" };
  return page("/webhooks", { ...Object.fromEntries(set), ...time });
}
