import { and, eq, gt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { askedLinkHours, linkHours } from "@/lib/contract/console/people/password";
import { calledOf } from "@/lib/contract/console/people/team";
import { Problem, refused } from "@/lib/contract/problem";
import { personLinkTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import type { Mail } from "@/lib/mailer";
import { hashOf, newToken } from "@/lib/secret";
import { oneLine, setPassword } from "./people";
import { changeSessions } from "./session-changes";
import { endSessionsOf } from "./sessions";

type User = typeof userTable.$inferSelect;
type NewCredentials = { name: string; passwordHash: string };

/** `by`: name of the admin who makes it. */
type NewLink = { userId: string; origin: string; by?: string; isSelfAsked?: boolean };

export type PersonLink = { link: string; expires_at: string };

/**
 * Creates a link to choose a password and voids earlier ones. The person's row must be locked. Anybody can request a link for
 * somebody else, so a self-requested link does not void those of admins. The token follows the #, because browsers do not send
 * that part to servers.
 */
export async function makeLink(tx: Transaction, options: NewLink) {
  const { userId, origin, by, isSelfAsked = false } = options;
  const token = newToken(256);
  const expiresAt = new Date(clock.nowMs() + (isSelfAsked ? askedLinkHours : linkHours) * 60 * 60 * 1000);
  const before = isSelfAsked ? eq(personLinkTable.isSelfAsked, true) : undefined;
  await tx.delete(personLinkTable).where(and(eq(personLinkTable.userId, userId), before));
  await tx
    .insert(personLinkTable)
    .values({ tokenHash: hashOf(token), userId, isSelfAsked, madeBy: by ?? null, expiresAt });
  return { link: `${origin}/set-password#${token}`, expires_at: expiresAt.toISOString() } satisfies PersonLink;
}

/** Creates a link for an existing person. */
export const makeLinkFor = (db: Database, { userId, ...options }: NewLink) =>
  db.transaction(async (tx) => {
    const user = await lockedUser(tx, userId);
    if (user.isDisabled) throw refused("not_possible", `${calledOf(user)} is disabled. Enable this person first.`);
    return { user, link: await makeLink(tx, { userId, ...options }) };
  });

/** Locks a person until the transaction ends, so that no other transaction changes them or their links. */
export async function lockedUser(tx: Transaction, id: string) {
  const [user] = await tx.select().from(userTable).where(eq(userTable.id, id)).for("update");
  if (!user) throw refused("not_found", "This person is no longer on the team.");
  return user;
}

export const endLinksOf = (tx: Pick<Database, "delete">, userId: string) =>
  tx.delete(personLinkTable).where(eq(personLinkTable.userId, userId));

/** Throws if the link is void or its person is disabled. */
export async function findLink(db: Database, token: string) {
  const [link] = await linksOf(db, token);
  if (!link || link.user.isDisabled) throw voidLink();
  return link;
}

/** Uses a link once, even if several requests use it at the same time. Sets the password and ends all sessions of the person. */
export const redeemLink = (db: Database, token: string, { name, passwordHash }: NewCredentials) =>
  changeSessions(db, async (tx) => {
    const [link] = await linksOf(tx, token);
    if (!link) throw voidLink();
    const user = await lockedUser(tx, link.user.id);
    const used = await tx.delete(personLinkTable).where(isValid(token)).returning();
    if (user.isDisabled || used.length !== 1) throw voidLink();
    await setPassword(tx, { userId: user.id, name: user.name || name, passwordHash });
    await endLinksOf(tx, user.id);
    await endSessionsOf(tx, user.id);
  });

const isValid = (token: string) =>
  and(eq(personLinkTable.tokenHash, hashOf(token)), gt(personLinkTable.expiresAt, clock.now()));

const linksOf = (db: Pick<Database, "select">, token: string) =>
  db
    .select({ user: userTable, expiresAt: personLinkTable.expiresAt, madeBy: personLinkTable.madeBy })
    .from(personLinkTable)
    .innerJoin(userTable, eq(userTable.id, personLinkTable.userId))
    .where(isValid(token));

const voidLink = () =>
  new Problem(
    "forbidden",
    `This link no longer works. It was already used, is incomplete, has expired or was replaced by a newer one.`,
  );

/** The mail of a link, as an invitation or a password reset. Without `by`, somebody asked for it on the sign-in page. */
export function linkMail(
  user: Pick<User, "name" | "email" | "isInvited">,
  { link, by, hours = linkHours }: { link: string; by?: string; hours?: number },
) {
  const why = user.isInvited
    ? `${oneLine(by ?? "An admin")} invited you to Switchboard, the console for your team's voice agents.`
    : by === undefined
      ? "Someone, probably you, asked to reset the Switchboard password for this address."
      : `${oneLine(by)} made a link for you to choose a new Switchboard password.`;
  const ignoreHint = user.isInvited
    ? "If you did not expect this email, you can ignore it."
    : by === undefined
      ? "If it was not you, you can ignore this email. Your password will not change."
      : `If you did not ask for it, tell ${oneLine(by)}. Your password works until you use the link.`;
  return {
    to: user.email,
    subject: user.isInvited ? "Your invitation to Switchboard" : "Choose a new Switchboard password",
    text: [`${why} Choose your password here:`, link, `The link works once, for ${hours} hours. ${ignoreHint}`].join(
      "\n\n",
    ),
  } satisfies Mail;
}
