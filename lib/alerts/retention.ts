import { lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { alertMessageTable, alertTable } from "@/lib/db/console/tables/alerts";
import type { Database } from "@/lib/db/database";

const storedForMs = 400 * 86_400_000;

export async function removeOldAlerts(db: Database) {
  const longAgo = new Date(clock.nowMs() - storedForMs);
  await db.delete(alertMessageTable).where(lt(alertMessageTable.createdAt, longAgo));
  await db.delete(alertTable).where(lt(alertTable.clearedAt, longAgo));
}
