import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { oneLine } from "@/lib/auth/people";
import { lockedUser } from "@/lib/auth/person-links";
import { clock } from "@/lib/clock";
import { refused } from "@/lib/contract/problem";
import { alertTable } from "@/lib/db/console/tables/alerts";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

/** Refuses a colleague's name, under which people would read what somebody else did. An admin may give it: namesakes exist. */
export async function refuseColleaguesName(db: Pick<Database, "select">, { id, name }: { id: string; name: string }) {
  const isSame = eq(sql`lower(${userTable.name})`, oneLine(name).toLowerCase());
  const [other] = await db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(isSame, ne(userTable.id, id)));
  if (other) throw refused("not_possible", "A colleague has this name. Add what tells you apart, or ask an admin.");
}

/** Renames a person, also in what is still to be done in their name. Past entries and notes keep the old name. */
export const renamePerson = (db: Database, { id, name: typed }: { id: string; name: string }) =>
  db.transaction(async (tx) => {
    const before = await lockedUser(tx, id);
    const name = oneLine(typed);
    if (name === before.name) throw refused("not_possible", "The name is the same as before.");
    const values = { name, updatedAt: clock.now() };
    const [user = before] = await tx.update(userTable).set(values).where(eq(userTable.id, id)).returning();
    // Actions that a token scheduled keep the token's name.
    const { personId, by, state } = plannedActionTable;
    const isOpen = and(eq(personId, id), eq(by, before.name), inArray(state, ["planned", "sending"]));
    await tx.update(plannedActionTable).set({ by: name }).where(isOpen);
    const areHours = and(eq(campaignHoursTable.personId, id), eq(campaignHoursTable.by, before.name));
    await tx.update(campaignHoursTable).set({ by: name }).where(areHours);
    const isHeld = and(eq(alertTable.ownerId, id), isNull(alertTable.clearedAt));
    await tx.update(alertTable).set({ owner: name }).where(isHeld);
    return { user, before };
  });

/** Resources to invalidate after a rename. */
export const renamedResources = ["me", "team", "automation", "alerts"] as const;
