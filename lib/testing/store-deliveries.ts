import { logWords } from "@/lib/collector/webhook-log/log-words";
import { deliveryTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

type Row = typeof deliveryTable.$inferInsert;
type Stored = Pick<Row, "accountId" | "key" | "webhookId" | "status" | "firstSeenAt" | "changedAt"> & Partial<Row>;

/** Stores entries of the webhook log without a read. */
export async function storeDeliveries(db: Database, entries: readonly Stored[]) {
  const { delivered } = await logWords(db);
  for (const entry of entries) {
    const { at = null, firstSeenAt, changedAt } = entry;
    await db.insert(deliveryTable).values({
      ...{
        event: "call.ended",
        attempts: 1,
        outcome: delivered.includes(entry.status) ? "arrived" : "unknown",
        late: -1,
      },
      ...{ raw: {}, beginsAt: at, lastAt: at ?? firstSeenAt, outcomeAt: changedAt },
      ...entry,
    });
  }
}
