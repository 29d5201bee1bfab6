import { and, desc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Gap } from "@/lib/contract/console/webhook-log/summary";
import { watchedTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import type { Span } from "./log-sql";

/** Two reads further apart than this many intervals leave a gap between them. */
const maxIntervals = 2.5;
const maxGaps = 50;

type Log = {
  accountId: string;
  /** The webhook whose own log it is; undefined for the log of all webhooks. */
  webhookId: string | undefined;
};

const isOfLog = ({ accountId, webhookId = "" }: Log) =>
  and(eq(watchedTable.accountId, accountId), eq(watchedTable.webhookId, webhookId));

type Read = {
  at: Date;
  /** Time planned to the next read. */
  everyMs: number;
  /** When the process that reads was started. */
  startedMs: number;
};

/** Notes a good read of a log, and the time planned to the next. Extends the last watched time, or begins another. */
export async function storeWatched(db: Database, log: Log, { at, everyMs, startedMs }: Read) {
  const last = await lastOf(db, log);
  if (last && at < last.toAt) return;
  const set = { toAt: at, everyMs: Math.round(everyMs), endedBy: null };
  const isLast = last && and(isOfLog(log), eq(watchedTable.fromAt, last.fromAt));
  if (last && !isGap(last, at)) {
    await db.update(watchedTable).set(set).where(isLast);
    return;
  }
  if (last?.endedBy === null)
    await db
      .update(watchedTable)
      .set({ endedBy: silenceReason(last, at, startedMs) })
      .where(isLast);
  await db
    .insert(watchedTable)
    .values({ accountId: log.accountId, webhookId: log.webhookId ?? "", fromAt: at, ...set });
}

async function lastOf(db: Database, log: Log) {
  const [last] = await db.select().from(watchedTable).where(isOfLog(log)).orderBy(desc(watchedTable.fromAt)).limit(1);
  return last;
}

const isGap = ({ toAt, everyMs }: { toAt: Date; everyMs: number }, at: Date) =>
  at.getTime() - toAt.getTime() > everyMs * maxIntervals;

/** Why no read was tried from the last good one to a time. A stop is known by a start in between. */
const silenceReason = ({ toAt }: { toAt: Date }, at: Date, startedMs: number): Gap["reason"] =>
  startedMs > toAt.getTime() && startedMs <= at.getTime() ? "stopped" : "late";

type Failure = { at: Date; startedMs: number };

/** Notes that a log did not answer, unless a reason is noted already. The time without any read before it has its own reason. */
export async function noteNoAnswer(db: Database, log: Log, { at, startedMs }: Failure) {
  const last = await lastOf(db, log);
  if (!last || last.endedBy !== null || at < last.toAt) return;
  const isLast = and(isOfLog(log), eq(watchedTable.fromAt, last.fromAt));
  const isSilent = isGap(last, at);
  const endedBy = isSilent ? silenceReason(last, at, startedMs) : "no_answer";
  await db.update(watchedTable).set({ endedBy }).where(isLast);
  if (isSilent) await db.insert(watchedTable).values({ ...last, fromAt: at, toAt: at, endedBy: "no_answer" });
}

/** Notes why no good read of an account's log follows, unless a reason is noted already. */
export async function endWatched(db: Database, accountId: string, reason: Gap["reason"]) {
  await db
    .update(watchedTable)
    .set({ endedBy: reason })
    .where(and(eq(watchedTable.accountId, accountId), isNull(watchedTable.endedBy)));
}

/** Notes for accounts that were watched until now that another platform is connected. */
export async function endOthers(db: Database, accountId: string, now: Date) {
  await db
    .update(watchedTable)
    .set({ endedBy: "another_platform" })
    .where(
      and(
        ne(watchedTable.accountId, accountId),
        isNull(watchedTable.endedBy),
        sql`${watchedTable.toAt} + ${watchedTable.everyMs} * ${maxIntervals}::float8 * interval '1 ms' >= ${now.toISOString()}::timestamptz`,
      ),
    );
}

export type WatchedTimes = { fromMs: number; toMs: number; everyMs: number; reason: Gap["reason"] | null }[];

/**
 * Times in which a webhook's deliveries were watched, or those of all webhooks. Each webhook's own log counts where the log of all
 * was too large; then all are watched while every one of them is.
 */
export async function watchedTimes(
  db: Database,
  accountId: string,
  webhookIds: readonly string[],
): Promise<WatchedTimes> {
  const rows = await db
    .select()
    .from(watchedTable)
    .where(and(eq(watchedTable.accountId, accountId), inArray(watchedTable.webhookId, ["", ...webhookIds])))
    .orderBy(watchedTable.fromAt);
  const timesOf = (id: string) =>
    rows
      .filter(({ webhookId }) => webhookId === id)
      .map(({ fromAt, toAt, everyMs, endedBy }) => ({
        ...{ fromMs: fromAt.getTime(), toMs: toAt.getTime(), everyMs, reason: endedBy },
      }));
  const ownTimes = webhookIds.map(timesOf).filter((times) => times.length > 0);
  const [first = [], ...others] = ownTimes;
  return union(timesOf(""), others.reduce(intersection, first));
}

const bySpan = (a: { fromMs: number }, b: { fromMs: number }) => a.fromMs - b.fromMs;

function union(one: WatchedTimes, other: WatchedTimes): WatchedTimes {
  const merged: WatchedTimes = [];
  for (const time of [...one, ...other].sort(bySpan)) {
    const last = merged.at(-1);
    if (!last || time.fromMs > last.toMs) merged.push({ ...time });
    else if (time.toMs > last.toMs) Object.assign(last, { ...time, fromMs: last.fromMs });
  }
  return merged;
}

const intersection = (one: WatchedTimes, other: WatchedTimes): WatchedTimes =>
  one.flatMap((a) =>
    other.flatMap((b) => {
      const [fromMs, toMs] = [Math.max(a.fromMs, b.fromMs), Math.min(a.toMs, b.toMs)];
      return fromMs <= toMs ? [{ ...(a.toMs <= b.toMs ? a : b), fromMs, toMs }] : [];
    }),
  );

export type GapTime = { fromMs: number; toMs: number; reason: Gap["reason"] };

/**
 * Gaps of a time up to now, at most the latest 50. What is younger than some intervals is no gap yet. The time before the first
 * read is none.
 */
export function gapsIn(times: WatchedTimes, span: Span, nowMs: number): GapTime[] {
  const gaps = times.flatMap(({ toMs, everyMs, reason }, nth): GapTime[] => {
    const next = times[nth + 1];
    const isWatching = !next && reason === null && nowMs - toMs <= everyMs * maxIntervals;
    return isWatching ? [] : [{ fromMs: toMs, toMs: next?.fromMs ?? nowMs, reason: reason ?? "late" }];
  });
  return gaps
    .map((gap) => ({
      ...gap,
      fromMs: Math.max(gap.fromMs, span.fromMs ?? gap.fromMs),
      toMs: Math.min(gap.toMs, span.toMs ?? gap.toMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
    .slice(-maxGaps);
}

/** Removes times that ended before the retention period. */
export const removeWatched = (db: Database, before: Date) =>
  db.delete(watchedTable).where(lt(watchedTable.toAt, before));
