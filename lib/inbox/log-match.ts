import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { logReadAt } from "@/lib/collector/webhook-log/log-reader";
import { allOf } from "@/lib/collector/webhook-log/log-sql";
import { ourWebhooks } from "@/lib/collector/webhook-log/our-webhooks";
import { gapsIn, watchedTimes } from "@/lib/collector/webhook-log/watched";
import { implement } from "@/lib/contract/console/context";
import { type LogMatch, matchLog, type ReceivedBand } from "@/lib/contract/console/inbox/received";
import { eventTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { withinMs } from "./pair-by-time";
import { clockDifference, isComparable } from "./pair-events";

const mostListed = 50;
/** Fewer pairs with one ID say nothing of the clocks. */
const enoughPairs = 3;

/** It arrived more often than the log has attempts. */
export const isMoreOften = sql`arrivals_here > greatest(attempts, 1)`;
export const isNotInLog = sql`(${eventTable.isCompared} and ${eventTable.deliveryKey} is null and ${isComparable})`;

export const matchedLog = (db: Database, accountId: string) => [
  implement(matchLog, async (span) => {
    const webhooks = (await ourWebhooks(db, accountId)).map(({ id }) => id);
    const readAt = await logReadAt(db, accountId);
    const { ms, pairs } = await clockDifference(db, accountId);
    return {
      data: {
        ...(await countPairs(db, accountId, span)),
        has_webhook: webhooks.length > 0,
        known_until: readAt && new Date(Date.parse(readAt) - withinMs).toISOString(),
        clock_difference_ms: pairs >= enoughPairs ? ms : null,
        band: await bandOf(db, accountId, { ...span, webhooks }),
      },
    };
  }),
];

type Span = { from?: string | undefined; to?: string | undefined };
type Counts = Pick<
  LogMatch,
  "matched" | "log_only" | "here_only" | "more_arrivals" | "log_only_keys" | "here_only_ids"
>;

const isIn = (time: SQL, { from, to }: Span) =>
  allOf(from ? sql`${time} >= ${from}::timestamptz` : undefined, to ? sql`${time} < ${to}::timestamptz` : undefined);

/** Counts of the stored pairs, with the first keys of deliveries and IDs of events that have none, newest first. */
async function countPairs(db: Database, accountId: string, span: Span): Promise<Counts> {
  const deliveries = sql`console.delivery where key_print = ${accountId} and at is not null and ${isIn(sql`at`, span)}`;
  const events = sql`console.hook_event where key_print = ${accountId} and ${isNotInLog} and ${isIn(sql`first_at`, span)}`;
  const { rows } = await db.execute<Counts>(sql`
    select counts.*, (select count(*)::int from ${events}) as here_only,
      array(select key from ${deliveries} and arrivals_here = 0 order by at desc limit ${mostListed}) as log_only_keys,
      array(select id::text from ${events} order by first_at desc limit ${mostListed}) as here_only_ids
    from (
      select (count(*) filter (where arrivals_here > 0))::int as matched, (count(*) filter (where arrivals_here = 0))::int as log_only,
        (count(*) filter (where ${isMoreOften}))::int as more_arrivals from ${deliveries}
    ) as counts`);
  const none = { matched: 0, log_only: 0, here_only: 0, more_arrivals: 0, log_only_keys: [], here_only_ids: [] };
  return rows[0] ?? none;
}

const steps = 48;
const longestMs = 31 * 86_400_000;

type BandInput = Span & { webhooks: readonly string[] };

/** Arrivals and missing deliveries of a time in equal steps, and when Switchboard was not watching. Null for all of the time. */
async function bandOf(db: Database, accountId: string, input: BandInput): Promise<ReceivedBand | null> {
  const { from, to, webhooks } = input;
  const nowMs = clock.nowMs();
  const [fromMs, toMs] = [Date.parse(from ?? ""), to === undefined ? nowMs : Math.min(nowMs, Date.parse(to))];
  if (!(toMs > fromMs) || toMs - fromMs > longestMs) return null;
  const iso = (ms: number) => new Date(ms).toISOString();
  const span = { from: iso(fromMs), to: iso(toMs) };
  const stepOf = (time: SQL) =>
    sql`width_bucket(extract(epoch from ${time})::float8, ${fromMs / 1000}::float8, ${toMs / 1000}::float8, ${steps}) - 1`;
  const { rows } = await db.execute<{ step: number; arrived: number; missing: number }>(sql`
    select step, sum(arrived)::int as arrived, sum(missing)::int as missing from (
      select ${stepOf(sql`first_at`)} as step, 1 as arrived, 0 as missing
      from console.hook_event where key_print = ${accountId} and ${isIn(sql`first_at`, span)}
      union all select ${stepOf(sql`at`)}, 0, 1
      from console.delivery where key_print = ${accountId} and arrivals_here = 0 and ${isIn(sql`at`, span)}
    ) as each group by step`);
  const counts = Array.from({ length: steps }, () => ({ arrived: 0, missing: 0 }));
  for (const { step, ...count } of rows) Object.assign(counts[step] ?? {}, count);
  const gaps = gapsIn(await watchedTimes(db, accountId, webhooks), { fromMs, toMs }, nowMs);
  return {
    ...{ from: iso(fromMs), to: iso(toMs), steps: counts },
    gaps: gaps.map((gap) => ({ from: iso(gap.fromMs), to: iso(gap.toMs), reason: gap.reason })),
  };
}
