import { and, desc, eq, ne, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { cellsIn } from "./delivery-counts";
import type { CountsOfWebhook } from "./delivery-summary";
import { isArrived, isFailed, type Kind } from "./kinds";
import { type LogQuery, newestByKind } from "./log-query";
import { epochMs, isoOf, numberArray, timeArray } from "./log-sql";

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
  const all = [...new Set([...listed.keys(), ...query.kinds.map(({ webhook }) => webhook)])];
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
  const shown = new Set(ids);
  const kinds = query.kinds.filter(({ webhook }) => shown.has(webhook));
  const newest = await newestByKind(db, query.accountId, kinds);
  const lastOf = (webhook: string, test: (kind: Kind) => boolean) =>
    kinds.reduce<number | undefined>((last, kind) => {
      const at = kind.webhook === webhook && test(kind) ? newest.get(kind.id)?.atMs : undefined;
      return at === undefined ? last : Math.max(at, last ?? at);
    }, undefined);
  const failing = await failingSince(db, query, kinds.filter(isFailed), (webhook) => lastOf(webhook, isArrived));
  const hourly = await hourlyCounts(db, query);
  return (webhook: string): Pick<WebhookHealth, "failing_since" | "failing" | "last_at" | "hours"> => ({
    failing_since: isoOf(failing.get(webhook)?.sinceMs),
    failing: failing.get(webhook)?.count ?? 0,
    last_at: isoOf(lastOf(webhook, () => true)),
    hours: hourly.get(webhook) ?? Array.from({ length: hours }, () => [0, 0]),
  });
}

/** Undelivered entries after the last first try that arrived, by webhook. */
async function failingSince(
  db: Database,
  { accountId }: LogQuery,
  failed: readonly Kind[],
  lastArrived: (webhook: string) => number | undefined,
) {
  const { rows } = await db.execute<{ kind: number; since: number | null; count: number }>(sql`
    select failed.kind, ${epochMs(sql`min(at)`)} as since, count(*)::float8 as count
    from unnest(${numberArray(failed.map(({ id }) => id))}, ${timeArray(failed.map(({ webhook }) => lastArrived(webhook) ?? null))})
      as failed (kind, after)
    join console.delivery as d on d.key_print = ${accountId} and d.kind = failed.kind and at is not null
      and (failed.after is null or at > failed.after)
    group by failed.kind`);
  const byWebhook = new Map<string, { sinceMs: number; count: number }>();
  for (const { kind, since, count } of rows) {
    const webhook = failed.find(({ id }) => id === kind)?.webhook;
    if (webhook === undefined || since === null) continue;
    const sum = byWebhook.get(webhook) ?? { sinceMs: since, count: 0 };
    byWebhook.set(webhook, { sinceMs: Math.min(sum.sinceMs, since), count: sum.count + count });
  }
  return byWebhook;
}

/** Counts of the last 24 hours by webhook, oldest first: those that arrived, and those that did not. */
async function hourlyCounts(db: Database, query: LogQuery) {
  const toMs = (Math.floor(clock.nowMs() / quarterMs) + 1) * quarterMs;
  const fromMs = toMs - hours * hour;
  const cells = await cellsIn(db, { ...query, texts: undefined }, { fromMs, toMs }, quarterMs);
  const byWebhook = new Map<string, [number, number][]>();
  for (const { kind, steps } of cells) {
    const counts = byWebhook.get(kind.webhook) ?? Array.from({ length: hours }, (): [number, number] => [0, 0]);
    byWebhook.set(kind.webhook, counts);
    for (const [atMs, { count }] of steps) {
      const bar = counts[Math.floor((atMs - fromMs) / hour)];
      if (bar) bar[isArrived(kind) ? 0 : 1] += isArrived(kind) || isFailed(kind) ? count : 0;
    }
  }
  return byWebhook;
}

function byRank(one: readonly number[], other: readonly number[]) {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index < 0 ? 0 : (other[index] ?? 0) - (one[index] ?? 0);
}
