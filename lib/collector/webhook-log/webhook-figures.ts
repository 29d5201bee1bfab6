import { sql } from "drizzle-orm";
import type { WebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import type { Database } from "@/lib/db/database";
import { cellsIn, longestStep } from "./delivery-counts";
import { isArrived, isFailed, type Kind } from "./kinds";
import { entriesIn, idsOf, isMatching, type LogQuery, newestByKind } from "./log-query";
import { epochMs, isoOf, numberArray } from "./log-sql";

/** Retry times are computed from this many of the newest entries. */
const maxScanned = 10_000;
const maxEvents = 200;
const maxAttempts = 20;

/** Figures of one webhook besides its delivery counts. The query's only filters are the webhook and the time. */
export async function webhookFigures(db: Database, query: LogQuery): Promise<WebhookFigures> {
  const kinds = query.kinds.filter(query.tests.webhook);
  const newest = await newestByKind(db, query.accountId, kinds);
  const lastOf = (test: (kind: Kind) => boolean) => {
    const times = kinds.filter(test).flatMap(({ id }) => newest.get(id)?.lastMs ?? []);
    return times.length > 0 ? isoOf(Math.max(...times)) : null;
  };
  return {
    events: await eventsOf(db, { ...query, kinds }, (event) => lastOf((kind) => kind.event === event)),
    last_delivered_at: later(lastOf(isArrived), await lastLateArrival(db, query, kinds.filter(isArrived))),
    arrived: await arrivedOf(db, query),
    retries: await retriesOf(db, query),
    looked_at: maxScanned,
  };
}

const later = (one: string | null, other: string | null) => ((one ?? "") > (other ?? "") ? one : other);

/** The last arrival of entries that arrived after their first try. Their first try need not be the last one. */
async function lastLateArrival(db: Database, { accountId }: LogQuery, kinds: readonly Kind[]) {
  const { rows } = await db.execute<{ at: number }>(sql`
    select ${epochMs(sql`last_at`)} as at from console.delivery
    where key_print = ${accountId} and (last_at > at or begins_at < at) and kind = any(${numberArray(idsOf(kinds))})
    order by last_at desc limit 1`);
  return isoOf(rows[0]?.at);
}

async function eventsOf(db: Database, query: LogQuery, lastOf: (event: string) => string | null) {
  const cells = await cellsIn(db, query, query.span, longestStep);
  const sum = (event: string, test: (kind: Kind) => boolean) =>
    cells.reduce((total, { kind, count }) => (kind.event === event && test(kind) ? total + count : total), 0);
  return [...new Set(query.kinds.map(({ event }) => event))]
    .map((event) => ({
      event,
      total: sum(event, () => true),
      not_delivered: sum(event, isFailed),
      last_at: lastOf(event),
    }))
    .sort((a, b) => b.total - a.total || (a.event < b.event ? -1 : 1))
    .slice(0, maxEvents);
}

const changedEntries = (query: LogQuery) => sql`
  select * from (
    select * from ${entriesIn(query, query.span, sql`key, kind, at, delivered_at, first_seen_at, changed_at`, isMatching(query))} as entry
    order by at desc limit ${maxScanned}
  ) as newest where changed_at > first_seen_at`;

const spread = (seconds: ReturnType<typeof sql>) => sql`count(*)::int as count,
  percentile_cont(0.5) within group (order by ${seconds}) as median_seconds,
  percentile_cont(0.95) within group (order by ${seconds}) as p95_seconds`;

type Spread = NonNullable<WebhookFigures["arrived"]>;

/** Time from first seen to the platform's delivery time, for entries that were first seen without one. */
async function arrivedOf(db: Database, query: LogQuery): Promise<Spread | null> {
  const { rows } = await db.execute<Spread>(sql`
    select ${spread(sql`extract(epoch from delivered_at - first_seen_at)`)}
    from (${changedEntries(query)}) as entry
    where kind = any(${numberArray(idsOf(query.kinds.filter(isArrived)))}) and delivered_at > first_seen_at and exists (
      select from console.delivery_change as c where c.key_print = ${query.accountId} and c.key = entry.key
        and c.field = 'delivered_at' and c.before is null)`);
  const [first] = rows;
  return first && first.count > 0 ? first : null;
}

/** Time from one attempt to the next, if separate polls saw both. */
async function retriesOf(db: Database, query: LogQuery): Promise<WebhookFigures["retries"]> {
  const { rows } = await db.execute<Spread & { attempt: number }>(sql`
    select attempt, ${spread(sql`seconds`)} from (
      select c.after::int as attempt, c.before::int as earlier,
        extract(epoch from c.seen_at - coalesce(
          lag(c.seen_at) over (partition by c.key order by c.seen_at, c.id), entry.first_seen_at)) as seconds
      from (${changedEntries(query)}) as entry
      join console.delivery_change as c on c.key_print = ${query.accountId} and c.key = entry.key
      where c.field = 'attempts' and c.before ~ '^[0-9]{1,9}$' and c.after ~ '^[0-9]{1,9}$'
    ) as step
    where attempt = earlier + 1 and earlier > 0 and seconds > 0
    group by attempt order by attempt limit ${maxAttempts}`);
  return rows;
}
