import { eq } from "drizzle-orm";
import { endCall, getCall } from "@/lib/contract/api/calls";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/lib/platform/http/api-error";
import { implement, owned } from "@/lib/platform/http/context";
import { callTable } from "@/lib/platform/tables/calls";
import { callWireFields, finish } from "./call-ending";

export const calls = (db: Database) => [
  implement(getCall, async ({ call_id }, context) => {
    const [call] = await db
      .select(callWireFields)
      .from(callTable)
      .where(owned(callTable, context, eq(callTable.id, call_id)));
    if (!call) throw notFound("Call");
    return { success: true, data: call };
  }),

  implement(endCall, async ({ call_id }, context) => {
    await db.transaction(async (tx) => {
      const mine = owned(callTable, context, eq(callTable.id, call_id));
      const [call] = await tx.select().from(callTable).where(mine).for("update");
      if (!call) throw notFound("Call");
      if (call.status !== "ended") await finish(tx, call, manualEnding(call));
    });
    return { success: true, data: { status: "ended" } };
  }),
];

/** How a call ends that someone ends by hand: a conversation that has begun counts as one. */
export const manualEnding = (call: { answered_at: string | null }) =>
  ({ outcome: call.answered_at ? "answered" : "unreachable", reason: "manually-ended" }) as const;
