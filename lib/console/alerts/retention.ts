import { lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { alertMessageTable, alertTable } from "./tables";

const longAgo = sql`now() - interval '400 days'`;

export async function removeOldAlerts(db: Database) {
  await db.delete(alertMessageTable).where(lt(alertMessageTable.createdAt, longAgo));
  await db.delete(alertTable).where(lt(alertTable.clearedAt, longAgo));
}
