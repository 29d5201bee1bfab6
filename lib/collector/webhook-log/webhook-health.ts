import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { outcomes } from "@/lib/contract/console/webhook-log/filter";
import type { WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { cellsIn } from "./delivery-counts";
import { isArrived, isFailed } from "./delivery-filter";
import type { CountsOfWebhook } from "./delivery-summary";
import type { LogQuery } from "./log-query";
import { epochMs, isoOf, textArray, timeArray } from "./log-sql";

const hour = 3_600_000;
const quarterMs = 900_000;
const hours = 24;
const maxShown = 60;
const maxWebhooks = 2_000;
const maxEvents = 40;

type HealthInput = { chosen: readonly string[]; inTime: ReadonlyMap<string, CountsOfWebhook> };

/** Health of the webhooks, the chosen ones first, then those with most failures. Webhooks are listed, or named by entries. */
export async function webhookHealth(db: Database, query: LogQuery, { chosen, inTime }: HealthInput) {
  const listed = await listedWebhooks(db, query.accountId);
  const all = [...new Set([...listed.keys(), ...(await webhooksInLog(db, query.accountId))])];
  const rank = (id: string) => [
    chosen.includes(id) ? 1 : 0,
    inTime.get(id)?.not_delivered ?? 0,
    inTime.get(id)?.total ?? 0,
  ];
  const shown = all.toSorted((a, b) => byRank(rank(a), rank(b)) || (a < b ? -1 : 1)).slice(0, maxShown);
  const health = await readHealth(db, query, shown);
  const webhooks = shown.map((id): WebhookHealth => {
    const { url = null, status = null, events = null, isListed = false } = listed.get(id) ?? {};
    const none = { total: 0, not_delivered: 0, retrying: 0, older: 0 };
    return { webhook_id: id, url, status, events, is_listed: isListed, ...none, ...inTime.get(id), ...health(id) };
  });
  return { webhooks, webhooks_known: all.length };
}

/** IDs of the webhooks that entries name, and `(none)` if some name none. Jumps from one ID in the index to the next. */
async function webhooksInLog(db: Database, accountId: string): Promise<string[]> {
  const next = (after: SQL) => sql`(select webhook_id from console.delivery as d
    where d.key_print = ${accountId} and ${after} order by webhook_id limit 1)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive named (id) as (
      ${next(sql`true`)} union all select ${next(sql`d.webhook_id > named.id`)} from named where id is not null
    ) select id from named where id is not null limit ${maxWebhooks}`);
  return rows.map(({ id }) => id || NO_WORD);
}

/** Webhooks by ID, from the last poll of their list. */
async function listedWebhooks(db: Database, accountId: string) {
  const rows = await db
    .selectDistinctOn([recordVersionTable.ref], {
      id: recordVersionTable.ref,
      record: recordVersionTable.record,
      goneAt: recordVersionTable.goneAt,
    })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.accountId, accountId), isWebhook))
    .orderBy(recordVersionTable.ref, desc(recordVersionTable.id))
    .limit(maxWebhooks);
  return new Map(rows.map(({ id, record, goneAt }) => [id, { ...webhookIn(record), isListed: goneAt === null }]));
}

const isWebhook = and(eq(recordVersionTable.resource, "webhooks"), ne(recordVersionTable.ref, ""));

function webhookIn(record: unknown) {
  const { url, status, events } = isPlainObject(record) ? record : {};
  return {
    url: typeof url === "string" ? url : null,
    status: typeof status === "string" ? status : null,
    events: Array.isArray(events) ? events.filter((event) => typeof event === "string").slice(0, maxEvents) : null,
  };
}

async function readHealth(db: Database, query: LogQuery, ids: readonly string[]) {
  const newest = await newestOf(db, query.accountId, ids);
  const failing = await failingSince(db, query.accountId, newest);
  const hourly = await hourlyCounts(db, query);
  return (webhook: string): Pick<WebhookHealth, "failing_since" | "failing" | "last_at" | "hours"> => ({
    failing_since: isoOf(failing.get(webhook)?.since),
    failing: failing.get(webhook)?.count ?? 0,
    last_at: isoOf(newest.find(({ id }) => id === webhook)?.last),
    hours: hourly.get(webhook) ?? Array.from({ length: hours }, () => [0, 0]),
  });
}

/** Newest first try of a webhook's deliveries, and of those that arrived, in milliseconds. */
type Newest = { id: string; last: number | null; arrived: number | null };

async function newestOf(db: Database, accountId: string, ids: readonly string[]): Promise<Newest[]> {
  const newest = (of: SQL) => sql`(select at from console.delivery as d where d.key_print = ${accountId}
    and d.webhook_id = ids.webhook_id and d.outcome = ${of} and at is not null order by at desc nulls last limit 1)`;
  const any = sql.join(
    outcomes.map((outcome) => newest(sql`${outcome}`)),
    sql`, `,
  );
  const { rows } = await db.execute<Newest>(sql`
    select id, ${epochMs(sql`greatest(${any})`)} as last, ${epochMs(newest(sql`'arrived'`))} as arrived
    from unnest(${textArray(ids)}, ${textArray(ids.map(storedId))}) as ids (id, webhook_id)`);
  return rows;
}

const storedId = (id: string) => (id === NO_WORD ? "" : id);

type Failing = { id: string; since: number; count: number };

/** Undelivered entries after the last first try that arrived, by webhook. */
async function failingSince(db: Database, accountId: string, newest: readonly Newest[]) {
  const { rows } = await db.execute<Failing>(sql`
    select ids.id, ${epochMs(sql`min(at)`)} as since, count(*)::float8 as count
    from unnest(${textArray(newest.map(({ id }) => id))}, ${textArray(newest.map(({ id }) => storedId(id)))},
      ${timeArray(newest.map(({ arrived }) => arrived))}) as ids (id, webhook_id, after)
    join console.delivery as d on d.key_print = ${accountId} and d.webhook_id = ids.webhook_id
      and d.outcome in ('given_up', 'unknown') and at is not null and (ids.after is null or at > ids.after)
    group by ids.id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts of the last 24 hours by webhook, oldest first: those that arrived, and those that did not. */
async function hourlyCounts(db: Database, query: LogQuery) {
  const toMs = (Math.floor(clock.nowMs() / quarterMs) + 1) * quarterMs;
  const fromMs = toMs - hours * hour;
  const cells = await cellsIn(db, { ...query, text: undefined }, { fromMs, toMs }, quarterMs);
  const byWebhook = new Map<string, [number, number][]>();
  for (const { fields, steps } of cells) {
    const counts = byWebhook.get(fields.webhook) ?? Array.from({ length: hours }, (): [number, number] => [0, 0]);
    byWebhook.set(fields.webhook, counts);
    for (const [atMs, { count }] of steps) {
      const bar = counts[Math.floor((atMs - fromMs) / hour)];
      if (bar) bar[isArrived(fields) ? 0 : 1] += isArrived(fields) || isFailed(fields) ? count : 0;
    }
  }
  return byWebhook;
}

function byRank(one: readonly number[], other: readonly number[]) {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index < 0 ? 0 : (other[index] ?? 0) - (one[index] ?? 0);
}
