import { and, desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import type { JudgedFact } from "@/lib/contract/console/inbox/facts";
import { confirmedFacts } from "@/lib/contract/console/inbox/facts";
import { Problem } from "@/lib/contract/problem";
import { eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { deniedValues, deny } from "./denied";
import { enough } from "./facts";
import { markUnread } from "./read-arrivals";

export type JudgeOptions = { db: Database; accountId: string; read: Collect["read"] };

const recentEvents = 200;
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
export function createIdCheck({ db, accountId, read }: JudgeOptions) {
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
    return events
      .flatMap(questionsOf)
      .find((one) => !isSettled(one, known) && !asked.has(keyOf(one)) && !denied.has(one.fact, one.value));
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

/** The values of an event that may be IDs. */
const questionsOf = (event: typeof eventTable.$inferSelect): Question[] =>
  confirmedFacts.flatMap((fact) => {
    const [value, path] = [event[`${fact}Ref`], event.paths[fact]?.path];
    return value && path ? [{ event: event.name ?? "", shape: event.shape, fact, path, value }] : [];
  });

/** True once the platform has confirmed or denied enough values at the same path. */
function isSettled({ event, fact, path, shape }: Question, known: readonly (typeof pathTable.$inferSelect)[]) {
  const row = known.find(
    (other) => other.event === event && other.fact === fact && other.path === path && other.shape === shape,
  );
  return row !== undefined && (row.confirmed >= enough || row.denied >= enough);
}

const keyOf = ({ fact, path, value, event }: Question) => `${event} ${fact} ${path} ${value}`;

const isCall = (accountId: string, ref: string) =>
  and(eq(foundCallTable.accountId, accountId), eq(foundCallTable.ref, ref));

const isNotFound = (error: unknown) => error instanceof Problem && error.upstream?.status === 404;
