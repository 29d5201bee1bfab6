import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import type { addToken } from "@/lib/contract/console/people/tokens";
import type { InputOf } from "@/lib/contract/inputs";
import { refused } from "@/lib/contract/problem";
import { lowerRole, tokenPrefix } from "@/lib/contract/token-access";
import { isMaskingOn, numbersOf } from "@/lib/db/console/number-masking";
import { apiTokenTable, userTable } from "@/lib/db/console/tables/people";
import { type Database, writeFault } from "@/lib/db/database";
import { hashOf, newToken } from "@/lib/secret";
import { changeSessions } from "./session-changes";

const updateEveryMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Makes, lists, revokes and checks the tokens of programs. The database stores only their hashes. */
export function createTokens(db: Database) {
  const activeToken = prepareActiveToken(db);

  /** The owner of a valid token, as they are now, with the token's name and at most its role. */
  async function personOf(token: string): Promise<Person | undefined> {
    const now = clock.now();
    const [row] = await activeToken.execute({ hash: hashOf(token), now });
    if (!row) return undefined;
    const { id, name, scope, lastUsedAt, owner } = row;
    const role = lowerRole(row.role, owner.role);
    if (!lastUsedAt || Math.abs(now.getTime() - lastUsedAt.getTime()) > updateEveryMs)
      await db.update(apiTokenTable).set({ lastUsedAt: now }).where(eq(apiTokenTable.id, id)).catch(ignoreReadOnly);
    return {
      id: owner.id,
      name: `Token ${name} of ${owner.name}`,
      email: owner.email,
      role,
      ...numbersOf(role, { isMasking: row.isMasking, numbersShownUntil: null, now }),
      sessionId: "",
      token: { id, maySend: scope === "send" },
    };
  }

  async function make({ days, ...values }: InputOf<typeof addToken>, userId: string) {
    const token = `${tokenPrefix}${newToken(256)}`;
    const now = clock.now();
    const row = { ...values, id: randomUUID(), userId, hash: hashOf(token), createdAt: now };
    const [made] = await db
      .insert(apiTokenTable)
      .values({ ...row, expiresAt: new Date(now.getTime() + days * dayMs) })
      .returning();
    if (!made) throw new Error("The token was not stored.");
    return { token, made };
  }

  const list = () =>
    db
      .select({ token: apiTokenTable, owner: userTable })
      .from(apiTokenTable)
      .innerJoin(userTable, eq(userTable.id, apiTokenTable.userId))
      .orderBy(desc(apiTokenTable.createdAt), desc(apiTokenTable.id));

  /** Also stops what is being uploaded or exported with it, in all processes. */
  const revoke = (id: string) =>
    changeSessions(db, async (tx) => {
      const [token] = await tx.delete(apiTokenTable).where(eq(apiTokenTable.id, id)).returning();
      if (!token) throw refused("not_found", "This token was already revoked.");
      return token;
    });

  return { personOf, make, list, revoke };
}

export type Tokens = ReturnType<typeof createTokens>;

/** Prepared, because every request of a program runs it. */
const prepareActiveToken = (db: Database) =>
  db
    .select({
      id: apiTokenTable.id,
      name: apiTokenTable.name,
      role: apiTokenTable.role,
      scope: apiTokenTable.scope,
      lastUsedAt: apiTokenTable.lastUsedAt,
      isMasking: isMaskingOn,
      owner: { id: userTable.id, name: userTable.name, email: userTable.email, role: userTable.role },
    })
    .from(apiTokenTable)
    .innerJoin(userTable, eq(userTable.id, apiTokenTable.userId))
    .where(
      and(
        eq(apiTokenTable.hash, sql.placeholder("hash")),
        gt(apiTokenTable.expiresAt, sql.placeholder("now")),
        eq(userTable.isDisabled, false),
      ),
    )
    .prepare("active_token");

/** Reads must work while the database is read-only. */
function ignoreReadOnly(error: unknown) {
  if (!writeFault(error)) throw error;
}
