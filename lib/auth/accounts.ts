import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { accountTable, sessionTable, userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { hashOf, newToken } from "@/lib/secret";
import type { Cookies } from "./cookies";
import type { Passwords } from "./passwords";
import { setPassword } from "./people";
import { changeSessions } from "./session-changes";
import { absoluteSeconds, endSessionsOf } from "./sessions";

export type User = typeof userTable.$inferSelect;

/** IP address and browser of a new session, shown in the person's list of sessions, and the role that an admin views as. */
export type SessionOrigin = { address: string; userAgent: string | undefined; viewedRole?: Role | null };

/** Checks passwords and starts sessions. The database stores the hash of a session token, and the cookie the signed token. */
export function createAccounts(db: Database, cookies: Cookies, passwords: Passwords) {
  /** The person with this password. Throws `wrong_credentials` after the same time, whether or not the address exists. */
  async function check(email: string, password: string): Promise<User> {
    const [account] = await db
      .select({ user: userTable, hash: accountTable.password })
      .from(userTable)
      .innerJoin(accountTable, eq(accountTable.userId, userTable.id))
      .where(and(eq(userTable.email, email), eq(accountTable.providerId, "credential")));
    const verdict = await passwords.verify({ hash: account?.hash ?? hashOfNobody, password });
    if (!account?.hash || verdict === "wrong" || account.user.isDisabled || account.user.isInvited)
      throw new Problem("wrong_credentials");
    if (verdict === "outdated") await rehash(account.hash, password);
    return account.user;
  }

  /** Stores a password in its normalized form, unless it was changed since. From then on it is accepted in every form. */
  const rehash = async (outdated: string, password: string) =>
    db
      .update(accountTable)
      .set({ password: await passwords.hash(password) })
      .where(eq(accountTable.password, outdated));

  /** Starts a session. Returns its cookie. */
  const start = (user: Pick<User, "id">, origin: SessionOrigin) => db.transaction((tx) => startOn(tx, user, origin));

  async function startOn(tx: Transaction, { id: userId }: Pick<User, "id">, origin: SessionOrigin) {
    const { address, userAgent, viewedRole } = origin;
    const [token, now] = [newToken(256), clock.now()];
    await tx.insert(sessionTable).values({
      ...{ id: randomUUID(), userId, token: hashOf(token), lastSeenAt: now, createdAt: now, updatedAt: now },
      expiresAt: new Date(now.getTime() + absoluteSeconds * 1_000),
      viewedRole,
      ipAddress: address,
      userAgent: userAgent?.slice(0, 300) ?? null,
    });
    await tx.update(userTable).set({ lastSeenAt: now }).where(eq(userTable.id, userId));
    return cookies.setSession(token, absoluteSeconds);
  }

  /** Ends all of the person's sessions and starts one. Returns its cookie. */
  async function changePassword({ id, name }: Pick<User, "id" | "name">, password: string, origin: SessionOrigin) {
    const passwordHash = await passwords.hash(password);
    return changeSessions(db, async (tx) => {
      await setPassword(tx, { userId: id, name, passwordHash });
      await endSessionsOf(tx, id);
      return startOn(tx, { id }, origin);
    });
  }

  return { check, start, changePassword };
}

/** The hash of a password that nobody has, so that an unknown address takes as long as a wrong password. */
const hashOfNobody =
  "$argon2id$v=19$m=19456,t=2,p=1$mDEozbZOxmiJBM212/iQTQ$TI7jhk1g0p3s/HqMWah84EVcRlFzQDxyMxX9HWSE3Gs";
