import { eq } from "drizzle-orm";
import { implementIn } from "@/lib/contract/implement";
import { getMe, type Me, savePreferences, usualPreferences } from "@/lib/contract/me";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import type { ConsoleContext } from "./console";
import { userTable } from "./tables";

const implement = implementIn<ConsoleContext>();

/** The person who asks, and how they like things. */
export const me = (db: Database) => [
  implement(getMe, async (_input, { person }) => meOf(await userOf(db, person.id))),

  implement(savePreferences, async (given, { person }) =>
    db.transaction(async (tx) => {
      const [user] = await tx.select().from(userTable).where(eq(userTable.id, person.id)).for("update");
      const kept = user?.preferences ?? {};
      const columns = { ...kept.columns, ...given.columns };
      const preferences = { ...kept, ...given, columns };
      await tx.update(userTable).set({ preferences }).where(eq(userTable.id, person.id));
      return meOf(user ? { ...user, preferences } : gone());
    }),
  ),
];

async function userOf(db: Database, id: string) {
  const [user] = await db.select().from(userTable).where(eq(userTable.id, id));
  return user ?? gone();
}

function gone(): never {
  throw new Problem("unauthenticated", "Sign in to go on.");
}

const meOf = (user: typeof userTable.$inferSelect): Me => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  preferences: { ...usualPreferences, ...user.preferences },
  must_change_password: user.mustChangePassword,
});
