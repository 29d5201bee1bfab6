import { sql } from "drizzle-orm";
import { Problem } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import { type Database, readOnlyFault } from "@/lib/db/database";

/** State of Switchboard's own database. */
export const createStorage = (db: Database) => {
  /** Reason why the database is read-only, or undefined. */
  async function readOnlyReason() {
    const { rows } = await db.execute(sql`select current_setting('transaction_read_only') = 'on' as yes`);
    return rows[0]?.yes === true ? readOnlyFault() : undefined;
  }

  return {
    isDiskLow: async () => (await readOnlyReason())?.code === "disk_full",
    /** Throws if the database does not answer, lacks its tables or is read-only. */
    async ready() {
      await db.select({ id: userTable.id }).from(userTable).limit(1);
      const reason = await readOnlyReason();
      if (reason) throw new Problem(reason.code, reason.message);
    },
  };
};

export type Storage = ReturnType<typeof createStorage>;
