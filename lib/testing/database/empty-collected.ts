import {
  campaignSampleTable,
  collectorTaskTable,
  deliveryTable,
  recordVersionTable,
} from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

/** Deletes what a collector stored, and the records that it polls. */
export async function emptyCollected(db: Database) {
  for (const table of [deliveryTable, recordVersionTable, campaignSampleTable, collectorTaskTable, savedTable])
    await db.delete(table);
}
