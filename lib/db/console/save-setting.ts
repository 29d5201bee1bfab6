import { clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database";
import { collectorSettingTable } from "./tables/collector";

type Setting = { name: string; value: unknown; by: string };

export async function saveSetting(db: Pick<Database, "insert">, { name, value, by }: Setting) {
  const row = { value, setBy: by, setAt: clock.now() };
  await db
    .insert(collectorSettingTable)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: collectorSettingTable.name, set: row });
}
