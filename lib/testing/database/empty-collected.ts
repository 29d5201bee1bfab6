import {
  campaignSampleTable,
  collectorTaskTable,
  deliveryTable,
  deliveryWaitTable,
  recordVersionTable,
  watchedTable,
} from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

/** Deletes what a collector stored, and the records that it polls. */
export async function emptyCollected(db: Database) {
  for (const table of [
    deliveryTable,
    deliveryWaitTable,
    watchedTable,
    recordVersionTable,
    campaignSampleTable,
    collectorTaskTable,
    savedTable,
  ])
    await db.delete(table);
}
