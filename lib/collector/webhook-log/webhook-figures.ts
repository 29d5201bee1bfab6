import { sql } from "drizzle-orm";
import { NO_WORD, type WebhookFigures } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import { cellsOf, longestStep } from "./delivery-cells";
import { epochMs, isDelivered, isWithin, olderAt, type Span, textArray } from "./delivery-filter";
import type { LogWords } from "./log-words";

/** Retry times are computed from this many of the newest entries. */
const maxScanned = 10_000;
const maxEvents = 200;
const maxAttempts = 20;

type FiguresInput = {
  accountId: string;
  words: LogWords;
  webhookId: string;
  span: Span;
};

/** Figures of one webhook besides its delivery counts. */
export async function webhookFigures(db: Database, input: FiguresInput): Promise<WebhookFigures> {
  return {
    events: await eventsOf(db, input),
    last_delivered_at: await lastDelivered(db, input),
    arrived: await arrivedOf(db, input),
    retries: await retriesOf(db, input),
    looked_at: maxScanned,
  };
}

/** All events of a webhook, with their counts in the time span and their last delivery at any time. */
async function eventsOf(db: Database, { accountId, words, webhookId, span }: FiguresInput) {
  const query = { accountId, words, filter: {}, textMatches: { webhooks: [], statuses: [], events: [] } };
  const { rows } = await db.execute<{ event: string; total: number; missed: number; last: number | null }>(sql`
    select counted.*, ${epochMs(sql`newest.at`)} as last from (
      select event, step, coalesce(total, 0) as total, coalesce(missed, 0) as missed from (
        select event, max(step) as step from console.delivery_count
        where key_print = ${accountId} and webhook_id = ${webhookId} group by event
      ) as newest_step
      left join (
        select event, sum(n)::float8 as total, (sum(n) filter (where not ${isDelivered(words)}))::float8 as missed
        from (${cellsOf(query, span, longestStep)}) as cell where webhook_id = ${webhookId} group by event
      ) as in_time using (event)
      order by coalesce(total, 0) desc, event limit ${maxEvents}
    ) as counted
    left join lateral (
      select max(at) as at from console.delivery as d
      where d.at > ${olderAt} and d.key_print = ${accountId} and d.webhook_id = ${webhookId} and coalesce(d.event, '') = counted.event
        and d.at >= counted.step and d.at < counted.step + '15 minutes'
    ) as newest on true
    order by total desc, event`);
  return rows.map(({ event, total, missed, last }) => ({
    event: event || NO_WORD,
    total,
    not_delivered: missed,
    last_at: isoOf(last),
  }));
}

async function lastDelivered(db: Database, { accountId, words, webhookId }: FiguresInput) {
  const { rows } = await db.execute<{ last: number | null }>(sql`
    select ${epochMs(sql`max(at)`)} as last from console.delivery as d, (
      select max(step) as step from console.delivery_count
      where key_print = ${accountId} and webhook_id = ${webhookId} and status = any(${textArray(words.delivered)})
        and step > ${olderAt}
    ) as counted
    where d.key_print = ${accountId} and d.webhook_id = ${webhookId} and at >= counted.step
      and at < counted.step + '15 minutes' and ${isDelivered(words)}`);
  return isoOf(rows[0]?.last ?? null);
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** SQL for the newest entries of the time span that changed after they were first seen. */
const changedEntries = ({ accountId, webhookId, span }: FiguresInput) => sql`
  select * from (
    select key, status, delivered_at, first_seen_at, changed_at from console.delivery
    where key_print = ${accountId} and webhook_id = ${webhookId} and ${isWithin(sql`at`, span.fromMs, span.toMs)}
    order by at desc limit ${maxScanned}
  ) as newest where changed_at > first_seen_at`;

const spread = (seconds: ReturnType<typeof sql>) => sql`count(*)::int as count,
  percentile_cont(0.5) within group (order by ${seconds}) as median_seconds,
  percentile_cont(0.95) within group (order by ${seconds}) as p95_seconds`;

type Spread = NonNullable<WebhookFigures["arrived"]>;

/** Time from first seen to the platform's delivery time, for entries that were first seen without one. */
async function arrivedOf(db: Database, input: FiguresInput): Promise<Spread | null> {
  const { rows } = await db.execute<Spread>(sql`
    select ${spread(sql`extract(epoch from delivered_at - first_seen_at)`)}
    from (${changedEntries(input)}) as entry
    where ${isDelivered(input.words)} and delivered_at > first_seen_at and exists (
      select from console.delivery_change as c where c.key_print = ${input.accountId} and c.key = entry.key
        and c.field = 'delivered_at' and c.before is null)`);
  const [first] = rows;
  return first && first.count > 0 ? first : null;
}

/** Time from one attempt to the next, if separate polls saw both. */
async function retriesOf(db: Database, input: FiguresInput): Promise<WebhookFigures["retries"]> {
  const { rows } = await db.execute<Spread & { attempt: number }>(sql`
    select attempt, ${spread(sql`seconds`)} from (
      select c.after::int as attempt, c.before::int as earlier,
        extract(epoch from c.seen_at - coalesce(
          lag(c.seen_at) over (partition by c.key order by c.seen_at, c.id), entry.first_seen_at)) as seconds
      from (${changedEntries(input)}) as entry
      join console.delivery_change as c on c.key_print = ${input.accountId} and c.key = entry.key
      where c.field = 'attempts' and c.before ~ '^[0-9]{1,9}$' and c.after ~ '^[0-9]{1,9}$'
    ) as step
    where attempt = earlier + 1 and earlier > 0 and seconds > 0
    group by attempt order by attempt limit ${maxAttempts}`);
  return rows;
}
