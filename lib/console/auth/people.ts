import { randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { accountTable, userTable } from "@/lib/console/tables";
import type { Role } from "@/lib/contract/operation";
import { type Database, takeTurn } from "@/lib/db/database";

type Writing = Pick<Database, "insert" | "update" | "select" | "execute">;

/** Everything that could leave no admin, or make a second first one, happens one after another. */
export const oneAtATime = (tx: Writing) => takeTurn(tx, "switchboard admins");

/** Those who can sign in; `invited` counts those as well who cannot yet. */
export async function countAdmins(db: Pick<Database, "select">, { invited }: { invited: boolean }) {
  const isAdmin = and(
    eq(userTable.role, "admin"),
    eq(userTable.isDisabled, false),
    invited ? undefined : eq(userTable.isInvited, false),
  );
  const [row] = await db.select({ count: count() }).from(userTable).where(isAdmin);
  return row?.count ?? 0;
}

/** Without a password, who was invited to choose one. */
type NewPerson = { name: string; email: string; role: Role; passwordHash: string | null };

export async function addPerson(db: Writing, { passwordHash, ...person }: NewPerson) {
  const id = randomUUID();
  const [user] = await db
    .insert(userTable)
    .values({
      ...{ ...person, id, name: oneLine(person.name), email: person.email.toLowerCase() },
      isInvited: passwordHash === null,
    })
    .onConflictDoNothing({ target: userTable.email })
    .returning();
  if (!user) return undefined;
  await db
    .insert(accountTable)
    .values({ id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: passwordHash });
  return user;
}

type Chosen = { userId: string; name: string; passwordHash: string };

/** A password that the person chose, who is not only invited any more. */
export async function setPassword(db: Writing, { userId, name, passwordHash }: Chosen) {
  const updatedAt = clock.now();
  await db
    .update(accountTable)
    .set({ password: passwordHash, updatedAt })
    .where(and(eq(accountTable.userId, userId), eq(accountTable.providerId, "credential")));
  await db
    .update(userTable)
    .set({ name: oneLine(name), isInvited: false, updatedAt })
    .where(eq(userTable.id, userId));
}

/** Mails quote names: a line break in one could pass for text of Switchboard's. */
export const oneLine = (name: string) => name.replaceAll(/\s+/g, " ").trim();
