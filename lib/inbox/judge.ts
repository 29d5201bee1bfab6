import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { getAssistant } from "@/lib/contract/api/assistants";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import type { JudgedFact } from "@/lib/contract/console/inbox/facts";
import { judgedFacts } from "@/lib/contract/console/inbox/facts";
import { unwrapped } from "@/lib/contract/fields";
import { Problem } from "@/lib/contract/problem";
import { readCall } from "@/lib/contract/shapes/call";
import { eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import type { Observation } from "@/lib/gateway/observation";
import { deniedValues, deny } from "./denied";
import { enough } from "./facts";
import { markUnread } from "./read-arrivals";

export type JudgeOptions = { db: Database; accountId: string; read: Collect["read"] };

const recentEvents = 200;
/** An open call is asked for again after this time. */
const askAgainMs = 3_600_000;
/** An open call whose assistant has no known limit is asked for after an hour and ten minutes. */
const openSeconds = 3_600;
const graceSeconds = 600;

const reads = {
  call: { op: getCall, key: "call_id" },
  campaign: { op: getCampaign, key: "campaign_id" },
  assistant: { op: getAssistant, key: "assistant_id" },
} as const;

type Question = { event: string; shape: string; fact: JudgedFact; path: string; value: string };

/**
 * Asks the platform whether a value that was found in an event is the ID of a call, a campaign or an assistant. Asks for one value
 * at a time, and for nothing once a path is confirmed often enough. True if something was asked.
 */
export function createJudge({ db, accountId, read }: JudgeOptions) {
  const asked = new Set<string>();

  async function nextQuestion(): Promise<Question | undefined> {
    const isOfAccount = eq(eventTable.accountId, accountId);
    const events = await db
      .select()
      .from(eventTable)
      .where(isOfAccount)
      .orderBy(desc(eventTable.id))
      .limit(recentEvents);
    const known = await db.select().from(pathTable).where(eq(pathTable.accountId, accountId));
    const denied = await deniedValues(db, accountId);
    const questions = events.flatMap((event) =>
      judgedFacts.flatMap((fact) => {
        const [value, path] = [event[`${fact}Ref`], event.paths[fact]?.path];
        return value && path ? [{ event: event.name ?? "", shape: event.shape, fact, path, value }] : [];
      }),
    );
    return questions.find((one) => {
      const row = known.find(
        (path) =>
          path.event === one.event && path.fact === one.fact && path.path === one.path && path.shape === one.shape,
      );
      const isSettled = row && (row.confirmed >= enough || row.denied >= enough);
      return !isSettled && !asked.has(keyOf(one)) && !denied.has(one.fact, one.value);
    });
  }

  async function settle(question: Question, isConfirmed: boolean) {
    const { event, shape, fact, path, value } = question;
    const counts = isConfirmed ? { confirmed: 1 } : { denied: 1 };
    await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(pathTable)
        .values({ accountId, event, shape, fact, path, ...counts })
        .onConflictDoUpdate({
          target: [pathTable.accountId, pathTable.event, pathTable.shape, pathTable.fact, pathTable.path],
          set: isConfirmed ? { confirmed: sql`${pathTable.confirmed} + 1` } : { denied: sql`${pathTable.denied} + 1` },
        })
        .returning();
      if (row?.confirmed === enough || (row?.denied === enough && row.confirmed === 0))
        await markUnread(tx, accountId, event);
      if (!isConfirmed) await deny(tx, accountId, question);
      if (isConfirmed && fact === "call")
        await tx.update(foundCallTable).set({ confirmedAt: clock.now() }).where(isCall(accountId, value));
    });
  }

  return async (): Promise<boolean> => {
    const question = await nextQuestion();
    if (!question) return false;
    asked.add(keyOf(question));
    if (asked.size > 10_000) asked.clear();
    const { op, key } = reads[question.fact];
    try {
      await read(op, { [key]: question.value });
      await settle(question, true);
    } catch (error) {
      if (!isNotFound(error)) return false;
      await settle(question, false);
    }
    return true;
  };
}

const keyOf = ({ fact, path, value, event }: Question) => `${event} ${fact} ${path} ${value}`;

const isCall = (accountId: string, ref: string) =>
  and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, ref));

const isNotFound = (error: unknown) => error instanceof Problem && error.upstream?.status === 404;

/** Asks the platform for one call that is open long after its limit. True if something was asked. */
export async function askForEnd({ db, accountId, read }: JudgeOptions): Promise<boolean> {
  const before = new Date(clock.nowMs() - askAgainMs);
  const limit = sql`coalesce((
    select case jsonb_typeof(record -> 'max_duration_seconds') when 'number' then (record ->> 'max_duration_seconds')::float8 end
    from console.record_version where key_print = ${accountId} and resource = 'assistants' and ref = ${foundCallTable.assistantRef}
    order by id desc nulls last limit 1), ${openSeconds})`;
  const isLate = sql`coalesce(${foundCallTable.answeredAt}, ${foundCallTable.at}) + make_interval(secs => ${limit} + ${graceSeconds}) < ${clock.now().toISOString()}::timestamptz`;
  const [call] = await db
    .select()
    .from(foundCallTable)
    .where(
      and(
        eq(foundCallTable.accountId, accountId),
        eq(foundCallTable.isOver, false),
        isLate,
        sql`(${isNull(foundCallTable.askedAt)} or ${lt(foundCallTable.askedAt, before)})`,
      ),
    )
    .orderBy(foundCallTable.at)
    .limit(1);
  if (!call) return false;
  const askedAt = clock.now();
  const ended = await read(getCall, { call_id: call.ref }).then(
    ({ raw }) => ({ ...endIn(raw), confirmedAt: askedAt }),
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return {};
    },
  );
  await db
    .update(foundCallTable)
    .set({ askedAt, ...ended })
    .where(isCall(accountId, call.ref));
  return true;
}

/** Keeps what the platform's answer to a person says of a call that events named. True if the call is over by it. */
export async function keepAnswer(
  db: Database,
  accountId: string,
  { op, input, problem, raw }: Observation,
): Promise<boolean> {
  if (problem || (op !== getCall && op !== endCall)) return false;
  const end = endIn(raw);
  if (!("isOver" in end)) return false;
  const known = Object.fromEntries(Object.entries(end).filter(([, value]) => value !== null));
  const isOpen = and(isCall(accountId, String(input.call_id)), eq(foundCallTable.isOver, false));
  const { rowCount } = await db
    .update(foundCallTable)
    .set({ ...known, confirmedAt: clock.now() })
    .where(isOpen);
  return (rowCount ?? 0) > 0;
}

/** What the platform's record says of the end. */
function endIn(raw: unknown) {
  const { isOver, status, reason, endedMs, talkSeconds } = readCall(unwrapped(raw));
  if (!isOver) return { status: status ?? null };
  const endedAt = endedMs === undefined ? null : new Date(endedMs);
  return { isOver, status: status ?? null, reason: reason ?? null, endedAt, seconds: talkSeconds ?? null };
}
