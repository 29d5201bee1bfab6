import { and, eq } from "drizzle-orm";
import { deliveryKindTable, deliveryTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

type KindFields = Pick<typeof deliveryKindTable.$inferInsert, "accountId" | "webhookId" | "status"> &
  Partial<typeof deliveryKindTable.$inferInsert>;
type Stored = KindFields &
  Omit<typeof deliveryTable.$inferInsert, "kind" | "raw" | "lastAt" | "standingAt"> &
  Partial<typeof deliveryTable.$inferInsert>;

/** ID of the kind with these fields, made if there is none. */
export async function kindFor(db: Database, { accountId, webhookId, status, ...rest }: KindFields): Promise<number> {
  const { event = "call.ended", attempts = 1, standing = "unknown", late = -1 } = rest;
  const kind = { accountId, webhookId, status, event, attempts, standing, late };
  await db.insert(deliveryKindTable).values(kind).onConflictDoNothing();
  const isSame = and(
    eq(deliveryKindTable.accountId, accountId),
    eq(deliveryKindTable.webhookId, webhookId),
    eq(deliveryKindTable.status, status),
    eq(deliveryKindTable.event, event),
    eq(deliveryKindTable.attempts, attempts),
    eq(deliveryKindTable.standing, standing),
    eq(deliveryKindTable.late, late),
  );
  const [found] = await db.select({ id: deliveryKindTable.id }).from(deliveryKindTable).where(isSame);
  return found?.id ?? 0;
}

/** Stores entries of the webhook log without a read. */
export async function storeDeliveries(db: Database, entries: readonly Stored[]) {
  for (const entry of entries) {
    const { firstSeenAt, changedAt, at = null } = entry;
    const values = {
      ...{ accountId: entry.accountId, key: entry.key, kind: await kindFor(db, entry), raw: entry.raw ?? {}, at },
      ...{
        beginsAt: at,
        lastAt: entry.lastAt ?? at ?? firstSeenAt,
        firstSeenAt,
        notSeenAt: entry.notSeenAt ?? null,
        changedAt,
      },
      ...{ standingAt: changedAt, goneAt: entry.goneAt ?? null },
    };
    await db.insert(deliveryTable).values(values);
  }
}
