import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { meOf, storedChoices } from "@/lib/auth/preferences";
import { implement } from "@/lib/contract/console/context";
import { changed, choices, getMe, savePreferences } from "@/lib/contract/console/me";
import { Problem, refused } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";

/** The current person and their preferences. */
export const me = (db: Database) => [
  implement(getMe, async (_input, { person }) => meOf(await userOf(db, person.id))),

  implement(savePreferences, async (changes, { person }) =>
    db.transaction(async (tx) => {
      const [user] = await tx.select().from(userTable).where(eq(userTable.id, person.id)).for("update");
      const stored = storedChoices.parse(user?.preferences);
      const preferences = withinBounds(changed(stored, changes));
      await tx.update(userTable).set({ preferences }).where(eq(userTable.id, person.id));
      return meOf(user ? { ...user, preferences } : gone());
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
