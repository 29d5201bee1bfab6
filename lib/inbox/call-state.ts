import { and, eq, lt, not, or, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { readSettings } from "@/lib/collector/polling/settings";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { paces } from "@/lib/contract/console/collecting";
import { unwrapped } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import type { Observation } from "@/lib/gateway/observation";
import { recordFacts } from "./call-records";

type LookOptions = { db: Database; accountId: string; read: Collect["read"] };

/** At most 20 calls are read a minute. */
export const lookEveryMs = 3_000;
/** A live call is due when its last event or read is this old, at the usual pace of polling. */
const dueAfterMs = 20_000;
/** A call open for longer than `longMs` is read once an hour: its end was probably not sent. */
const longMs = 6 * 3_600_000;
const hourMs = 3_600_000;
const pauseMs = 60_000;
const unknownForMs = 600_000;

const call = foundCallTable;
const knownAt = sql`greatest(${call.lastEventAt}, ${call.askedAt})`;

/** Reads the state of one live call from the platform, the one not heard of for longest. True if a call was read. */
export function createLooks({ db, accountId, read }: LookOptions) {
  let pausedUntilMs = 0;
  /** IDs that the platform does not know, with the time until which they are not read again. */
  const unknown = new Map<string, number>();

  return async (): Promise<boolean> => {
    const nowMs = clock.nowMs();
    if (nowMs < pausedUntilMs) return false;
    for (const [ref, untilMs] of unknown) if (untilMs < nowMs) unknown.delete(ref);
    const isKnown = sql`${call.ref} <> all(${sql.param([...unknown.keys()])}::text[])`;
    const [due] = await db
      .select()
      .from(call)
      .where(and(eq(call.accountId, accountId), not(call.isOver), isKnown, await isDue(db, nowMs)))
      .orderBy(knownAt, call.at)
      .limit(1);
    if (!due) return false;
    const askedAt = clock.now();
    const isRow = and(isCall(accountId, due.ref), not(call.isOver));
    try {
      const { raw } = await read(getCall, { call_id: due.ref });
      await db
        .update(call)
        .set({ askedAt, confirmedAt: askedAt, ...stateIn(raw) })
        .where(isRow);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.upstream?.status === 404) unknown.set(due.ref, nowMs + unknownForMs);
      else pausedUntilMs = nowMs + pauseMs;
      await db.update(call).set({ askedAt }).where(isRow);
    }
    return true;
  };
}

/** Without polling of calls, only those that are open for long are read. */
async function isDue(db: Database, nowMs: number): Promise<SQL | undefined> {
  const { isOn, everySeconds } = (await readSettings(db)).paces.calls;
  const before = (ms: number) => sql`${new Date(nowMs - ms).toISOString()}::timestamptz`;
  const isLong = sql`${call.at} < ${before(longMs)}`;
  const isLongDue = and(isLong, sql`(${call.askedAt} is null or ${lt(call.askedAt, new Date(nowMs - hourMs))})`);
  const dueMs = (dueAfterMs * everySeconds) / paces.calls.normal;
  return isOn ? or(isLongDue, and(not(isLong), sql`${knownAt} < ${before(dueMs)}`)) : isLongDue;
}

/** Keeps what the platform's answer to a person says of a call. True if the call is over by it. */
export async function storeAnswer(
  db: Database,
  accountId: string,
  { op, input, problem, raw }: Observation,
): Promise<boolean> {
  if (problem || (op !== getCall && op !== endCall)) return false;
  const state = stateIn(raw);
  if (!state.isOver) return false;
  const { rowCount } = await db
    .update(call)
    .set({ ...state, confirmedAt: clock.now() })
    .where(and(isCall(accountId, String(input.call_id)), not(call.isOver)));
  return (rowCount ?? 0) > 0;
}

/** State of a call in the platform's record. */
function stateIn(raw: unknown) {
  const { isOver, status, answeredAt, reason, endedAt, seconds, cost, currency } = recordFacts(unwrapped(raw));
  const known = { status, answeredAt, ...(isOver ? { reason, endedAt, seconds, cost, currency } : {}) };
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)), isOver };
}

const isCall = (accountId: string, ref: string) => and(eq(call.accountId, accountId), eq(call.ref, ref));
