import { and, eq, gt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Mail } from "@/lib/console/console-types";
import { hashOf, newToken } from "@/lib/console/secret";
import { personLinkTable, userTable } from "@/lib/console/tables";
import { linkHours } from "@/lib/contract/console/password";
import { calledOf } from "@/lib/contract/console/team";
import { Problem, refused } from "@/lib/contract/problem";
import type { Database, Transaction } from "@/lib/db/database";
import { oneLine, setPassword } from "./people";
import type { SessionMemory } from "./session-memory";
import { endSessionsOf } from "./sessions";

type User = typeof userTable.$inferSelect;
type Given = { name: string; passwordHash: string };

export type PersonLink = { link: string; expires_at: string };

/**
 * A link by which a person, whose row is locked, chooses a password; those before it are void. Anybody may ask for one in
 * somebody's name, so one that was asked for leaves an admin's as it is. The token stands behind the #: browsers keep that
 * to themselves, and no proxy's log holds it.
 */
export async function makeLink(tx: Transaction, how: { userId: string; origin: string; isSelfAsked?: boolean }) {
  const { userId, origin, isSelfAsked = false } = how;
  const token = newToken(256);
  const expiresAt = new Date(clock.nowMs() + linkHours * 60 * 60 * 1000);
  const before = isSelfAsked ? eq(personLinkTable.isSelfAsked, true) : undefined;
  await tx.delete(personLinkTable).where(and(eq(personLinkTable.userId, userId), before));
  await tx.insert(personLinkTable).values({ tokenHash: hashOf(token), userId, isSelfAsked, expiresAt });
  return { link: `${origin}/set-password#${token}`, expires_at: expiresAt.toISOString() } satisfies PersonLink;
}

/** A link for somebody who is here already. */
export const makeLinkFor = (db: Database, { userId, ...how }: Parameters<typeof makeLink>[1]) =>
  db.transaction(async (tx) => {
    const user = await lockedUser(tx, userId);
    if (user.isDisabled) throw refused("conflict", `${calledOf(user)} is disabled. Enable them first.`);
    return { user, link: await makeLink(tx, { userId, ...how }) };
  });

/** Nobody else changes the person, or makes or uses a link of theirs, until the transaction ends. */
export async function lockedUser(tx: Transaction, id: string) {
  const [user] = await tx.select().from(userTable).where(eq(userTable.id, id)).for("update");
  if (!user) throw refused("not_found", "This person is no longer on the team.");
  return user;
}

export const endLinksOf = (tx: Pick<Database, "delete">, userId: string) =>
  tx.delete(personLinkTable).where(eq(personLinkTable.userId, userId));

/** What a link opens, for whoever has it. */
export function createPersonLinks(db: Database, memory: SessionMemory) {
  async function find(token: string) {
    const [found] = await holders(db, token);
    if (!found || found.user.isDisabled) throw voidLink();
    return found;
  }

  /** Once, whoever else comes at the same moment: the password is theirs, and whoever was signed in as them is not any more. */
  async function use(token: string, { name, passwordHash }: Given): Promise<User> {
    return memory.changing(db, async (tx) => {
      const [found] = await holders(tx, token);
      if (!found) throw voidLink();
      const user = await lockedUser(tx, found.user.id);
      const used = await tx.delete(personLinkTable).where(fits(token)).returning();
      if (user.isDisabled || used.length !== 1) throw voidLink();
      const own = user.name || name;
      await setPassword(tx, { userId: user.id, name: own, passwordHash });
      await endLinksOf(tx, user.id);
      await endSessionsOf(tx, user.id);
      return { ...user, name: own };
    });
  }

  return { find, use };
}

export type PersonLinks = ReturnType<typeof createPersonLinks>;

const fits = (token: string) =>
  and(eq(personLinkTable.tokenHash, hashOf(token)), gt(personLinkTable.expiresAt, clock.now()));

const holders = (db: Pick<Database, "select">, token: string) =>
  db
    .select({ user: userTable, expiresAt: personLinkTable.expiresAt })
    .from(personLinkTable)
    .innerJoin(userTable, eq(userTable.id, personLinkTable.userId))
    .where(fits(token));

const voidLink = () =>
  new Problem(
    "forbidden",
    `This link no longer works: it was used, is incomplete, is older than ${linkHours} hours, or a newer one was made.`,
  );

/** The link as a mail: an invitation by somebody, or a password to be chosen anew. */
export function linkMail(
  user: Pick<User, "name" | "email" | "isInvited">,
  { link, by }: { link: string; by?: string },
) {
  const why = user.isInvited
    ? `${oneLine(by ?? "An admin")} invited you to Switchboard, the console for your team's voice agents.`
    : "Someone, most likely you, asked for a new Switchboard password for this address.";
  const otherwise = user.isInvited
    ? "If you were not expecting this, ignore this mail."
    : "If it was not you, ignore this mail: your password stays as it is.";
  return {
    to: user.email,
    subject: user.isInvited ? "Your invitation to Switchboard" : "Choose a new Switchboard password",
    text: [`${why} Choose your password here:`, link, `The link works once, for ${linkHours} hours. ${otherwise}`].join(
      "\n\n",
    ),
  } satisfies Mail;
}
