import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { logReadAt } from "@/lib/collector/webhook-log/log-reader";
import { gapsIn, watchedTimes } from "@/lib/collector/webhook-log/watched";
import { implement } from "@/lib/contract/console/context";
import { matchLog, type ReceivedBand, testEvent } from "@/lib/contract/console/inbox/received";
import type { Database } from "@/lib/db/database";
import { webhooksByToken } from "./setup";

/** A delivery in the log, or an event that arrived. */
export type LogSide = {
  id: string;
  event: string;
  atMs: number;
  /** Its last arrival; the same as `atMs` for a delivery. */
  lastMs: number;
  count: number;
  deliveryId: string | null;
};

const withinMs = 5_000;
const mostCompared = 10_000;
const mostListed = 50;
const enoughPairs = 3;
/** A delivery is listed by its first try, and can arrive that much later. */
const retriedFor = "1 day";
/** What belongs to something just outside the time must be found too. */
const edge = "1 minute";

export const matchedLog = (db: Database, accountId: string) => [
  implement(matchLog, async (span) => {
    const { webhooks, knownUntil, differenceMs, matched, logOnly, logOnlyMs, hereOnly, more } = await compareLog(
      db,
      accountId,
      span,
    );
    return {
      data: {
        ...{ matched: matched.length, log_only: logOnly.length },
        ...{ here_only: hereOnly.length, more_arrivals: more.length },
        ...{ log_only_keys: logOnly.slice(0, mostListed), here_only_ids: hereOnly.slice(0, mostListed) },
        ...{ has_webhook: webhooks.length > 0, known_until: knownUntil, clock_difference_ms: differenceMs },
        band: await bandOf(db, accountId, { from: span.from, to: span.to, webhooks, missingMs: logOnlyMs }),
      },
    };
  }),
];

type Span = { from?: string | undefined; to?: string | undefined };

/** Keys of deliveries and IDs of events of a time, newest first. */
export async function compareLog(db: Database, accountId: string, { from, to }: Span) {
  const webhooks = [...(await webhooksByToken(db, accountId)).values()].flat().map(({ id }) => id);
  const readAt = await logReadAt(db, accountId);
  const side = async (query: SQL) => (await db.execute<LogSide>(query)).rows;
  const isIn = (
    time: SQL,
    earlier: string,
  ) => sql`${from ? sql`${time} >= ${from}::timestamptz - ${earlier}::interval` : sql`true`}
    and ${to ? sql`${time} < ${to}::timestamptz + ${edge}::interval` : sql`true`}`;
  const log =
    webhooks.length === 0
      ? []
      : await side(sql`
    select key as id, event, ${msOf(sql`coalesce(delivered_at, at)`)} as "atMs",
      ${msOf(sql`coalesce(delivered_at, at)`)} as "lastMs", coalesce(nullif(attempts, -1), 1) as count, key as "deliveryId"
    from console.delivery
    where key_print = ${accountId} and webhook_id in ${webhooks} and at is not null and ${isIn(sql`at`, retriedFor)}
    order by at desc limit ${mostCompared}`);
  const events = await side(sql`
    select id::text as id, coalesce(name, '') as event, ${msOf(sql`first_at`)} as "atMs", ${msOf(sql`last_at`)} as "lastMs", arrivals as count, delivery_id as "deliveryId"
    from console.hook_event
    where key_print = ${accountId} and item = 0 and coalesce(name, '') <> ${testEvent} and ${isIn(sql`first_at`, edge)}
    order by first_at desc limit ${mostCompared}`);
  const parsed = (time: string | null | undefined, other: number) => (time ? Date.parse(time) : other);
  const knownMs = parsed(readAt, 0) - withinMs;
  const span = { fromMs: parsed(from, Number.NEGATIVE_INFINITY), toMs: parsed(to, Number.POSITIVE_INFINITY), knownMs };
  const knownUntil = readAt && new Date(knownMs).toISOString();
  return { webhooks, knownUntil, ...compare(log, events, span) };
}

