import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { meNow, sessionRole } from "@/lib/auth/preferences";
import { changeSessions } from "@/lib/auth/session-changes";
import { implement } from "@/lib/contract/console/context";
import { changed, getMe, renameMe, savePreferences, viewAs } from "@/lib/contract/console/people/me";
import { choices, storedChoices } from "@/lib/contract/inputs/preferences";
import { Problem, refused } from "@/lib/contract/problem";
import { sessionTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { refuseColleaguesName, renamedResources, renamePerson } from "./rename";

type MeOptions = { changed: (resources: readonly string[]) => void };

export const me = (db: Database, { changed: publish }: MeOptions) => [
  implement(getMe, async (_input, { person }) => meNow(db, await userOf(db, person.id), person)),

  implement(viewAs, async ({ role }, { person }) =>
    changeSessions(db, async (tx) => {
      const [user = gone()] = await tx.select().from(userTable).where(eq(userTable.id, person.id)).for("share");
      if (user.role !== "admin") throw refused("forbidden", "Only admins can view as another role.");
      await tx.update(sessionTable).set({ viewedRole: role }).where(eq(sessionTable.id, person.sessionId));
      return meNow(tx, user, sessionRole(user.role, role));
    }),
  ),

  implement(renameMe, async ({ name }, { person }) => {
    await refuseColleaguesName(db, { id: person.id, name });
    const { user, before } = await renamePerson(db, { id: person.id, name });
    publish(renamedResources);
    return {
      ...(await meNow(db, user, person)),
      message: `${before.name || before.email} is called ${user.name} now.`,
    };
  }),

  implement(savePreferences, async (changes, { person }) =>
    db.transaction(async (tx) => {
      const [user] = await tx.select().from(userTable).where(eq(userTable.id, person.id)).for("update");
      const stored = storedChoices.parse(user?.preferences);
      const preferences = withinBounds(changed(stored, changes));
      await tx.update(userTable).set({ preferences }).where(eq(userTable.id, person.id));
      return meNow(tx, user ? { ...user, preferences } : gone(), person);
    }),
  ),
];

function withinBounds(merged: z.input<typeof choices>) {
  const { success, data, error } = choices.safeParse(merged);
  if (success) return data;
  throw refused("bad_input", error.issues[0]?.message ?? "This setting could not be saved.");
}

async function userOf(db: Database, id: string) {
  const [user] = await db.select().from(userTable).where(eq(userTable.id, id));
  return user ?? gone();
}

function gone(): never {
  throw new Problem("unauthenticated", "Sign in to continue.");
}
