import { randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { accountTable, userTable } from "@/lib/db/console/tables/people";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { changeSessions } from "./session-changes";
import { refuseWithoutLocalAdmin } from "./sso/sso-only";

type Writable = Pick<Database, "insert" | "update" | "select" | "execute">;

/** Serializes changes that could leave no admin or create two first admins. */
export const serializeAdminChanges = (tx: Writable) => lockInTransaction(tx, "switchboard admins");

/** Admins who can sign in. With `invited`, also those who have not chosen a password yet. */
export async function countAdmins(db: Pick<Database, "select">, { invited }: { invited: boolean }) {
  const isAdmin = and(
    eq(userTable.role, "admin"),
    eq(userTable.isDisabled, false),
    invited ? undefined : eq(userTable.isInvited, false),
  );
  const [row] = await db.select({ count: count() }).from(userTable).where(isAdmin);
  return row?.count ?? 0;
}

/** Rolls back a change of people that would leave nobody who can sign in as admin. */
export function keepingAnAdmin<T>(db: Database, run: (tx: Transaction) => Promise<T>) {
  return changeSessions(db, async (tx) => {
    await serializeAdminChanges(tx);
    const done = await run(tx);
    if ((await countAdmins(tx, { invited: false })) === 0)
      throw refused("not_possible", "There must be at least one admin.");
    await refuseWithoutLocalAdmin(tx);
    return done;
  });
}

/** Without a password hash, the person is invited to choose a password. */
type NewPerson = { name: string; email: string; role: Role; passwordHash: string | null };

export async function addPerson(db: Writable, { passwordHash, ...person }: NewPerson) {
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

type NewPassword = { userId: string; name: string; passwordHash: string };

/** Stores a new password and ends an invitation. */
export async function setPassword(db: Writable, { userId, name, passwordHash }: NewPassword) {
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

/** Mails contain names. A line break in a name could forge text of Switchboard. */
export const oneLine = (name: string) => name.replaceAll(/\s+/g, " ").trim();