const msOf = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

export type ComparedSpan = { fromMs: number; toMs: number; knownMs: number };

/** Matches by ID, then by event and time after the median difference of the clocks. Each belongs to one other at most. */
export function compare(log: readonly LogSide[], events: readonly LogSide[], span: ComparedSpan) {
  const byId = new Map(events.flatMap((event) => (event.deliveryId ? [[event.deliveryId, event] as const] : [])));
  const pairs = log.flatMap((entry) => {
    const event = byId.get(entry.deliveryId ?? "");
    return event ? [{ entry, event }] : [];
  });
  const differenceMs = medianOf(pairs.map(({ entry, event }) => event.atMs - entry.atMs));
  const isDifferenceKnown = pairs.length >= enoughPairs;
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
  const isIn = ({ atMs }: LogSide) => atMs >= span.fromMs && atMs < span.toMs;
  const isKnown = ({ lastMs }: LogSide) => lastMs <= span.knownMs;
  const inTime = pairs.filter(({ entry }) => isIn(entry));
  const more = inTime.filter(({ entry, event }) => event.count > entry.count && isKnown(event));
  const logOnly = log.filter((entry) => isIn(entry) && !usedLog.has(entry));
  const idsOf = (sides: readonly LogSide[]) => sides.map(({ id }) => id);
  return {
    differenceMs: isDifferenceKnown ? differenceMs : null,
    matched: idsOf(inTime.map(({ event }) => event)),
    logOnly: idsOf(logOnly),
    logOnlyMs: logOnly.map(({ atMs }) => atMs),
    hereOnly: idsOf(events.filter((event) => isIn(event) && !usedEvents.has(event) && isKnown(event))),
    more: idsOf(more.map(({ event }) => event)),
  };
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

const steps = 48;
const longestMs = 31 * 86_400_000;

type BandInput = {
  from: string | undefined;
  to: string | undefined;
  webhooks: readonly string[];
  /** First tries of deliveries that did not arrive. */
  missingMs: readonly number[];
};

/** Arrivals and missing deliveries of a time in equal steps, and when Switchboard was not watching. Null for all of the time. */
async function bandOf(db: Database, accountId: string, input: BandInput): Promise<ReceivedBand | null> {
  const { from, to, webhooks, missingMs } = input;
  const nowMs = clock.nowMs();
  const [fromMs, toMs] = [Date.parse(from ?? ""), to === undefined ? nowMs : Math.min(nowMs, Date.parse(to))];
  if (!(toMs > fromMs) || toMs - fromMs > longestMs) return null;
  const iso = (ms: number) => new Date(ms).toISOString();
  const { rows } = await db.execute<{ step: number; arrived: number }>(sql`
    select width_bucket(extract(epoch from first_at)::float8, ${fromMs / 1000}::float8, ${toMs / 1000}::float8, ${steps}) - 1 as step,
      count(*)::int as arrived
    from console.hook_event
    where key_print = ${accountId} and first_at >= ${iso(fromMs)}::timestamptz and first_at < ${iso(toMs)}::timestamptz group by 1`);
  const counts = Array.from({ length: steps }, () => ({ arrived: 0, missing: 0 }));
  for (const { step, arrived } of rows) Object.assign(counts[step] ?? {}, { arrived });
  for (const ms of missingMs) {
    const step = counts[Math.floor(((ms - fromMs) / (toMs - fromMs)) * steps)];
    if (step) step.missing += 1;
  }
  const gaps = gapsIn(await watchedTimes(db, accountId, webhooks), { fromMs, toMs }, nowMs);
  return {
    ...{ from: iso(fromMs), to: iso(toMs), steps: counts },
    gaps: gaps.map((gap) => ({ from: iso(gap.fromMs), to: iso(gap.toMs), reason: gap.reason })),
  };
}
