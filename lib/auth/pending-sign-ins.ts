import { and, eq, gt, lt } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { Problem } from "@/lib/contract/problem";
import { pendingSignInTable, userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { hashOf, newToken } from "@/lib/secret";
import { type CheckedAccount, lockUnchanged, type SessionOrigin, startSession } from "./accounts";
import type { Cookies } from "./cookies";
import { lockedUser } from "./person-links";
import type { UseCode } from "./second-factor";

const lastsSeconds = 10 * 60;

/** Sign-ins with the right password that wait for a code. What ends a person's sessions ends them too. */
export function createPendingSignIns(db: Database, cookies: Cookies) {
  const isOf = (cookie: string | undefined) =>
    and(
      eq(pendingSignInTable.tokenHash, hashOf(cookies.pendingIn(cookie) ?? "")),
      gt(pendingSignInTable.expiresAt, clock.now()),
    );

  return {
    /** Returns a cookie. */
    start: (checked: CheckedAccount) =>
      db.transaction(async (tx) => {
        await lockUnchanged(tx, checked);
        const [token, now] = [newToken(256), clock.nowMs()];
        const expiresAt = new Date(now + lastsSeconds * 1_000);
        await tx.delete(pendingSignInTable).where(lt(pendingSignInTable.expiresAt, new Date(now)));
        await tx.insert(pendingSignInTable).values({ tokenHash: hashOf(token), userId: checked.user.id, expiresAt });
        return cookies.setPending(token, lastsSeconds);
      }),

    /** The sign-in of this browser and its person. */
    async find(cookie: string | undefined) {
      const isPerson = eq(userTable.id, pendingSignInTable.userId);
      const [row] = await db.select().from(pendingSignInTable).innerJoin(userTable, isPerson).where(isOf(cookie));
      return row ? { id: row.pending_sign_in.tokenHash, user: row.user } : ended();
    },

    /** Uses the code up and starts a session, both or neither. */
    finish: (cookie: string | undefined, origin: SessionOrigin, use: UseCode) =>
      db.transaction(async (tx) => {
        const [pending] = await tx.delete(pendingSignInTable).where(isOf(cookie)).returning();
        if (!pending) return ended();
        const { id: userId, isDisabled } = await lockedUser(tx, pending.userId);
        if (isDisabled) return ended();
        const codes = await use(tx);
        const session = { cookies, userId, origin: { ...origin, usedSecondFactor: true } };
        return { codes, cookie: await startSession(tx, session) };
      }),

    end: (id: string) => db.delete(pendingSignInTable).where(eq(pendingSignInTable.tokenHash, id)),
  };
}

function ended(): never {
  throw new Problem("unauthenticated", "This sign-in has ended. Enter your password again.");
}
