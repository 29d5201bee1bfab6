import { and, asc, desc, eq, gt, inArray, lt, or } from "drizzle-orm";
import { retriesOf } from "@/lib/collector/polling/settings";
import { implement } from "@/lib/contract/console/context";
import {
  type Delivery,
  type DeliveryFilter,
  type DeliverySeen,
  type DeliverySummary,
  exportDeliveries,
  getDeliverySeen,
  getWebhookFigures,
  type LogReading,
  listDeliveries,
  NO_WORD,
  readDeliveries,
  summarizeDeliveries,
  wordsIn,
} from "@/lib/contract/console/deliveries";
import { parseRetries } from "@/lib/contract/console/kept";
import { deliveryChangeTable, deliveryTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { createDeliveryExport } from "./delivery-export";
import { type DeliveryQuery, findTextMatches, hasText, isOlder, msOf, olderAt, spanOf } from "./delivery-filter";
import { pageOf } from "./delivery-page";
import { countAll } from "./delivery-summary";
import type { LogReader } from "./log-reader";
import { type LogWords, logWords } from "./log-words";
import { webhookFigures } from "./webhook-figures";
import { webhookHealth } from "./webhook-health";

const maxChanges = 200;
const neighborsEachSide = 10;
const usualPage = 50;

type DeliveryRow = typeof deliveryTable.$inferSelect;

/** Operations on the stored webhook log. */
export const deliveries = (
  db: Database,
  accountId: string,
  reader: LogReader,
  exportFile = createDeliveryExport(db),
) => [
  implement(listDeliveries, async ({ after, limit = usualPage, ...filter }) => {
    const query = await queryFor(db, accountId, filter);
    const page = await pageOf(db, query, { after, limit });
    const rows = await db
      .select()
      .from(deliveryTable)
      .where(and(eq(deliveryTable.accountId, accountId), inArray(deliveryTable.key, page.keys)));
    const rowByKey = new Map(rows.map((row) => [row.key, row]));
    return {
      data: page.keys.flatMap((key) => rowByKey.get(key) ?? []).map((row) => deliveryOf(row, query.words)),
      next: page.next,
    };
  }),

  implement(summarizeDeliveries, async (filter) => {
    const query = await queryFor(db, accountId, filter);
    const { words: ids, isExcluded } = wordsIn(filter.webhook);
    const chosen = isExcluded ? [] : ids.map((id) => (id === NO_WORD ? "" : id));
    const { perWebhook: inTime, ...counts } = await countAll(db, query);
    const health = await webhookHealth(db, { accountId, words: query.words, chosen, inTime });
    const reading = await reader.reading();
    return { ...counts, ...health, watched: watchedOf(filter, reading), reading };
  }),

  implement(getWebhookFigures, async ({ webhook_id, from, to }) => {
    const span = spanOf({ from, to });
    const webhookId = webhook_id === NO_WORD ? "" : webhook_id;
    return webhookFigures(db, { accountId, words: await logWords(db), webhookId, span });
  }),

  implement(readDeliveries, async ({ webhook, fresh }) => {
    if (fresh) await reader.readNow(webhook);
    return reader.reading();
  }),

  implement(exportDeliveries, async ({ format, ...filter }) =>
    exportFile(await queryFor(db, accountId, filter), format),
  ),

  implement(getDeliverySeen, async ({ entry_id }) => {
    const [row] = await db
      .select()
      .from(deliveryTable)
      .where(and(eq(deliveryTable.accountId, accountId), eq(deliveryTable.key, entry_id)));
    if (!row) return { data: null };
    const words = await logWords(db);
    const { schedule } = await retriesOf(db, accountId);
    const [changes, neighbors] = [await changesOf(db, row), await neighborsOf(db, row)];
    const data: DeliverySeen = {
      ...deliveryOf(row, words),
      raw: row.raw,
      retry_seconds: parseRetries(schedule) ?? [],
      changes,
      neighbors: neighbors.map((neighbor) => {
        const { key, status, event, is_delivered, delivered_at, first_seen_at } = deliveryOf(neighbor, words);
        return { key, status, event, is_delivered, delivered_at, first_seen_at };
      }),
    };
    return { data };
  }),
];

function watchedOf({ from, to }: DeliveryFilter, { watched_since }: LogReading): DeliverySummary["watched"] {
  const sinceMs = msOf(watched_since ?? undefined) ?? Number.NEGATIVE_INFINITY;
  if ((msOf(from) ?? Number.NEGATIVE_INFINITY) >= sinceMs) return "all";
  return (msOf(to) ?? Number.POSITIVE_INFINITY) <= sinceMs ? "none" : "part";
}

async function queryFor(db: Database, accountId: string, filter: DeliveryFilter): Promise<DeliveryQuery> {
  const words = await logWords(db);
  const none = { webhooks: [], statuses: [], events: [] };
  const textMatches = hasText({ filter }) ? await findTextMatches(db, accountId, filter.text ?? "") : none;
  return { accountId, filter, words, textMatches };
}

async function changesOf(db: Database, { accountId, key }: DeliveryRow) {
  const rows = await db
    .select()
    .from(deliveryChangeTable)
    .where(and(eq(deliveryChangeTable.accountId, accountId), eq(deliveryChangeTable.key, key)))
    .orderBy(desc(deliveryChangeTable.seenAt), desc(deliveryChangeTable.id))
    .limit(maxChanges);
  const changes: DeliverySeen["changes"] = [];
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
  if (isOlder(row)) return [];
  const { at, key, accountId, webhookId } = deliveryTable;
  const isSame = and(eq(accountId, row.accountId), eq(webhookId, row.webhookId), gt(at, olderAt));
  const older = or(lt(at, row.at), and(eq(at, row.at), gt(key, row.key)));
  const newer = or(gt(at, row.at), and(eq(at, row.at), lt(key, row.key)));
  const select = () => db.select().from(deliveryTable);
  const before = await select().where(and(isSame, older)).orderBy(desc(at), asc(key)).limit(neighborsEachSide);
  const after = await select().where(and(isSame, newer)).orderBy(asc(at), desc(key)).limit(neighborsEachSide);
  return [...before.toReversed(), row, ...after];
}

const deliveryOf = (row: DeliveryRow, { delivered }: LogWords): Delivery => ({
  key: row.key,
  webhook_id: row.webhookId || null,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  is_delivered: delivered.includes(row.status ?? ""),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  first_seen_at: row.firstSeenAt.toISOString(),
  not_seen_at: row.notSeenAt?.toISOString() ?? null,
  is_older: isOlder(row),
  changed_at: row.changedAt.toISOString(),
  gone_at: row.goneAt?.toISOString() ?? null,
});
