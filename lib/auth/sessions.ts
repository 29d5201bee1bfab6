import { and, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import type { Reader } from "@/lib/contract/console/context";
import type { Role } from "@/lib/contract/operation";
import { sessionTable, userTable } from "@/lib/db/console/tables/people";
import { type Database, writeFault } from "@/lib/db/database";
import { hashOf } from "@/lib/secret";
import type { Cookies } from "./cookies";
import { meOf } from "./preferences";
import type { SessionMemory } from "./session-memory";

export const absoluteSeconds = 24 * 60 * 60;
const idleMs = 60 * 60 * 1000;
const updateEveryMs = 60_000;

/** Reads, lists and ends sessions. */
export function createSessions(db: Database, { cookies, memory }: { cookies: Cookies; memory: SessionMemory }) {
  const isActive = () =>
    and(gt(sessionTable.expiresAt, clock.now()), gt(sessionTable.lastSeenAt, new Date(clock.nowMs() - idleMs)));

  // Prepared, because every request runs it. Building and planning it costs several times its execution.
  const activePerson = db
    .select({
      id: userTable.id,
      name: userTable.name,
      email: userTable.email,
      role: userTable.role,
      preferences: userTable.preferences,
      sessionId: sessionTable.id,
      lastSeenAt: sessionTable.lastSeenAt,
      expiresAt: sessionTable.expiresAt,
    })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .where(
      and(
        eq(sessionTable.token, sql.placeholder("token")),
        gt(sessionTable.expiresAt, sql.placeholder("now")),
        gt(sessionTable.lastSeenAt, sql.placeholder("seenSince")),
        eq(userTable.isDisabled, false),
      ),
    )
    .prepare("alive_person");

  /** `isUnattended` requests come from a tab without a person. They do not keep the session active. */
  async function find(cookie: string | undefined, isUnattended = false) {
    const token = cookies.sessionTokenIn(cookie);
    if (token === undefined) return undefined;
    const now = clock.now();
    const seenSince = new Date(now.getTime() - idleMs);
    const [row] = await activePerson.execute({ token: hashOf(token), now, seenSince });
    if (!row) return undefined;
    const { lastSeenAt, expiresAt, preferences, ...person } = row;
    if (!isUnattended && Math.abs(clock.nowMs() - lastSeenAt.getTime()) > updateEveryMs)
      await updateLastSeen(person).catch(ignoreReadOnly);
    const me = meOf({ ...person, preferences });
    return {
      person: { ...person, me },
      endsAt: new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + idleMs)),
    };
  }

  /** Not cached, so that changes by an admin apply to the next request. */
  async function personOf(cookie: string | undefined): Promise<Person | undefined> {
    return (await find(cookie))?.person;
  }

  /** The person of a read. Cached for a few seconds. */
  function readerOf(cookie: string | undefined, isUnattended = false): MaybeReader {
    const signed = cookies.sessionIn(cookie);
    if (signed === undefined) return undefined;
    return memory.recall(signed, () => find(cookie, isUnattended), isUnattended);
  }

  async function updateLastSeen({ id, sessionId }: Person) {
    const now = clock.now();
    await db.update(sessionTable).set({ lastSeenAt: now }).where(eq(sessionTable.id, sessionId));
    await db.update(userTable).set({ lastSeenAt: now }).where(eq(userTable.id, id));
  }

  /** Reads must work while the database is read-only. */
  function ignoreReadOnly(error: unknown) {
    if (!writeFault(error)) throw error;
  }

  async function list(person: Person) {
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

  /** Active sessions and roles. Does not count as activity. */
  async function activeRoles(ids: readonly string[]): Promise<Map<string, Role>> {
    const rows = await db
      .select({ id: sessionTable.id, role: userTable.role })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .where(and(inArray(sessionTable.id, [...ids]), isActive(), eq(userTable.isDisabled, false)));
    return new Map(rows.map(({ id, role }) => [id, role]));
  }

  return {
    personOf,
    activeRoles,
    readerOf,
    hasSession: (cookie: string | undefined) => cookies.sessionTokenIn(cookie) !== undefined,
    list,
    end: (person: Person, id: string) =>
      memory.changing(db, (tx) =>
        tx.delete(sessionTable).where(and(eq(sessionTable.userId, person.id), eq(sessionTable.id, id))),
      ),
    endOthers: (person: Person) =>
      memory.changing(db, (tx) =>
        tx.delete(sessionTable).where(and(eq(sessionTable.userId, person.id), ne(sessionTable.id, person.sessionId))),
      ),
    sweep: () => db.delete(sessionTable).where(sql`not (${isActive()})`),
  };
}

type MaybeReader = Reader | undefined | Promise<Reader | undefined>;

export type Sessions = ReturnType<typeof createSessions>;

/** Call in the transaction of the change that ends the sessions. */
export const endSessionsOf = (db: Pick<Database, "delete">, userId: string) =>
  db.delete(sessionTable).where(eq(sessionTable.userId, userId));
