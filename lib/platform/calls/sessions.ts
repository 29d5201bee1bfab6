import { eq, sql } from "drizzle-orm";
import { endSession } from "@/lib/contract/api/sessions";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/lib/platform/http/api-error";
import { implement, owned } from "@/lib/platform/http/context";
import { callTable, sessionTable } from "@/lib/platform/tables/calls";
import { finish } from "./call-ending";
import { manualEnding } from "./calls";

export const sessions = (db: Database) => [
  implement(endSession, ({ session_id }, context) =>
    db.transaction(async (tx) => {
      // The call first: whoever ends both locks them in this order.
      const ofSession = owned(callTable, context, eq(callTable.session_id, session_id));
      const [call] = await tx.select().from(callTable).where(ofSession).for("update");
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
