import { and, eq, isNull, lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { JudgedFact } from "@/lib/contract/console/inbox/facts";
import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { deniedTable, eventTable } from "@/lib/db/console/tables/inbox";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database, Transaction } from "@/lib/db/database";
import { hashOf } from "@/lib/secret";

const keptDays = 30;

/** IDs that the platform does not know as that kind of record. */
export async function deniedValues(db: Database, accountId: string) {
  const rows = await db.select().from(deniedTable).where(eq(deniedTable.accountId, accountId));
  const keys = new Set(rows.map(({ fact, valueHash }) => `${fact} ${valueHash}`));
  return { has: (fact: string, value: string) => keys.size > 0 && keys.has(`${fact} ${hashOf(value)}`) };
}

const refOf = { call: eventTable.callRef, campaign: eventTable.campaignRef, assistant: eventTable.assistantRef };
const resourceOf = { campaign: "campaigns", assistant: "assistants" } as const;

type Denied = { fact: JudgedFact; value: string };

/** Stores that the platform has no such record. Events with this ID are read again, for another candidate. */
export async function deny(tx: Transaction, accountId: string, { fact, value }: Denied): Promise<void> {
  const row = { accountId, fact, valueHash: hashOf(value), at: clock.now() };
  await tx.insert(deniedTable).values(row).onConflictDoNothing();
  const hasIt = and(eq(eventTable.accountId, accountId), eq(refOf[fact], value));
  await tx.update(eventTable).set({ isRead: false }).where(hasIt);
  if (fact === "call") return;
  const isOnlyNamed = and(
    isSaved({ accountId, resource: resourceOf[fact], ref: value }),
    eq(savedTable.namedByResource, inboxSource),
    eq(savedTable.isPinned, false),
    isNull(savedTable.label),
    isNull(savedTable.openedBy),
    isNull(savedTable.lastSeenAt),
  );
  await tx.delete(savedTable).where(isOnlyNamed);
}

export const removeOldDenied = (db: Database) =>
  db.delete(deniedTable).where(lt(deniedTable.at, new Date(clock.nowMs() - keptDays * 86_400_000)));
