import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { SessionMemory } from "@/lib/auth/session-memory";
import { apiOperations } from "@/lib/contract/api";
import { changed, choices, getMe, type Me, savePreferences, usualPreferences } from "@/lib/contract/console/me";
import { isWrite, type Operation, type Role, resourceOf } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { implement } from "./console-types";

/** The current person and their preferences. */
export const me = (db: Database, memory: SessionMemory) => [
  implement(getMe, async (_input, { person }) => meOf(await userOf(db, person.id))),

  implement(savePreferences, async (changes, { person }) =>
    memory.changing(db, async (tx) => {
      const [user] = await tx.select().from(userTable).where(eq(userTable.id, person.id)).for("update");
      const stored = storedChoices.parse(user?.preferences);
      const preferences = withinBounds(changed(stored, changes));
      await tx.update(userTable).set({ preferences }).where(eq(userTable.id, person.id));
      return meOf(user ? { ...user, preferences } : gone());
    }),
  ),
];

/** Ignores preferences of earlier versions that exceed the current limits. */
const storedChoices = choices.catch({});

function withinBounds(merged: z.input<typeof choices>) {
  const { success, data, error } = choices.safeParse(merged);
  if (success) return data;
  throw refused("bad_input", error.issues[0]?.message ?? "This cannot be kept.");
}

async function userOf(db: Database, id: string) {
  const [user] = await db.select().from(userTable).where(eq(userTable.id, id));
  return user ?? gone();
}

function gone(): never {
  throw new Problem("unauthenticated", "Sign in to continue.");
}

type UserRow = Pick<typeof userTable.$inferSelect, "id" | "name" | "email" | "role" | "preferences">;

export const meOf = (user: UserRow): Me => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  preferences: { ...usualPreferences, ...storedChoices.parse(user.preferences) },
});

/** The reads of a resource, or its writes if it has none. A role that is allowed one of them can see the resource. */
function operationsOf(resource: string): readonly Operation[] {
  const all = apiOperations.filter((op) => resourceOf(op) === resource);
  const reads = all.filter((op) => !isWrite(op));
  return reads.length > 0 ? reads : all;
}

export const mayRead = (role: Role, resource: string) =>
  operationsOf(resource).some(({ allow }) => allow.includes(role));

export const resourcesFor = (role: Role) =>
  [...new Set(apiOperations.map(resourceOf))].filter((resource) => mayRead(role, resource));
