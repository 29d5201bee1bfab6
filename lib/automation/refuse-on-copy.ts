import { copyRefusal } from "@/lib/contract/console/restored-copy";
import { refused } from "@/lib/contract/problem";
import { restoredCopyOf } from "@/lib/db/console/restored-copy";
import type { Database } from "@/lib/db/database";

/** Refuses to plan on a restored copy what it would not send. */
export async function refuseOnCopy(db: Pick<Database, "select">) {
  if (await restoredCopyOf(db)) throw refused("not_possible", copyRefusal);
}
