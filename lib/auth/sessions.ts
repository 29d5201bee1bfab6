import { and, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import type { Reader } from "@/lib/contract/console/context";
import type { SignedInSession } from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { isMaskingOn, numbersOf } from "@/lib/db/console/number-masking";
import { restoredCopyColumn } from "@/lib/db/console/restored-copy";
import { pendingSignInTable, sessionTable, userTable } from "@/lib/db/console/tables/people";
import { type Database, type Transaction, writeFault } from "@/lib/db/database";
import { hashOf } from "@/lib/secret";
import type { Cookies } from "./cookies";
import { meOf, sessionRole } from "./preferences";
import { changeSessions } from "./session-changes";

export const absoluteSeconds = 24 * 60 * 60;
export const ssoSeconds = 8 * 60 * 60;
const idleMs = 60 * 60 * 1000;
const updateEveryMs = 60_000;

/** Reads, lists and ends sessions. */
export function createSessions(db: Database, cookies: Cookies) {
  const activePerson = prepareActivePerson(db);

  /** `isUnattended` requests come from a tab without a person. They do not keep the session active. */
  async function personOf(cookie: string | undefined, isUnattended = false): Promise<Reader | undefined> {
    const token = cookies.sessionTokenIn(cookie);
    if (token === undefined) return undefined;
    const now = clock.now();
    const [row] = await activePerson.execute({ token: hashOf(token), now, activeSince: activeSince(now) });
    if (!row) return undefined;
    const { lastSeenAt, preferences, viewedRole, isMasking, numbersShownUntil, copy, ...user } = row;
    const session = sessionRole(user.role, viewedRole);
    const person = { ...user, ...session, ...numbersOf(session.role, { isMasking, numbersShownUntil, now }) };
    if (!isUnattended && Math.abs(now.getTime() - lastSeenAt.getTime()) > updateEveryMs)
      await updateLastSeen(db, person).catch(ignoreReadOnly);
    return { ...person, me: meOf({ ...user, preferences }, person, copy ?? undefined) };
  }

  return {
    personOf,
    list: (person: SessionOwner) => listSessions(db, person),
    /** Active sessions and roles. Does not count as activity. */
    activeRoles: (ids: readonly string[]) => activeRoles(db, ids),
    hasSession: (cookie: string | undefined) => cookies.sessionTokenIn(cookie) !== undefined,
    /** Returns true if there was such a session. */
    end: (person: Pick<Person, "id">, id: string) =>
      changeSessions(db, async (tx) => hasRows(await endWhere(tx, person, eq(sessionTable.id, id)))),
    /** Ends all sessions and the sign-ins that wait for a code. Returns true if there was one. */
    endAll: ({ id }: Pick<Person, "id">) => changeSessions(db, (tx) => endSessionsOf(tx, id)),
    endOthers: (person: Person) =>
      changeSessions(db, async (tx) => {
        await endPendingOf(tx, person.id);
        await endWhere(tx, person, ne(sessionTable.id, person.sessionId));
      }),
    /** True if the person is signed in elsewhere, or if a sign-in waits for a code. */
    async hasOthers(person: Person) {
      const isOwn = eq(pendingSignInTable.userId, person.id);
      const pending = await db.select().from(pendingSignInTable).where(isOwn).limit(1);
      return pending.length > 0 || (await listSessions(db, person)).some(({ is_current }) => !is_current);
    },
    sweep: () => db.delete(sessionTable).where(sql`not (${isActive()})`),
  };
}

type SessionOwner = Pick<Person, "id" | "sessionId">;

async function listSessions(db: Database, person: SessionOwner): Promise<SignedInSession[]> {
  const rows = await db
    .select()
    .from(sessionTable)
    .where(and(eq(sessionTable.userId, person.id), isActive()))
    .orderBy(desc(sessionTable.lastSeenAt), desc(sessionTable.id));
  return rows.map((row) => ({
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    address: row.ipAddress || null,
    browser: row.userAgent || null,
    is_current: row.id === person.sessionId,
  }));
}

async function activeRoles(db: Database, ids: readonly string[]): Promise<Map<string, Role>> {
  const rows = await db
    .select({ id: sessionTable.id, role: userTable.role, viewedRole: sessionTable.viewedRole })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .where(and(inArray(sessionTable.id, [...ids]), isActive(), eq(userTable.isDisabled, false)));
  return new Map(rows.map(({ id, role, viewedRole }) => [id, sessionRole(role, viewedRole).role]));
}

const endWhere = (tx: Transaction, { id }: Pick<Person, "id">, isChosen: SQL) =>
  tx.delete(sessionTable).where(and(eq(sessionTable.userId, id), isChosen));

export type Sessions = ReturnType<typeof createSessions>;

const activeSince = (now: Date) => new Date(now.getTime() - idleMs);

function isActive() {
  const now = clock.now();
  return and(gt(sessionTable.expiresAt, now), gt(sessionTable.lastSeenAt, activeSince(now)));
}

/** Prepared, because every request runs it. Building and planning it costs several times its execution. */
const prepareActivePerson = (db: Database) =>
  db
    .select({
      id: userTable.id,
      name: userTable.name,
      email: userTable.email,
      role: userTable.role,
      preferences: userTable.preferences,
      sessionId: sessionTable.id,
      viewedRole: sessionTable.viewedRole,
      numbersShownUntil: sessionTable.numbersShownUntil,
      isMasking: isMaskingOn,
      copy: restoredCopyColumn,
      lastSeenAt: sessionTable.lastSeenAt,
    })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .where(
      and(
        eq(sessionTable.token, sql.placeholder("token")),
        gt(sessionTable.expiresAt, sql.placeholder("now")),
        gt(sessionTable.lastSeenAt, sql.placeholder("activeSince")),
        eq(userTable.isDisabled, false),
      ),
    )
    .prepare("active_person");

async function updateLastSeen(db: Database, { id, sessionId }: Pick<Person, "id" | "sessionId">) {
  const now = clock.now();
  await db.update(sessionTable).set({ lastSeenAt: now }).where(eq(sessionTable.id, sessionId));
  await db.update(userTable).set({ lastSeenAt: now }).where(eq(userTable.id, id));
}

/** Reads must work while the database is read-only. */
function ignoreReadOnly(error: unknown) {
  if (!writeFault(error)) throw error;
}

/** Ends a person's sessions, and sign-ins that wait for a code. Call in the transaction of the change that ends them. */
export async function endSessionsOf(db: Pick<Database, "delete">, userId: string) {
  const pending = await endPendingOf(db, userId);
  const sessions = await db.delete(sessionTable).where(eq(sessionTable.userId, userId));
  return hasRows(pending) || hasRows(sessions);
}

const endPendingOf = (db: Pick<Database, "delete">, userId: string) =>
  db.delete(pendingSignInTable).where(eq(pendingSignInTable.userId, userId));

const hasRows = ({ rowCount }: { rowCount: number | null }) => rowCount !== null && rowCount > 0;
