import { blockedConfirmationTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";

type Confirmation = Omit<typeof blockedConfirmationTable.$inferInsert, "accountId">;

/** Records that a person confirmed to call a campaign although some of its people are blocked. */
export async function confirmBlocked(db: Database, accountId: string, confirmation: Confirmation): Promise<void> {
  await db
    .insert(blockedConfirmationTable)
    .values({ accountId, ...confirmation })
    .onConflictDoUpdate({
      target: [blockedConfirmationTable.accountId, blockedConfirmationTable.campaignId],
      set: confirmation,
    });
}
