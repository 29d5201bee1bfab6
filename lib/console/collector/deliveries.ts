import { and, asc, desc, eq, gt, inArray, lt, or } from "drizzle-orm";
import { implement } from "@/lib/console/console-types";
import { type LogWords, logWords } from "@/lib/console/settings";
import {
  countDeliveries,
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
  wordText,
} from "@/lib/contract/console/deliveries";
import { parseRetries } from "@/lib/contract/console/kept";
import type { Database } from "@/lib/db/database";
import { createDeliveryExport } from "./delivery-export";
import { type Asked, hasText, holdingOf, isOlder, msOf, olderAt, spanOf } from "./delivery-filter";
import { pageOf } from "./delivery-page";
import { countAll, countMatching } from "./delivery-summary";
import type { LogReader } from "./log-reader";
import { deliveryChangeTable, deliveryTable } from "./tables";
import { retriesOf } from "./tasks";
import { webhookFigures } from "./webhook-figures";
import { webhookHealth } from "./webhook-health";

const mostChanges = 200;
const neighborsEachSide = 10;
const usualPage = 50;

type Kept = typeof deliveryTable.$inferSelect;

/** The webhook log as it is kept. */
export const deliveries = (
  db: Database,
  keyPrint: string,
  reader: Pick<LogReader, "look" | "readNow" | "reading">,
  fileOf = createDeliveryExport(db),
) => [
  implement(listDeliveries, async ({ after, limit = usualPage, ...filter }) => {
    reader.look(filter.webhook);
    const asked = await askedFor(db, keyPrint, filter);
    const page = await pageOf(db, asked, { after, limit });
    const rows = await db
      .select()
      .from(deliveryTable)
      .where(and(eq(deliveryTable.keyPrint, keyPrint), inArray(deliveryTable.key, page.keys)));
    const found = new Map(rows.map((row) => [row.key, row]));
    return {
      data: page.keys.flatMap((key) => found.get(key) ?? []).map((row) => deliveryOf(row, asked.words)),
      next: page.next,
    };
  }),

  implement(summarizeDeliveries, async (filter) => {
    reader.look(filter.webhook);
    const asked = await askedFor(db, keyPrint, filter);
    const { words: named, isExcluded } = wordsIn(filter.webhook);
    const chosen = isExcluded ? [] : named.map((id) => (id === NO_WORD ? "" : id));
    const counting = countAll(db, asked);
    const inTime = counting.then(({ perWebhook }) => perWebhook);
    const [{ perWebhook: _, ...counts }, health, reading] = await Promise.all([
      counting,
      webhookHealth(db, { keyPrint, words: asked.words, chosen, inTime }),
      reader.reading(),
    ]);
    return { ...counts, ...health, watched: watchedOf(filter, reading), reading };
  }),

  implement(countDeliveries, async (filter) => ({
    total: await countMatching(db, await askedFor(db, keyPrint, filter)),
  })),

  implement(getWebhookFigures, async ({ webhook_id, from, to }) => {
    reader.look(wordText(webhook_id));
    const span = spanOf({ from, to });
    const webhookId = webhook_id === NO_WORD ? "" : webhook_id;
    return webhookFigures(db, { keyPrint, words: await logWords(db), webhookId, span });
  }),

  implement(readDeliveries, async ({ webhook, fresh }) => {
    reader.look(webhook);
    if (fresh) await reader.readNow(webhook);
    return reader.reading();
  }),

  implement(exportDeliveries, async ({ format, ...filter }) => fileOf(await askedFor(db, keyPrint, filter), format)),

  implement(getDeliverySeen, async ({ entry_id }) => {
    const [kept] = await db
      .select()
      .from(deliveryTable)
      .where(and(eq(deliveryTable.keyPrint, keyPrint), eq(deliveryTable.key, entry_id)));
    if (!kept) return { data: null };
    const words = await logWords(db);
    const { schedule } = await retriesOf(db, keyPrint);
    const [changes, neighbors] = [await changesOf(db, kept), await around(db, kept)];
    const data: DeliverySeen = {
      ...deliveryOf(kept, words),
      raw: kept.raw,
      retry_seconds: parseRetries(schedule) ?? [],
      changes,
      neighbors: neighbors.map((row) => {
        const { key, status, event, is_delivered, delivered_at, first_seen_at } = deliveryOf(row, words);
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

async function askedFor(db: Database, keyPrint: string, filter: DeliveryFilter): Promise<Asked> {
  const words = await logWords(db);
  const none = { webhooks: [], statuses: [], events: [] };
  const holding = hasText({ filter }) ? await holdingOf(db, keyPrint, filter.text ?? "") : none;
  return { keyPrint, filter, words, holding };
}

async function changesOf(db: Database, { keyPrint, key }: Kept) {
  const rows = await db
    .select()
    .from(deliveryChangeTable)
    .where(and(eq(deliveryChangeTable.keyPrint, keyPrint), eq(deliveryChangeTable.key, key)))
    .orderBy(desc(deliveryChangeTable.seenAt), desc(deliveryChangeTable.id))
    .limit(mostChanges);
  const changes: DeliverySeen["changes"] = [];
  for (const { seenAt, field, before, after } of rows) {
    const at = seenAt.toISOString();
    const last = changes.at(-1);
    // One read may hold several attempts: each step changes a field once.
    const isSameStep = last?.at === at && !last.fields.some((each) => each.field === field);
    const step = isSameStep ? last : { at, fields: [] };
    if (!isSameStep) changes.push(step);
    step.fields.push({ field, before, after });
  }
  return changes;
}

/** Entries of the same webhook, oldest first, with the entry itself in its place; none around an unknown time. */
async function around(db: Database, kept: Kept) {
  if (isOlder(kept)) return [];
  const { at, key, keyPrint, webhookId } = deliveryTable;
  const isSame = and(eq(keyPrint, kept.keyPrint), eq(webhookId, kept.webhookId), gt(at, olderAt));
  const older = or(lt(at, kept.at), and(eq(at, kept.at), gt(key, kept.key)));
  const newer = or(gt(at, kept.at), and(eq(at, kept.at), lt(key, kept.key)));
  const select = () => db.select().from(deliveryTable);
  const before = await select().where(and(isSame, older)).orderBy(desc(at), asc(key)).limit(neighborsEachSide);
  const after = await select().where(and(isSame, newer)).orderBy(asc(at), desc(key)).limit(neighborsEachSide);
  return [...before.toReversed(), kept, ...after];
}

const deliveryOf = (kept: Kept, { delivered }: LogWords): Delivery => ({
  key: kept.key,
  webhook_id: kept.webhookId || null,
  event: kept.event,
  status: kept.status,
  attempts: kept.attempts,
  is_delivered: delivered.includes(kept.status ?? ""),
  delivered_at: kept.deliveredAt?.toISOString() ?? null,
  first_seen_at: kept.firstSeenAt.toISOString(),
  not_seen_at: kept.notSeenAt?.toISOString() ?? null,
  is_older: isOlder(kept),
  changed_at: kept.changedAt.toISOString(),
  gone_at: kept.goneAt?.toISOString() ?? null,
});
