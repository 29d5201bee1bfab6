import { arrivalTable, bodyTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";

export type NewArrival = Omit<typeof arrivalTable.$inferInsert, "eventId"> & { body: Buffer };

/** Stores an arrival with its body. Storing it twice changes nothing. */
export async function keepArrival(db: Database, { body, ...arrival }: NewArrival): Promise<void> {
  await db.transaction(async (tx) => {
    const kept = await tx.insert(arrivalTable).values(arrival).onConflictDoNothing().returning({ id: arrivalTable.id });
    if (kept.length > 0 && body.length > 0)
      await tx.insert(bodyTable).values({ arrivalId: arrival.id, at: arrival.at, body });
  });
}
