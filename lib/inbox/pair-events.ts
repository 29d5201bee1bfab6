import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { logReadAt } from "@/lib/collector/webhook-log/log-reader";
import { epochMs, textArray, timestampOf } from "@/lib/collector/webhook-log/log-sql";
import { ourWebhooks, pairedSetting } from "@/lib/collector/webhook-log/our-webhooks";
import { logTurn } from "@/lib/collector/webhook-log/store-log";
import { testEvent } from "@/lib/contract/console/inbox/received";
import type { pairings } from "@/lib/contract/console/webhook-log/filter";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { eventTable } from "@/lib/db/console/tables/inbox";
import type { Database, Transaction } from "@/lib/db/database";
import { takeInboxTurn } from "./inbox-turn";
import { type LogSide, pairByTime, withinMs } from "./pair-by-time";

/** Deliveries and events of one pass. Old ones are compared in passes, the oldest first. */
const atOnce = 1_000;
const mostNear = 20_000;
const minuteMs = 60_000;
/** The newest pairs with one ID tell the difference of the clocks. */
const recentEvents = 1_000;

type Pair = { key: string; event: string };
type Pass = { tx: Transaction; accountId: string; ours: readonly string[]; nowMs: number; readMs: number };

/**
 * Finds the delivery in the platform's log for each event that arrived, and the other way round, and stores the pair in both rows.
 * Resolves to how many were decided. All that it needs is stored, so a pass that a crash ended is made again.
 */
export async function pairEvents(db: Database, accountId: string): Promise<number> {
  const ours = (await ourWebhooks(db, accountId)).map(({ id }) => id);
  if (ours.length === 0) return 0;
  const readMs = Date.parse((await logReadAt(db, accountId)) ?? "") || 0;
  return db.transaction(async (tx) => {
    const pass: Pass = { tx, accountId, ours, nowMs: clock.nowMs(), readMs };
    const marked = await markDeliveries(pass);
    if (!(await hasWork(pass))) return marked;
    // Storing a log takes only its turn and reading events only theirs, so none of the three can wait for another in a circle.
    await takeInboxTurn(tx, accountId);
    if (!(await isTurnFree(pass))) return marked;
    const again = await countAgain(pass);
    const [log, events] = [await uncomparedDeliveries(pass), await uncomparedEvents(pass)];
    const byId = await store(pass, "id", await pairsById(pass, log, events));
    const byTime = await store(pass, "time", await pairsByTime(pass, log, events));
    const decided = again + byId + byTime + (await confirmId(pass, log, events));
    if (decided > 0) await noteDecided(pass);
    return marked + decided;
  });
}

/** Shared counts of the log end with it. */
async function noteDecided({ tx, accountId, nowMs }: Pass) {
  const set = { value: true, setBy: "Switchboard", setAt: new Date(nowMs) };
  await tx
    .insert(collectorSettingTable)
    .values({ name: pairedSetting(accountId), ...set })
    .onConflictDoUpdate({ target: collectorSettingTable.name, set });
}

const timeOf = sql`coalesce(delivered_at, at)`;
/** Only the first event of a list of events is compared, and no test. */
export const isComparable = sql`${eventTable.item} = 0 and coalesce(${eventTable.name}, '') <> ${testEvent}`;
/** Events that the last read of the log can have. */
const isRead = ({ readMs }: Pass, edgeMs: number) => sql`first_at <= ${timestampOf(readMs + edgeMs)}`;

async function isTurnFree({ tx, accountId }: Pass) {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${logTurn(accountId)}, 0)) as free`,
  );
  return rows[0]?.free === true;
}

async function hasWork(pass: Pass) {
  const { tx, accountId } = pass;
  const { rows } = await tx.execute<{ yes: boolean }>(sql`
    select exists (select from console.delivery where key_print = ${accountId} and arrivals_here = -1)
      or exists (select from console.hook_event where key_print = ${accountId} and not is_compared
        and (delivery_key is not null or ${isRead(pass, withinMs)})) as yes`);
  return rows[0]?.yes === true;
}

const markedSetting = (accountId: string) => `compared webhooks ${accountId}`;

/** Deliveries from before a webhook was known as ours are compared, too: those of a new version, and of a new address. */
async function markDeliveries({ tx, accountId, ours }: Pass): Promise<number> {
  const name = markedSetting(accountId);
  const { rows } = await tx.execute<{ value: string[] }>(
    sql`select value from console.collector_setting where name = ${name}`,
  );
  const marked = rows[0]?.value ?? [];
  const id = ours.find((webhook) => !marked.includes(webhook));
  if (id === undefined) return 0;
  const { rowCount } = await tx.execute(sql`
    update console.delivery set arrivals_here = -1 where key_print = ${accountId} and key in (
      select key from console.delivery where key_print = ${accountId} and webhook_id = ${id} and arrivals_here is null and at is not null
      order by key limit ${atOnce} for update skip locked)`);
  if (rowCount) return rowCount;
  const set = { value: [...marked, id], setBy: "Switchboard", setAt: clock.now() };
  await tx
    .insert(collectorSettingTable)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: collectorSettingTable.name, set });
  return 1;
}

/** Paired events that arrived again. */
async function countAgain({ tx, accountId }: Pass): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with again as (
      update console.hook_event set is_compared = true
      where key_print = ${accountId} and not is_compared and delivery_key is not null and not (${isIdNew}) returning delivery_key, arrivals
    )
    update console.delivery as d set arrivals_here = again.arrivals from again
    where d.key_print = ${accountId} and d.key = again.delivery_key`);
  return rowCount ?? 0;
}

