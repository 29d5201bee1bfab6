import { sql } from "drizzle-orm";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { userTable } from "./tables";

/** Switchboard's own database, as it answers now. */
export const createStorage = (db: Database) => {
  /** Whether it takes no changes, because its disk is nearly full. */
  async function isReadOnly() {
    const { rows } = await db.execute(sql`select current_setting('default_transaction_read_only') = 'on' as yes`);
    return rows[0]?.yes === true;
  }

  return {
    isReadOnly,
    /** Throws when it does not answer, lacks its tables or takes no changes. */
    async ready() {
      await db.select({ id: userTable.id }).from(userTable).limit(1);
      if (await isReadOnly())
        throw new Problem(
          "disk_full",
          "Switchboard's disk is nearly full: nothing is changed or sent until an admin frees space.",
        );
    },
  };
};

export type Storage = ReturnType<typeof createStorage>;
