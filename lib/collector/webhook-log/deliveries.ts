import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { retriesOf } from "@/lib/collector/polling/settings";
import { beside } from "@/lib/contract/beside";
import { parseRetries } from "@/lib/contract/console/collecting";
import { implement } from "@/lib/contract/console/context";
import {
  type Delivery,
  type DeliveryDetails,
  eventIdIn,
  exportDeliveries,
  getDelivery,
  type LogReading,
  type LogRow,
  listDeliveries,
  readDeliveries,
} from "@/lib/contract/console/webhook-log/deliveries";
import { getWebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import {
  type DeliveryHealth,
  type DeliverySummary,
  type Gap,
  getDeliveryHealth,
  summarizeDeliveries,
} from "@/lib/contract/console/webhook-log/summary";
import { wordsIn, wordText } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { collectorSettingTable, deliveryChangeTable, deliveryTable } from "@/lib/db/console/tables/collector";
import { eventTable } from "@/lib/db/console/tables/inbox";
import type { Searcher } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { createDeliveryExport } from "./delivery-export";
import { hereOf } from "./delivery-filter";
import { pageOf } from "./delivery-page";
import { countEvents, eventsWith } from "./event-rows";
import { gapsOf } from "./gaps";
import { type LogQuery, queryFor } from "./log-query";
import type { LogReader } from "./log-reader";
import { logWords } from "./log-words";
import { otherWebhooks, timeAround } from "./other-webhooks";
import { pairedSetting } from "./our-webhooks";
import { createSharedCounts } from "./shared-counts";
import { watchedCounts } from "./watched-counts";
import { webhookChanges } from "./webhook-changes";
import { webhookFigures } from "./webhook-figures";

const maxChanges = 200;
const neighborsEachSide = 10;
const defaultPage = 50;

type DeliveryRow = typeof deliveryTable.$inferSelect;

export const deliveries = (
  db: Database,
  accountId: string,
  reader: LogReader,
  exportFile = createDeliveryExport(db),
) => {
  const query = (filter: DeliveryFilter, searcher?: Searcher) => queryFor(db, { accountId, searcher }, filter);
  const counted = { count: createSharedCounts(db), reader };
  return [
    implement(listDeliveries, async ({ after, limit = defaultPage, ...filter }, { person }) => {
      const asked = await query(filter, person);
      const page = await pageOf(db, asked, { after, limit });
      return { data: await rowsOf(db, accountId, page.keys), next: page.next };
    }),

    implement(summarizeDeliveries, async (filter, { person }) => summarize(db, await query(filter, person), counted)),

    implement(getDeliveryHealth, async (filter) => healthIn(await summarize(db, await query(filter), counted))),

    implement(getWebhookFigures, async ({ webhook_id, from, to }) =>
      webhookFigures(db, await query({ webhook: wordText(webhook_id), from, to })),
    ),

    implement(readDeliveries, async ({ webhook, fresh }) => {
      if (fresh) await reader.readNow(webhook);
      return reader.reading();
    }),

    implement(exportDeliveries, async ({ format, ...filter }, { person }) =>
      exportFile(await query(filter, person), format),
    ),

    implement(getDelivery, async ({ entry_id }) => {
      const isEntry = and(eq(deliveryTable.accountId, accountId), eq(deliveryTable.key, entry_id));
      const [row] = await db.select().from(deliveryTable).where(isEntry);
      return { data: row ? await seenOf(db, await query({}), row) : null };
    }),
  ];
};

type Counted = { count: ReturnType<typeof createSharedCounts>; reader: LogReader };

async function summarize(db: Database, query: LogQuery, { count, reader }: Counted): Promise<DeliverySummary> {
  const { filter } = query;
  const { words: ids, isExcluded } = wordsIn(filter.webhook);
  const reading = await reader.reading();
  const { delivered } = await logWords(db);
  const version = reading.at && `${reading.at} ${delivered} ${await pairedAt(db, query.accountId)}`;
  const counts = await count(query, isExcluded ? [] : ids, version);
  const gaps = await gapsOf(db, query, isExcluded ? [] : ids);
  const changes = await webhookChanges(db, query.accountId, query.span);
  const watched = watchedOf(filter, reading, gaps);
  const { watched_since: since } = reading;
  const isFirstDay = watched === "part" && gaps.length === 0 && since !== null;
  const shown = await withEvents(db, query, counts.choices);
  const isNone = counts.total + shown.events === 0;
  const outside_time = isNone && query.text !== undefined ? await findOutsideTime(db, query) : [];
  return {
    ...counts,
    ...shown,
    outside_time: await rowsOf(db, query.accountId, outside_time),
    watched,
    since_first_read: isFirstDay ? await watchedCounts(db, query, since) : null,
    gaps,
    webhook_changes: changes.filter(({ webhook_id }) => ids.length === 0 || ids.includes(webhook_id) !== isExcluded),
    reading,
  };
}

/** The events that are rows, and the choices that count them. Not shared, because an event can come between two reads of the log. */
async function withEvents(
  db: Database,
  query: LogQuery,
  choices: DeliverySummary["choices"],
): Promise<Pick<DeliverySummary, "events" | "choices">> {
  const counts = await countEvents(db, query);
  const { isInView } = query.events;
  const more: Readonly<Record<string, number>> = isInView ? counts : {};
  return {
    events: isInView ? counts.here : 0,
    choices: {
      ...choices,
      view: choices.view.map(({ word, count }) => ({ word, count: word === "all" ? count + counts.here : count })),
      here: choices.here.map(({ word, count }) => ({ word, count: count + (more[word] ?? 0) })),
    },
  };
}

/** When a delivery was last compared with what arrived here; "" before. */
async function pairedAt(db: Database, accountId: string) {
  const isPaired = eq(collectorSettingTable.name, pairedSetting(accountId));
  const [row] = await db.select({ at: collectorSettingTable.setAt }).from(collectorSettingTable).where(isPaired);
  return row?.at.toISOString() ?? "";
}

const shownWebhooks = 8;

function healthIn(summary: DeliverySummary): DeliveryHealth {
  const { total, not_delivered, retrying, watched, since_first_read, gaps, reading, webhooks_known, webhooks, chart } =
    summary;
  const { from, to, step_seconds, steps } = chart;
  return {
    ...{ total, not_delivered, retrying, watched, since_first_read, gaps, reading, webhooks_known },
    webhooks: webhooks
      .slice(0, shownWebhooks)
      .map(({ hours, events, status, is_listed, last_at, ...health }) => health),
    chart: {
      ...{ from, to, step_seconds, first_at: steps[0]?.at ?? from },
      counts: steps.map(({ arrived, late, retrying, not_delivered }) => [arrived, late, retrying, not_delivered]),
    },
  };
}

const maxOutsideTime = 3;

/** Keys of entries that contain the searched text at any time, the newest first, then those of unknown time. */
async function findOutsideTime(db: Database, { accountId, searcher, filter: { text } }: LogQuery): Promise<string[]> {
  const pages = (["any", "older"] as const).map(async (of) => {
    const query = await queryFor(db, { accountId, searcher }, { text, ...(of === "older" ? { view: of } : {}) });
    return pageOf(db, query, { after: undefined, limit: maxOutsideTime });
  });
  return (await Promise.all(pages)).flatMap(({ keys }) => keys).slice(0, maxOutsideTime);
}

function watchedOf(
  { from, to }: DeliveryFilter,
  { watched_since }: LogReading,
  gaps: readonly Gap[],
): DeliverySummary["watched"] {
  const [fromMs, toMs] = [from ? Date.parse(from) : Number.NEGATIVE_INFINITY, to ? Date.parse(to) : clock.nowMs()];
  const sinceMs = watched_since === null ? Number.POSITIVE_INFINITY : Date.parse(watched_since);
  const isOneGap = gaps.some((gap) => Date.parse(gap.from) <= fromMs && Date.parse(gap.to) >= toMs);
  if (sinceMs >= toMs || isOneGap) return "none";
  return sinceMs <= fromMs && gaps.length === 0 ? "all" : "part";
}

/** Rows by their keys, in that order. */
async function rowsOf(db: Database, accountId: string, keys: readonly string[]): Promise<LogRow[]> {
  if (keys.length === 0) return [];
  const isEntry = and(eq(deliveryTable.accountId, accountId), inArray(deliveryTable.key, [...keys]));
  const found = await db.select().from(deliveryTable).where(isEntry);
  const deliveryByKey = new Map(found.map((row) => [row.key, { ...deliveryOf(row), [beside]: row.raw }]));
  const ids = keys.flatMap((key) => (deliveryByKey.has(key) ? [] : (eventIdIn(key) ?? [])));
  const { byId, byDelivery } = await eventsWith(db, accountId, { ids, deliveryKeys: [...deliveryByKey.keys()] });
  return keys.flatMap((key): LogRow[] => {
    const delivery = deliveryByKey.get(key) ?? null;
    const event = (delivery ? byDelivery.get(key) : byId.get(eventIdIn(key) ?? "")) ?? null;
    return delivery || event ? [{ key, delivery, event }] : [];
  });
}

async function seenOf(db: Database, query: LogQuery, row: DeliveryRow): Promise<DeliveryDetails> {
  const time = timeAround(deliveryOf(row));
  const { schedule } = await retriesOf(db, row.accountId);
  const [changes, neighbors] = [await changesOf(db, row), await neighborsOf(db, row)];
  return {
    ...deliveryOf(row),
    raw: row.raw,
    event_id: await eventOf(db, row),
    retry_seconds: parseRetries(schedule) ?? [],
    changes,
    neighbors: neighbors.map((neighbor) => {
      const { key, status, event, is_delivered, delivered_at, first_seen_at } = deliveryOf(neighbor);
      return { key, status, event, is_delivered, delivered_at, first_seen_at };
    }),
    others: time && (await otherWebhooks(db, query, row.webhookId, time)),
    webhook_changes: time ? await webhookChanges(db, row.accountId, time, row.webhookId) : [],
  };
}

async function eventOf(db: Database, { accountId, key }: DeliveryRow) {
  const isPair = and(eq(eventTable.accountId, accountId), eq(eventTable.deliveryKey, key));
  const [event] = await db.select({ id: eventTable.id }).from(eventTable).where(isPair).limit(1);
  return event ? String(event.id) : null;
}

async function changesOf(db: Database, { accountId, key }: DeliveryRow) {
  const rows = await db
    .select()
    .from(deliveryChangeTable)
    .where(and(eq(deliveryChangeTable.accountId, accountId), eq(deliveryChangeTable.key, key)))
    .orderBy(desc(deliveryChangeTable.seenAt), desc(deliveryChangeTable.id))
    .limit(maxChanges);
  const changes: DeliveryDetails["changes"] = [];
  for (const { seenAt, field, before, after } of rows) {
    const at = seenAt.toISOString();
    const last = changes.at(-1);
    // One read can contain several attempts, so each step changes a field once.
    const isSameStep = last?.at === at && !last.fields.some((change) => change.field === field);
    const step = isSameStep ? last : { at, fields: [] };
    if (!isSameStep) changes.push(step);
    step.fields.push({ field, before, after });
  }
  return changes;
}

/** The entry among others of its webhook, oldest first. Empty for an older delivery, whose time is unknown. */
async function neighborsOf(db: Database, row: DeliveryRow) {
  if (row.at === null) return [];
  const { at, key, accountId, webhookId } = deliveryTable;
  const isSame = and(eq(accountId, row.accountId), eq(webhookId, row.webhookId), isNotNull(at));
  const older = or(lt(at, row.at), and(eq(at, row.at), gt(key, row.key)));
  const newer = or(gt(at, row.at), and(eq(at, row.at), lt(key, row.key)));
  const select = () => db.select().from(deliveryTable);
  const before = await select()
    .where(and(isSame, older))
    .orderBy(sql`${at} desc nulls last`, asc(key))
    .limit(neighborsEachSide);
  const after = await select().where(and(isSame, newer)).orderBy(asc(at), desc(key)).limit(neighborsEachSide);
  return [...before.toReversed(), row, ...after];
}

function deliveryOf(row: DeliveryRow): Delivery {
  const isDelivered = row.outcome === "arrived";
  const lateMs = row.deliveredAt && row.at ? row.deliveredAt.getTime() - row.at.getTime() : 0;
  return {
    key: row.key,
    webhook_id: row.webhookId || null,
    event: row.event || null,
    status: row.status || null,
    attempts: row.attempts < 0 ? null : row.attempts,
    is_delivered: isDelivered,
    outcome: row.outcome,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    at: row.at?.toISOString() ?? null,
    begins_at: row.beginsAt?.toISOString() ?? null,
    last_at: row.lastAt.toISOString(),
    late_seconds: isDelivered && lateMs > 0 ? lateMs / 1000 : null,
    first_seen_at: row.firstSeenAt.toISOString(),
    not_seen_at: row.notSeenAt?.toISOString() ?? null,
    is_older: row.at === null,
    changed_at: row.changedAt.toISOString(),
    gone_at: row.goneAt?.toISOString() ?? null,
    here: hereOf(row.arrivalsHere),
    arrivals_here: Math.max(0, row.arrivalsHere ?? 0),
    arrived_here_at: row.arrivedHereAt?.toISOString() ?? null,
    paired_by: row.pairedBy,
  };
}
