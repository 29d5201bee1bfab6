import { eq, sql } from "drizzle-orm";
import type { RestoredCopy } from "@/lib/contract/console/restored-copy";
import type { Database } from "@/lib/db/database";
import { saveSetting } from "./save-setting";
import { collectorSettingTable } from "./tables/collector";

const settingName = "restored copy";
const isSetting = eq(collectorSettingTable.name, settingName);

/** In a query of another table: the restored copy, or null if this is none. */
export const restoredCopyColumn = sql<RestoredCopy | null>`(select value from ${collectorSettingTable} where ${isSetting})`;

/** Undefined if this Switchboard is no restored copy, or an admin has put it into use. */
export async function restoredCopyOf(db: Pick<Database, "select">): Promise<RestoredCopy | undefined> {
  const [row] = await db.select({ copy: restoredCopyColumn }).from(sql`(select 1) as one`);
  return row?.copy ?? undefined;
}

export const saveRestoredCopy = (db: Pick<Database, "insert">, copy: RestoredCopy) =>
  saveSetting(db, { name: settingName, value: copy, by: copy.by });

/** True if it was one. */
export const removeRestoredCopy = async (db: Pick<Database, "delete">) =>
  (await db.delete(collectorSettingTable).where(isSetting).returning()).length > 0;
