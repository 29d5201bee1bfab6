import { sql } from "drizzle-orm";
import type { WebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { Database } from "@/lib/db/database";
import { cellsIn, longestStep } from "./delivery-counts";
import { type CountedFields, isFailed, passesOne } from "./delivery-filter";
import { entriesIn, isMatching, type LogQuery } from "./log-query";
import { allOf, epochMs, isoOf } from "./log-sql";

/** Retry times are computed from this many of the newest entries. */
const maxScanned = 10_000;
const maxEvents = 200;
const maxAttempts = 20;

/** Figures of one webhook besides its delivery counts. The query's only filters are the webhook and the time. */
export async function webhookFigures(db: Database, query: LogQuery): Promise<WebhookFigures> {
  const last = await lastOfEvents(db, query);
  const arrived = last.flatMap(({ arrived }) => arrived ?? []);
  return {
    events: await eventsOf(db, query, last),
    last_delivered_at: arrived.length > 0 ? isoOf(Math.max(...arrived)) : null,
    arrived: await arrivedOf(db, query),
    retries: await retriesOf(db, query),
    looked_at: maxScanned,
  };
}

type LastOfEvent = { event: string; last: number | null; arrived: number | null };

/** The last change of each event's deliveries at any time, and of those that arrived, in milliseconds. */
async function lastOfEvents(db: Database, { accountId, filters }: LogQuery): Promise<LastOfEvent[]> {
  const { rows } = await db.execute<LastOfEvent>(sql`
    select event, ${epochMs(sql`max(last_at)`)} as last, ${epochMs(sql`max(last_at) filter (where outcome = 'arrived')`)} as arrived
    from (select event, outcome, case when at is not null then last_at end as last_at from console.delivery
      where ${allOf(sql`key_print = ${accountId}`, filters.webhook?.rows)}) as timed group by event`);
  return rows.map(({ event, ...times }) => ({ event: event || NO_WORD, ...times }));
}

async function eventsOf(db: Database, query: LogQuery, last: readonly LastOfEvent[]) {
  const cells = await cellsIn(db, query, query.span, longestStep);
  const ofWebhook = cells.filter(({ fields }) => passesOne(query.filters.webhook, fields));
  const sum = (event: string, test: (fields: CountedFields) => boolean) =>
    ofWebhook.reduce((total, { fields, count }) => (fields.event === event && test(fields) ? total + count : total), 0);
  return [...new Set([...last, ...ofWebhook.map(({ fields }) => fields)].map(({ event }) => event))]
    .map((event) => ({
      event,
      total: sum(event, () => true),
      not_delivered: sum(event, isFailed),
      last_at: isoOf(last.find((one) => one.event === event)?.last),
    }))
    .sort((a, b) => b.total - a.total || (a.event < b.event ? -1 : 1))
    .slice(0, maxEvents);
}

const changedEntries = (query: LogQuery) => sql`
  select * from (
    select * from ${entriesIn(query, query.span, sql`key, outcome, at, delivered_at, first_seen_at, changed_at`, isMatching(query))} as entry
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
    where outcome = 'arrived' and delivered_at > first_seen_at and exists (
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
