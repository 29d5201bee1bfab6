import { sql } from "drizzle-orm";
import { Problem } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import { type Database, readOnlyFault } from "@/lib/db/database";

export const isDiskLow = async (db: Database) => (await readOnlyReason(db))?.code === "disk_full";

/** Throws if the database does not answer, lacks its tables or is read-only. */
export async function refuseUnavailable(db: Database) {
  await db.select({ id: userTable.id }).from(userTable).limit(1);
  const reason = await readOnlyReason(db);
  if (reason) throw new Problem(reason.code, reason.message);
}

async function readOnlyReason(db: Database) {
  const { rows } = await db.execute(sql`select current_setting('transaction_read_only') = 'on' as yes`);
  return rows[0]?.yes === true ? readOnlyFault() : undefined;
}
