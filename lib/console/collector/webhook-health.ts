import { and, desc, eq, ne, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { LogWords } from "@/lib/console/settings";
import { NO_WORD, type WebhookHealth } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { inMs, isDelivered, list, momentOf, olderAt, stepMs, views } from "./delivery-filter";
import { recordVersionTable } from "./tables";

const hour = 3_600_000;
const hours = 24;
const mostShown = 60;
const mostKnown = 2_000;
const mostEvents = 40;

type PerWebhook = ReadonlyMap<string, { total: number; not_delivered: number; older: number }>;
type HealthInput = { keyPrint: string; words: LogWords; chosen: readonly string[]; inTime: Promise<PerWebhook> };

/** The webhooks that are listed, and those that only entries name. */
async function knownWebhooks(db: Database, keyPrint: string) {
  const [listed, { rows: named }] = await Promise.all([
    listedWebhooks(db, keyPrint),
    db.execute<{ id: string }>(sql`
    with recursive named (id) as (
      (select webhook_id from console.delivery_count where key_print = ${keyPrint} order by webhook_id limit 1)
      union all
      select (select webhook_id from console.delivery_count
        where key_print = ${keyPrint} and webhook_id > named.id order by webhook_id limit 1)
      from named where named.id is not null)
    select id from named where id is not null limit ${mostKnown}`),
  ]);
  return { listed, known: [...new Set([...listed.keys(), ...named.map(({ id }) => id)])] };
}

/**
 * How each webhook fares: the chosen one first, then those that fail most. Only where there are more than are shown does the rest
 * wait for the counts that tell which.
 */
export async function webhookHealth(
  db: Database,
  { keyPrint, words, chosen, inTime: counting }: HealthInput,
  nowMs = clock.nowMs(),
) {
  const fareOf = (ids: readonly string[]) => faring(db, { keyPrint, words, ids }, nowMs);
  const whileCounting = async () => {
    const { listed, known } = await knownWebhooks(db, keyPrint);
    return { listed, known, ofAll: known.length > mostShown ? undefined : await fareOf(known) };
  };
  const [inTime, { listed, known, ofAll }] = await Promise.all([counting, whileCounting()]);
  const rank = (id: string) => [
    chosen.includes(id) ? 1 : 0,
    inTime.get(id)?.not_delivered ?? 0,
    inTime.get(id)?.total ?? 0,
  ];
  const shown = known.toSorted((a, b) => byRank(rank(a), rank(b)) || (a < b ? -1 : 1)).slice(0, mostShown);
  const seen = ofAll ?? (await fareOf(shown));
  const webhooks = shown.map((id): WebhookHealth => {
    const { url = null, status = null, events = null, isListed = false } = listed.get(id) ?? {};
    const { total = 0, not_delivered = 0, older = 0 } = inTime.get(id) ?? {};
    const fares = seen.get(id) ?? { failing_since: null, failing: 0, last_at: null, hours: [] };
    return {
      webhook_id: id || NO_WORD,
      url,
      status,
      events,
      is_listed: isListed,
      total,
      not_delivered,
      older,
      ...fares,
    };
  });
  return { webhooks, webhooks_known: known.length };
}

/** Webhooks as the collector last saw them listed, by their IDs. */
async function listedWebhooks(db: Database, keyPrint: string) {
  const rows = await db
    .selectDistinctOn([recordVersionTable.ref], {
      id: recordVersionTable.ref,
      record: recordVersionTable.record,
      goneAt: recordVersionTable.goneAt,
    })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.keyPrint, keyPrint), isWebhook))
    .orderBy(recordVersionTable.ref, desc(recordVersionTable.id))
    .limit(mostKnown);
  return new Map(rows.map(({ id, record, goneAt }) => [id, { ...webhookIn(record), isListed: goneAt === null }]));
}

const isWebhook = and(eq(recordVersionTable.resource, "webhooks"), ne(recordVersionTable.ref, ""));

function webhookIn(record: unknown) {
  const { url, status, events } = isPlainObject(record) ? record : {};
  return {
    url: typeof url === "string" ? url : null,
    status: typeof status === "string" ? status : null,
    events: Array.isArray(events) ? events.filter((each) => typeof each === "string").slice(0, mostEvents) : null,
  };
}

type Fares = Pick<WebhookHealth, "failing_since" | "failing" | "last_at" | "hours">;
type FaringInput = { keyPrint: string; words: LogWords; ids: readonly string[] };

/** The last delivered entry of each webhook is sought by counted steps, and what came after it is all that is looked at. */
async function faring(db: Database, { keyPrint, words, ids }: FaringInput, nowMs: number): Promise<Map<string, Fares>> {
  const fromMs = (Math.floor(nowMs / stepMs) + 1) * stepMs - hours * hour;
  const isOf = (table: string) =>
    sql`${sql.identifier(table)}.key_print = ${keyPrint} and ${sql.identifier(table)}.webhook_id = asked.id`;
  const isFailing = sql`not ${isDelivered(words)} and (not ${views(words).in_progress} or coalesce(attempts, 0) > 1)`;
  const { rows } = await db.execute<Faring>(sql`
    select asked.id, ${inMs(sql`first.at`)} as since, failing.n::float8 as failing,
      ${inMs(sql`newest.at`)} as newest, hourly.counts as hourly
    from unnest(${list(ids)}) as asked (id)
    left join lateral (
      select at from console.delivery as d where ${isOf("d")} and at > ${olderAt} order by at desc limit 1
    ) as newest on true
    left join lateral (
      select max(step) as step from unnest(${list(words.delivered)}) as word (word)
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
        select webhook_id, floor(extract(epoch from step - ${momentOf(fromMs)}) / 3600)::int as nth,
          coalesce(sum(n) filter (where ${isDelivered(words)}), 0) as good,
          coalesce(sum(n) filter (where not ${isDelivered(words)}), 0) as bad
        from console.delivery_count as c
        where key_print = ${keyPrint} and webhook_id = any(${list(ids)})
          and step >= ${momentOf(fromMs)} and step < ${momentOf(fromMs + hours * hour)} group by 1, 2
      ) as c group by webhook_id
    ) as hourly on hourly.webhook_id = asked.id`);
  return new Map(rows.map((row) => [row.id, faresOf(row)]));
}

type Faring = {
  id: string;
  since: number | null;
  failing: number;
  newest: number | null;
  hourly: [number, number, number][] | null;
};

function faresOf({ since, failing, newest, hourly }: Faring): Fares {
  const found = new Map((hourly ?? []).map(([nth, good, bad]) => [nth, [good, bad] as [number, number]]));
  return {
    failing_since: since === null ? null : new Date(since).toISOString(),
    failing,
    last_at: newest === null ? null : new Date(newest).toISOString(),
    hours: Array.from({ length: hours }, (_, nth) => found.get(nth) ?? [0, 0]),
  };
}

function byRank(one: readonly number[], other: readonly number[]) {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
}