/** It was paired by its time, and now it has the ID of another delivery. */
const isIdNew = sql`paired_by = 'time' and delivery_id is not null and delivery_id <> delivery_key and exists (
  select from console.delivery as d where d.key_print = hook_event.key_print and d.key = hook_event.delivery_id)`;

async function uncomparedDeliveries({ tx, accountId }: Pass): Promise<LogSide[]> {
  const { rows } = await tx.execute<LogSide>(sql`
    select key as id, event, ${epochMs(timeOf)} as "atMs" from console.delivery
    where key_print = ${accountId} and arrivals_here = -1 order by at limit ${atOnce}`);
  return rows;
}

async function uncomparedEvents(pass: Pass): Promise<LogSide[]> {
  const { rows } = await pass.tx.execute<LogSide>(sql`
    select id::text as id, coalesce(name, '') as event, ${epochMs(sql`first_at`)} as "atMs" from console.hook_event
    where key_print = ${pass.accountId} and not is_compared and ${isRead(pass, withinMs)} order by first_at limit ${atOnce}`);
  return rows;
}

const idsOf = (sides: readonly LogSide[]) => sides.map(({ id }) => id);
const bigintArray = (ids: readonly string[]) => sql`${sql.param([...ids])}::bigint[]`;

/** A pair by ID wins over one by time, once. */
async function pairsById(
  { tx, accountId }: Pass,
  log: readonly LogSide[],
  events: readonly LogSide[],
): Promise<Pair[]> {
  const { rows } = await tx.execute<Pair>(sql`
    select distinct on (d.key) d.key, e.id::text as event
    from console.hook_event as e join console.delivery as d on d.key_print = e.key_print and d.key = e.delivery_id
    where e.key_print = ${accountId} and e.item = 0 and e.paired_by is distinct from 'id' and d.paired_by is distinct from 'id'
      and (e.delivery_id = any(${textArray(idsOf(log))}) or e.id = any(${bigintArray(idsOf(events))}))
    order by d.key, e.first_at`);
  return rows;
}

/** Pairs what is left: uncompared deliveries with any event, and uncompared events with any delivery. */
async function pairsByTime(pass: Pass, log: readonly LogSide[], events: readonly LogSide[]): Promise<Pair[]> {
  const differenceMs = (await clockDifference(pass.tx, pass.accountId)).ms;
  const openLog = await openDeliveries(pass, idsOf(log), rangeOf(events, -differenceMs));
  const openEvents = await openEventsIn(pass, idsOf(events), rangeOf(log, differenceMs));
  return pairByTime(openLog, openEvents, differenceMs);
}

type Range = { from: SQL; to: SQL };

/** The times of some with the window around them; undefined without any. */
function rangeOf(sides: readonly LogSide[], shiftMs: number): Range | undefined {
  if (sides.length === 0) return undefined;
  const times = sides.map(({ atMs }) => atMs + shiftMs);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { from: timestampOf(first - withinMs), to: timestampOf(last + withinMs) };
}

async function openDeliveries({ tx, accountId, ours }: Pass, keys: readonly string[], range: Range | undefined) {
  const isOpen = sql`key_print = ${accountId} and arrivals_here <= 0`;
  const columns = sql`key as id, event, ${epochMs(timeOf)} as "atMs"`;
  const isNear =
    range &&
    sql`${isOpen} and webhook_id = any(${textArray(ours)}) and (at between ${range.from} and ${range.to}
    or (last_at > at and last_at between ${range.from} and ${range.to}))`;
  const { rows } = await tx.execute<LogSide>(sql`
    select ${columns} from console.delivery where ${isOpen} and at is not null and key = any(${textArray(keys)})
    ${isNear ? sql`union (select ${columns} from console.delivery where ${isNear} limit ${mostNear})` : sql``}`);
  return rows;
}

