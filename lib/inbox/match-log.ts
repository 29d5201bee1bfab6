import { sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { matchLog, testEvent } from "@/lib/contract/console/inbox/received";
import type { Database } from "@/lib/db/database";
import { webhooksByToken } from "./setup";

/** A delivery in the log, or an event that arrived. */
export type LogSide = { id: string; event: string; atMs: number; count: number; deliveryId: string | null };

const withinMs = 5_000;
const mostCompared = 20_000;
const mostListed = 50;

/** Compares the platform's log of webhooks with our address with what arrived. */
export const matchedLog = (db: Database, accountId: string) => [
  implement(matchLog, async (span) => {
    const { webhooks, ...found } = await compareLog(db, accountId, span);
    const { matched, logOnly, hereOnly, more } = found;
    return {
      data: {
        ...{ matched: matched.length, log_only: logOnly.length },
        ...{ here_only: hereOnly.length, more_arrivals: more.length },
        ...{ log_only_keys: logOnly.slice(0, mostListed), here_only_ids: hereOnly.slice(0, mostListed) },
        has_webhook: webhooks.length > 0,
      },
    };
  }),
];

type Span = { from?: string | undefined; to?: string | undefined };

/** Keys of deliveries and IDs of events of a time, newest first. */
export async function compareLog(db: Database, accountId: string, { from, to }: Span) {
  const webhooks = [...(await webhooksByToken(db, accountId)).values()].flat().map(({ id }) => id);
  const span = (time: ReturnType<typeof sql>) =>
    sql`${from ? sql`${time} >= ${from}::timestamptz` : sql`true`} and ${to ? sql`${time} < ${to}::timestamptz` : sql`true`}`;
  const side = (query: ReturnType<typeof sql>) => db.execute<LogSide>(query).then(({ rows }) => rows);
  const log =
    webhooks.length === 0
      ? []
      : await side(sql`
      select key as id, coalesce(event, '') as event, extract(epoch from coalesce(delivered_at, at)) * 1000 as "atMs",
        coalesce(attempts, 1) as count, key as "deliveryId"
      from console.delivery_entry where key_print = ${accountId} and webhook_id in ${webhooks} and at is not null and ${span(sql`at`)}
      order by at desc limit ${mostCompared}`);
  const events = await side(sql`
      select id::text as id, coalesce(name, '') as event, extract(epoch from first_at) * 1000 as "atMs", arrivals as count,
        delivery_id as "deliveryId"
      from console.hook_event where key_print = ${accountId} and coalesce(name, '') <> ${testEvent} and ${span(sql`first_at`)}
      order by first_at desc limit ${mostCompared}`);
  return { webhooks, ...compare(log.map(asNumbers), events.map(asNumbers)) };
}

const asNumbers = (side: LogSide): LogSide => ({ ...side, atMs: Number(side.atMs), count: Number(side.count) });

/** Matches by ID, then by event and time after the median difference of the clocks. Each belongs to one other at most. */
export function compare(log: readonly LogSide[], events: readonly LogSide[]) {
  const byId = new Map(events.flatMap((event) => (event.deliveryId ? [[event.deliveryId, event] as const] : [])));
  const pairs = log.flatMap((entry) => {
    const event = byId.get(entry.deliveryId ?? "");
    return event ? [{ entry, event }] : [];
  });
  const differenceMs = medianOf(pairs.map(({ entry, event }) => event.atMs - entry.atMs));
  const [usedLog, usedEvents] = [new Set(pairs.map(({ entry }) => entry)), new Set(pairs.map(({ event }) => event))];
  const byName = new Map<string, LogSide[]>();
  for (const event of events.filter((each) => !usedEvents.has(each)).toSorted((a, b) => a.atMs - b.atMs))
    (byName.get(event.event) ?? setEmpty(byName, event.event)).push(event);
  for (const entry of log.filter((each) => !usedLog.has(each)).toSorted((a, b) => a.atMs - b.atMs)) {
    // Both sides are in the order of time, so events before the window fit no later entry.
    const waiting = byName.get(entry.event) ?? [];
    const gapOf = (event: LogSide) => event.atMs - differenceMs - entry.atMs;
    while (waiting[0] && gapOf(waiting[0]) < -withinMs) waiting.shift();
    const event = waiting[0];
    if (!event || gapOf(event) > withinMs) continue;
    waiting.shift();
    pairs.push({ entry, event });
    usedLog.add(entry);
    usedEvents.add(event);
  }
  const logOnly = log.filter((entry) => !usedLog.has(entry));
  const hereOnly = events.filter((event) => !usedEvents.has(event));
  const more = pairs.filter(({ entry, event }) => event.count > entry.count).map(({ event }) => event);
  const idsOf = (sides: readonly LogSide[]) => sides.map(({ id }) => id);
  const matched = pairs.map(({ event }) => event);
  return { matched: idsOf(matched), logOnly: idsOf(logOnly), hereOnly: idsOf(hereOnly), more: idsOf(more) };
}

function setEmpty(lists: Map<string, LogSide[]>, name: string) {
  const list: LogSide[] = [];
  lists.set(name, list);
  return list;
}

function medianOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
