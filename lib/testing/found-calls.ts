import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

type Call = Partial<typeof foundCallTable.$inferInsert> & { contact: string | null; campaignRef: string };

const startMs = Date.parse("2026-11-28T18:00:00Z");

/** Stores calls as the events of a platform would, a second after each other. `contact`: digits of the number. */
export async function storeCalls(db: Database, accountId: string, calls: readonly Call[]) {
  const count = await db.$count(foundCallTable);
  const rows = calls.map((call, index) => {
    const at = new Date(startMs + (count + index) * 1_000);
    return {
      accountId,
      ref: `call_${count + index}`,
      at,
      isOver: true,
      firstEventAt: at,
      lastEventAt: at,
      events: 2,
      ...call,
    };
  });
  for (let from = 0; from < rows.length; from += 1_000)
    await db.insert(foundCallTable).values(rows.slice(from, from + 1_000));
}

export const storeCampaign = (db: Database, accountId: string, ref: string, lastStatusWord: string, name = ref) =>
  db
    .insert(savedTable)
    .values({ accountId, resource: "campaigns", ref, name, lastStatusWord })
    .onConflictDoUpdate({
      target: [savedTable.accountId, savedTable.resource, savedTable.ref],
      set: { lastStatusWord },
    });
