import { and, desc, eq, ne, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { NO_WORD, type WebhookHealth } from "@/lib/contract/console/deliveries";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { epochMs, isDelivered, olderAt, stepMs, textArray, timestampOf, views } from "./delivery-filter";
import type { LogWords } from "./log-words";

const hour = 3_600_000;
const hours = 24;
const maxShown = 60;
const maxWebhooks = 2_000;
const maxEvents = 40;

type PerWebhook = ReadonlyMap<string, { total: number; not_delivered: number; older: number }>;
type HealthInput = { accountId: string; words: LogWords; chosen: readonly string[]; inTime: PerWebhook };

/** Listed webhooks, and those that appear only in entries. */
async function allWebhooks(db: Database, accountId: string) {
  const [listed, { rows: named }] = await Promise.all([
    listedWebhooks(db, accountId),
    db.execute<{ id: string }>(sql`
    with recursive named (id) as (
      (select webhook_id from console.delivery_count where key_print = ${accountId} order by webhook_id limit 1)
      union all
      select (select webhook_id from console.delivery_count
        where key_print = ${accountId} and webhook_id > named.id order by webhook_id limit 1)
      from named where named.id is not null)
    select id from named where id is not null limit ${maxWebhooks}`),
  ]);
  return { listed, all: [...new Set([...listed.keys(), ...named.map(({ id }) => id)])] };
}

/** Health of the webhooks, the chosen ones first, then those with most failures. */
export async function webhookHealth(
  db: Database,
  { accountId, words, chosen, inTime }: HealthInput,
  nowMs = clock.nowMs(),
) {
  const { listed, all } = await allWebhooks(db, accountId);
  const rank = (id: string) => [
    chosen.includes(id) ? 1 : 0,
    inTime.get(id)?.not_delivered ?? 0,
    inTime.get(id)?.total ?? 0,
  ];
  const shown = all.toSorted((a, b) => byRank(rank(a), rank(b)) || (a < b ? -1 : 1)).slice(0, maxShown);
  const healthById = await readHealth(db, { accountId, words, ids: shown }, nowMs);
  const webhooks = shown.map((id): WebhookHealth => {
    const { url = null, status = null, events = null, isListed = false } = listed.get(id) ?? {};
    const { total = 0, not_delivered = 0, older = 0 } = inTime.get(id) ?? {};
    const health = healthById.get(id) ?? { failing_since: null, failing: 0, last_at: null, hours: [] };
    return {
      webhook_id: id || NO_WORD,
      url,
      status,
      events,
      is_listed: isListed,
      total,
      not_delivered,
      older,
      ...health,
    };
  });
  return { webhooks, webhooks_known: all.length };
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

type RecentHealth = Pick<WebhookHealth, "failing_since" | "failing" | "last_at" | "hours">;
type HealthQuery = { accountId: string; words: LogWords; ids: readonly string[] };

/** Finds the last delivered entry of each webhook by the counted steps, so that only later entries are scanned. */
async function readHealth(
  db: Database,
  { accountId, words, ids }: HealthQuery,
  nowMs: number,
): Promise<Map<string, RecentHealth>> {
  const fromMs = (Math.floor(nowMs / stepMs) + 1) * stepMs - hours * hour;
  const isOf = (table: string) =>
    sql`${sql.identifier(table)}.key_print = ${accountId} and ${sql.identifier(table)}.webhook_id = webhook.id`;
  const isFailing = sql`not ${isDelivered(words)} and (not ${views(words).in_progress} or coalesce(attempts, 0) > 1)`;
  const { rows } = await db.execute<HealthRow>(sql`
    select webhook.id, ${epochMs(sql`first.at`)} as since, failing.n::float8 as failing,
      ${epochMs(sql`newest.at`)} as newest, hourly.counts as hourly
    from unnest(${textArray(ids)}) as webhook (id)
    left join lateral (
      select at from console.delivery as d where ${isOf("d")} and at > ${olderAt} order by at desc limit 1
    ) as newest on true
    left join lateral (
      select max(step) as step from unnest(${textArray(words.delivered)}) as word (word)
      cross join lateral (
        select max(step) as step from console.delivery_count as c where ${isOf("c")} and c.status = word.word
      ) as last
    ) as delivered on true
    left join lateral (
      select max(at) as at from console.delivery as d
      where ${isOf("d")} and at >= delivered.step and at < delivered.step + '15 minutes' and ${isDelivered(words)}
    ) as last on true
    left join lateral (
      select at from console.delivery as d
      where ${isOf("d")} and at > coalesce(last.at, ${olderAt}) and ${isFailing} order by at limit 1
    ) as first on true
    left join lateral (
      select coalesce(sum(n), 0) + (
        select count(*) from console.delivery as d
        where ${isOf("d")} and at > last.at and at < delivered.step + '15 minutes' and ${isFailing}) as n
      from console.delivery_count as c
      where ${isOf("c")} and step > coalesce(delivered.step, ${olderAt}) and ${isFailing}
    ) as failing on true
    left join (
      select webhook_id, jsonb_agg(jsonb_build_array(nth, good, bad)) as counts from (
        select webhook_id, floor(extract(epoch from step - ${timestampOf(fromMs)}) / 3600)::int as nth,
          coalesce(sum(n) filter (where ${isDelivered(words)}), 0) as good,
          coalesce(sum(n) filter (where not ${isDelivered(words)}), 0) as bad
        from console.delivery_count as c
        where key_print = ${accountId} and webhook_id = any(${textArray(ids)})
          and step >= ${timestampOf(fromMs)} and step < ${timestampOf(fromMs + hours * hour)} group by 1, 2
      ) as c group by webhook_id
    ) as hourly on hourly.webhook_id = webhook.id`);
  return new Map(rows.map((row) => [row.id, recentHealth(row)]));
}

type HealthRow = {
  id: string;
  since: number | null;
  failing: number;
  newest: number | null;
  hourly: [number, number, number][] | null;
};

function recentHealth({ since, failing, newest, hourly }: HealthRow): RecentHealth {
  const countsByHour = new Map((hourly ?? []).map(([nth, good, bad]) => [nth, [good, bad] as [number, number]]));
  return {
    failing_since: since === null ? null : new Date(since).toISOString(),
    failing,
    last_at: newest === null ? null : new Date(newest).toISOString(),
    hours: Array.from({ length: hours }, (_, nth) => countsByHour.get(nth) ?? [0, 0]),
  };
}

function byRank(one: readonly number[], other: readonly number[]) {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index < 0 ? 0 : (other[index] ?? 0) - (one[index] ?? 0);
}
