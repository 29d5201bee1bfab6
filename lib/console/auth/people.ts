import { randomUUID } from "node:crypto";
import { and, count, eq, sql } from "drizzle-orm";
import { accountTable, userTable } from "@/lib/console/tables";
import type { Role } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";

type Writing = Pick<Database, "insert" | "update" | "select" | "execute">;

/** Everything that could leave no admin, or make a second first one, happens one after another. */
export const oneAtATime = (db: Writing) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('switchboard admins', 7))`);

export async function countAdmins(db: Pick<Database, "select">) {
  const isAdmin = and(eq(userTable.role, "admin"), eq(userTable.isDisabled, false));
  const [row] = await db.select({ count: count() }).from(userTable).where(isAdmin);
  return row?.count ?? 0;
}

type NewPerson = { name: string; email: string; role: Role; passwordHash: string; mustChangePassword: boolean };

export async function addPerson(db: Writing, { passwordHash, ...person }: NewPerson) {
  const id = randomUUID();
  const [made] = await db
    .insert(userTable)
    .values({ ...person, id, email: person.email.toLowerCase() })
    .onConflictDoNothing({ target: userTable.email })
    .returning();
  if (!made) return undefined;
  await db
    .insert(accountTable)
    .values({ id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: passwordHash });
  return made;
}

export async function setPassword(
  db: Writing,
  set: { userId: string; passwordHash: string; mustChangePassword: boolean },
) {
  const now = new Date();
  await db
    .update(accountTable)
    .set({ password: set.passwordHash, updatedAt: now })
    .where(and(eq(accountTable.userId, set.userId), eq(accountTable.providerId, "credential")));
  await db
    .update(userTable)
    .set({ mustChangePassword: set.mustChangePassword, updatedAt: now })
    .where(eq(userTable.id, set.userId));
}
