import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { implementIn } from "@/lib/contract/implement";
import { Problem } from "@/lib/contract/problem";
import { forgetRecord, listSaved, type SavedRecord, saveRecord } from "@/lib/contract/saved";
import type { Database } from "@/lib/db/database";
import type { ConsoleContext, Person } from "./console";
import { mayRead, resourcesFor } from "./may-read";
import { savedTable } from "./tables";

const implement = implementIn<ConsoleContext>();

/** Records that someone opened, pinned or labelled; each person sees those of the resources they may read. */
export const saved = (db: Database) => [
  implement(listSaved, async ({ resource }, { person }) => {
    const seen = resourcesFor(person.role).filter((each) => resource === undefined || each === resource);
    const rows = await db
      .select()
      .from(savedTable)
      .where(inArray(savedTable.resource, seen))
      .orderBy(
        desc(savedTable.isPinned),
        sql`${savedTable.lastSeenAt} desc nulls last`,
        savedTable.resource,
        savedTable.ref,
      )
      .limit(1000);
    return { data: rows.map(recordOf) };
  }),

  implement(saveRecord, async ({ resource, ref, label, pinned }, { person }) => {
    refuseUnseen(person, resource);
    const given = {
      ...(label === undefined ? {} : { label: label || null }),
      ...(pinned === undefined ? {} : { isPinned: pinned }),
    };
    const [row] = await db
      .insert(savedTable)
      .values({ resource, ref, openedBy: person.name, ...given })
      .onConflictDoUpdate({ target: [savedTable.resource, savedTable.ref], set: { resource, ...given } })
      .returning();
    if (!row) throw new Error("A saved record was not given back.");
    return { data: recordOf(row) };
  }),

  implement(forgetRecord, async ({ resource, ref }, { person }) => {
    refuseUnseen(person, resource);
    await db.delete(savedTable).where(and(eq(savedTable.resource, resource), eq(savedTable.ref, ref)));
    return { message: "Forgotten here. Nothing changed on the platform." };
  }),
];

function refuseUnseen(person: Person, resource: string) {
  if (!mayRead(person.role, resource))
    throw new Problem("forbidden", "Your role may not see these records.", { outcome: "refused" });
}

const recordOf = (row: typeof savedTable.$inferSelect): SavedRecord => ({
  resource: row.resource,
  ref: row.ref,
  label: row.label,
  name: row.name,
  pinned: row.isPinned,
  last_status_word: row.lastStatusWord,
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  opened_by: row.openedBy,
  not_found_since: row.notFoundSince?.toISOString() ?? null,
});