async function openEventsIn({ tx, accountId }: Pass, ids: readonly string[], range: Range | undefined) {
  const isOpen = sql`key_print = ${accountId} and delivery_key is null and ${isComparable}`;
  const columns = sql`id::text as id, coalesce(name, '') as event, ${epochMs(sql`first_at`)} as "atMs"`;
  const isNear = range && sql`${isOpen} and first_at between ${range.from} and ${range.to}`;
  const { rows } = await tx.execute<LogSide>(sql`
    select ${columns} from console.hook_event where ${isOpen} and id = any(${bigintArray(ids)})
    ${isNear ? sql`union (select ${columns} from console.hook_event where ${isNear} limit ${mostNear})` : sql``}`);
  return rows;
}

/** Median time from a delivery to its arrival, of the newest pairs with one ID, and how many those are. */
async function clockDifference(db: Pick<Database, "execute">, accountId: string) {
  const { rows } = await db.execute<{ ms: number | null; pairs: number }>(sql`
    select percentile_disc(0.5) within group (order by ${epochMs(sql`e.first_at`)} - ${epochMs(sql`coalesce(d.delivered_at, d.at)`)}) as ms,
      count(*)::int as pairs
    from (select * from console.hook_event where key_print = ${accountId} order by first_at desc, id desc limit ${recentEvents}) as e
    join console.delivery as d on d.key_print = e.key_print and d.key = e.delivery_key and d.at is not null
    where e.paired_by = 'id'`);
  return { ms: rows[0]?.ms ?? 0, pairs: rows[0]?.pairs ?? 0 };
}

/** Stores pairs in both rows. Whatever was paired with one of them by time is compared again. */
async function store({ tx, accountId }: Pass, how: (typeof pairings)[number], pairs: readonly Pair[]): Promise<number> {
  if (pairs.length === 0) return 0;
  const pair = sql`unnest(${textArray(pairs.map(({ key }) => key))}, ${bigintArray(pairs.map(({ event }) => event))}) as pair (key, event)`;
  await tx.execute(sql`
    update console.delivery as d set arrivals_here = -1, arrived_here_at = null, paired_by = null
    from ${pair} join console.hook_event as e on e.id = pair.event
    where d.key_print = ${accountId} and d.key = e.delivery_key and d.key <> pair.key`);
  await tx.execute(sql`
    update console.hook_event as e set delivery_key = null, paired_by = null, is_compared = false from ${pair}
    where e.key_print = ${accountId} and e.delivery_key = pair.key and e.id <> pair.event`);
  await tx.execute(sql`
    update console.hook_event as e set delivery_key = pair.key, paired_by = ${how}, is_compared = true from ${pair}
    where e.key_print = ${accountId} and e.id = pair.event`);
  await tx.execute(sql`
    update console.delivery as d set arrivals_here = e.arrivals, arrived_here_at = e.first_at, paired_by = ${how}
    from ${pair} join console.hook_event as e on e.id = pair.event where d.key_print = ${accountId} and d.key = pair.key`);
  return pairs.length;
}

/**
 * Decides on what was not paired. A delivery is not here a minute after it changed, unless an event of its time is not read yet. An
 * event is not in the log if the log was read after it.
 */
async function confirmId(pass: Pass, log: readonly LogSide[], events: readonly LogSide[]): Promise<number> {
  const { tx, accountId, nowMs } = pass;
  const isNear = sql`unread.at between ${timeOf} - interval '1 minute' and ${timeOf} + interval '1 minute'`;
  const deliveries = await tx.execute(sql`
    update console.delivery as d set arrivals_here = case when at is not null then 0 end
    where key_print = ${accountId} and key = any(${textArray(idsOf(log))}) and arrivals_here = -1
      and changed_at <= ${timestampOf(nowMs - minuteMs)} and not exists (
        select from console.hook_arrival as unread
        where unread.key_print = d.key_print and unread.event_id is null and unread.kind = 'event' and ${isNear})`);
  const compared = await tx.execute(sql`
    update console.hook_event set is_compared = true
    where key_print = ${accountId} and id = any(${bigintArray(idsOf(events))}) and not is_compared
      and last_at <= ${timestampOf(pass.readMs - withinMs)}`);
  return (deliveries.rowCount ?? 0) + (compared.rowCount ?? 0);
}
