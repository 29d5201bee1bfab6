import { sql } from "drizzle-orm";
import { entriesIn, isMatching, queryFor } from "@/lib/collector/webhook-log/log-query";
import type { LogWords } from "@/lib/collector/webhook-log/log-words";
import type { DeliveryFilter } from "@/lib/contract/console/webhook-log/filter";
import { wordsText, wordText } from "@/lib/contract/console/webhook-log/words";
import type { Database } from "@/lib/db/database";
import { page, rowsOf } from "./rule";

export const maxIds = 5;

type Log = { db: Database; accountId: string };

export type DeliveriesShown = {
  count: number;
  attempts: number | null;
  /** First try of the first one, and the last change of any; null without one. */
  first: string | null;
  last: string | null;
  events: string[];
  /** Keys of the first ones. */
  ids: string[];
};

/** Figures of the deliveries that the webhook log shows with a filter, by the same query, so that links keep their promise. */
export async function deliveriesShown({ db, accountId }: Log, filter: DeliveryFilter): Promise<DeliveriesShown> {
  const query = await queryFor(db, { accountId }, filter);
  const [row] = await rowsOf<DeliveriesShown>(
    db,
    sql`with shown as materialized ${entriesIn(query, query.span, sql`key, event, attempts, at, last_at`, isMatching(query))}
      select count(*)::int as count, max(nullif(attempts, -1)) as attempts, min(at) as first, max(last_at) as last,
        coalesce(array_agg(distinct event) filter (where event <> ''), '{}') as events,
        array(select key from shown order by at, key limit ${maxIds}) as ids
      from shown`,
  );
  return row ?? { count: 0, attempts: null, first: null, last: null, events: [], ids: [] };
}

/** Deliveries of a webhook that have not arrived and are not being retried. Statuses that an admin set to inactive do not count. */
export const failedFilter = ({ setIdle }: LogWords, webhook: string, time: DeliveryFilter = {}): DeliveryFilter => ({
  ...time,
  webhook: wordText(webhook),
  view: "not_delivered",
  status: wordsText({ words: setIdle, isExcluded: true }),
});

/** Link to the webhook log with a filter. Without an end, it shows everything from then on. */
export function deliveriesHref({ from, to, ...filter }: DeliveryFilter): string {
  const set = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const time: Record<string, string> = from || to ? { between: `${from ?? ""}..${to ?? ""}` } : { time: "all" };
  return page("/webhooks", { ...Object.fromEntries(set), ...time });
}
