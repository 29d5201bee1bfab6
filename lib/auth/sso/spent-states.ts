import { lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { refused } from "@/lib/contract/problem";
import { spentStateTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { hashOf } from "@/lib/secret";
import { begunSeconds } from "./begun-sign-ins";

/** Throws if a state has come back before, because its cookie may have been copied. Shared by replicas. */
export async function spendState(db: Database, state: string, origin: string) {
  const [hash, nowMs] = [hashOf(state), clock.nowMs()];
  await db.delete(spentStateTable).where(lt(spentStateTable.expiresAt, new Date(nowMs)));
  const row = { hash, expiresAt: new Date(nowMs + 2 * begunSeconds * 1_000) };
  const stored = await db.insert(spentStateTable).values(row).onConflictDoNothing().returning();
  if (stored.length === 0) throw refused("forbidden", `This sign-in was already used. Start again at ${origin}.`);
}
