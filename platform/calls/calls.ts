import { and, desc, eq, lt, sql } from "drizzle-orm";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { endSession } from "@/lib/contract/api/sessions";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, owned } from "@/platform/http/context";
import { callTable, sessionTable } from "@/platform/tables/calls";
import { callWireFields, finish } from "./call-ending";

export const calls = (db: Database) => [
  implement(getCall, async ({ call_id }, context) => {
    const [call] = await db
      .select(callWireFields)
      .from(callTable)
      .where(owned(callTable, context, eq(callTable.id, call_id)));
    if (!call) throw notFound("Call");
    const earlier = and(eq(callTable.to_number, call.to_number), lt(callTable.started_at, call.started_at));
    const previous_calls = await db
      .select({ call_id: callTable.id, started_at: callTable.started_at, ended_reason: callTable.ended_reason })
      .from(callTable)
      .where(owned(callTable, context, ...(earlier ? [earlier] : [])))
      .orderBy(desc(callTable.started_at), callTable.id)
      .limit(5);
    return { success: true, data: { ...call, previous_calls } };
  }),

  implement(endCall, async ({ call_id }, context) => {
    await db.transaction(async (tx) => {
      const isOwn = owned(callTable, context, eq(callTable.id, call_id));
      const [call] = await tx.select().from(callTable).where(isOwn).for("update");
      if (!call) throw notFound("Call");
      if (call.status !== "ended") await finish(tx, call, manualEnding(call));
    });
    return { success: true, data: { status: "ended" } };
  }),
];

/** A call that is ended by hand counts as answered if its conversation has begun. */
const manualEnding = (call: { answered_at: string | null }) =>
  ({ outcome: call.answered_at ? "answered" : "unreachable", reason: "manually-ended" }) as const;

export const sessions = (db: Database) => [
  implement(endSession, ({ session_id }, context) =>
    db.transaction(async (tx) => {
      // Lock order: the call before its session, to avoid deadlocks.
      const isOfSession = owned(callTable, context, eq(callTable.session_id, session_id));
      const [call] = await tx.select().from(callTable).where(isOfSession).for("update");
      if (call && call.status !== "ended") await finish(tx, call, manualEnding(call));

      const [session] = await tx
        .update(sessionTable)
        .set({ status: "ended", ended_at: sql`coalesce(${sessionTable.ended_at}, now())` })
        .where(owned(sessionTable, context, eq(sessionTable.id, session_id)))
        .returning();
      if (!session) throw notFound("Session");
      const { id, status, ended_at } = session;
      return { success: true, data: { id, status, ended_at } };
    }),
  ),
];
