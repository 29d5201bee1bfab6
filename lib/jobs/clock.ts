import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";

/** The time by the database's clock, which decides what is due. Processes may disagree with it and with each other. */
export async function databaseNow(db: Pick<Database, "execute">): Promise<Date> {
  const { rows } = await db.execute<{ now_ms: number }>(sql`select extract(epoch from now())::float8 * 1000 as now_ms`);
  return new Date(rows[0]?.now_ms ?? Number.NaN);
}
