import { randomUUID } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Role } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { accountTable, sessionTable, signInMailTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { hashOf, newToken } from "@/lib/secret";
import type { Cookies } from "./cookies";
import type { Passwords } from "./passwords";
import { setPassword } from "./people";
import { nextStep } from "./second-factor";
import { changeSessions } from "./session-changes";
import { absoluteSeconds, endSessionsOf, ssoSeconds } from "./sessions";

type User = typeof userTable.$inferSelect;

/** A person and the hash of the password that was checked. */
export type CheckedAccount = { user: User; hash: string };

/** IP address and browser of a new session, shown in the person's list of sessions. */
export type SessionOrigin = {
  address: string;
  userAgent: string | undefined;
  /** The role that an admin views as. */
  viewedRole?: Role | null;
  usedSecondFactor?: boolean;
  /** The ID token of a sign-in at the provider, for signing out there. */
  sealedIdToken?: string | null;
  /** Keeps the end of an earlier session. */
  expiresAt?: Date | undefined;
  /** Queues a mail to the person. */
  isUnknownBrowser?: boolean;
};

/** Checks passwords and starts sessions. The database stores the hash of a session token, and the cookie the signed token. */
export function createAccounts(db: Database, cookies: Cookies, passwords: Passwords) {
  /** The person with this password. Throws `wrong_credentials` after the same time, whether or not the address exists. */
  async function check(email: string, password: string): Promise<CheckedAccount> {
    const [account] = await accountsWhere(db, eq(userTable.email, email));
    const verdict = await passwords.verify({ hash: account?.hash ?? hashOfNobody, password });
    if (!account?.hash || verdict === "wrong" || account.user.isDisabled || account.user.isInvited)
      throw new Problem("wrong_credentials");
    const { user, hash } = account;
    if (verdict !== "outdated") return { user, hash };
    const newHash = await rehash(hash, password);
    return newHash ? { user, hash: newHash } : check(email, password);
  }

  /** Stores a password in its normalized form, unless it was changed since. From then on it is accepted in every form. */
  async function rehash(outdated: string, password: string) {
    const newHash = await passwords.hash(password);
    const isOutdated = eq(accountTable.password, outdated);
    const stored = await db.update(accountTable).set({ password: newHash }).where(isOutdated).returning();
    return stored.length > 0 ? newHash : undefined;
  }

  /** Starts a session, unless the account changed since the check. Returns its cookie. */
  const start = (checked: CheckedAccount, origin: SessionOrigin) =>
    db.transaction(async (tx) => {
      await lockUnchanged(tx, checked);
      if (await nextStep(tx, checked.user)) throw refused("conflict", "Your account was just changed. Sign in again.");
      return startSession(tx, { cookies, userId: checked.user.id, origin });
    });

  /** Ends all of the person's sessions and starts one like that with this ID. Returns its cookie. */
  async function changePassword(checked: CheckedAccount, { password, sessionId, origin }: PasswordChange) {
    const { id: userId, name } = checked.user;
    const passwordHash = await passwords.hash(password);
    return changeSessions(db, async (tx) => {
      await lockUnchanged(tx, checked);
      const { viewedRole, usedSecondFactor, sealedIdToken, expiresAt: end } = sessionTable;
      const kept = { viewedRole, usedSecondFactor, sealedIdToken, end };
      const [before] = await tx.select(kept).from(sessionTable).where(eq(sessionTable.id, sessionId));
      await setPassword(tx, { userId, name, passwordHash });
      await endSessionsOf(tx, userId);
      const expiresAt = before?.sealedIdToken ? before.end : undefined;
      return startSession(tx, { cookies, userId, origin: { ...origin, ...before, expiresAt } });
    });
  }

  return { check, start, changePassword };
}

type PasswordChange = { password: string; sessionId: string; origin: SessionOrigin };
type NewSession = { cookies: Cookies; userId: string; origin: SessionOrigin };

/** Returns the session's cookie. The person's row must be locked. */
export async function startSession(tx: Transaction, { cookies, userId, origin }: NewSession) {
  const { address, viewedRole, usedSecondFactor, sealedIdToken, isUnknownBrowser } = origin;
  const [id, token, now] = [randomUUID(), newToken(256), clock.now()];
  const lastsSeconds = sealedIdToken ? ssoSeconds : absoluteSeconds;
  const expiresAt = origin.expiresAt ?? new Date(now.getTime() + lastsSeconds * 1_000);
  const userAgent = origin.userAgent?.slice(0, 300) ?? null;
  await tx.insert(sessionTable).values({
    ...{ id, userId, token: hashOf(token), lastSeenAt: now, createdAt: now, updatedAt: now },
    ...{ expiresAt, viewedRole, usedSecondFactor, sealedIdToken, ipAddress: address, userAgent },
  });
  if (isUnknownBrowser)
    await tx.insert(signInMailTable).values({ id, userId, address, userAgent, at: now, nextAttemptAt: now });
  await tx.update(userTable).set({ lastSeenAt: now }).where(eq(userTable.id, userId));
  return cookies.setSession(token, lastsSeconds);
}

const accountsWhere = (db: Pick<Database, "select">, where: SQL) =>
  db
    .select({ user: userTable, hash: accountTable.password })
    .from(userTable)
    .innerJoin(accountTable, eq(accountTable.userId, userTable.id))
    .where(and(where, eq(accountTable.providerId, "credential")));

/** A password is checked without a lock, because that takes long. Meanwhile it can be changed, or its person removed. */
export async function lockUnchanged(tx: Transaction, { user, hash }: CheckedAccount) {
  const [account] = await accountsWhere(tx, eq(userTable.id, user.id)).for("update");
  if (account?.hash !== hash || account.user.isDisabled) throw new Problem("wrong_credentials");
}

/** The hash of a password that nobody has, so that an unknown address takes as long as a wrong password. */
const hashOfNobody =
  "$argon2id$v=19$m=19456,t=2,p=1$mDEozbZOxmiJBM212/iQTQ$TI7jhk1g0p3s/HqMWah84EVcRlFzQDxyMxX9HWSE3Gs";
