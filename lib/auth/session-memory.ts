import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Reader } from "@/lib/contract/console/context";
import type { Database, OpenDatabase, Transaction } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";

const channel = "switchboard_sessions";
const maxPeople = 10_000;

type SessionPerson = { person: Reader; endsAt: Date };
type Fetch = () => Promise<SessionPerson | undefined>;

export type SessionMemory = ReturnType<typeof createSessionMemory>;

/**
 * Caches the person of a session for a few seconds, so that reads do not query the database. All processes invalidate the cache
 * when any session, password, role or state changes. A process without a connection for notifications caches nothing. `lastsMs`
 * limits the effect of a notification that the network lost.
 */
export function createSessionMemory(database: Pick<OpenDatabase, "url" | "pool">, { lastsMs = 5_000 } = {}) {
  const people = new Map<string, { person: Reader; untilMs: number; isUnattended: boolean }>();
  let isListening = false;
  let invalidations = 0;
  const listeners = new Set<() => void>();

  function invalidate() {
    invalidations += 1;
    people.clear();
    for (const listener of listeners) listener();
  }

  function setListening(isUp: boolean) {
    isListening = isUp;
    invalidate();
  }

  async function fetchAndCache(key: string, fetch: Fetch, isUnattended: boolean): Promise<Reader | undefined> {
    const before = invalidations;
    const fetched = await fetch();
    people.delete(key);
    if (!fetched || !isListening || before !== invalidations) return fetched?.person;
    if (people.size >= maxPeople) people.clear();
    const leftMs = Math.min(lastsMs, fetched.endsAt.getTime() - clock.nowMs());
    people.set(key, { person: fetched.person, untilMs: performance.now() + leftMs, isUnattended });
    return fetched.person;
  }

  const listener = listen(database, {
    channel,
    onUp: () => setListening(true),
    onMessage: invalidate,
    onDown: () => setListening(false),
  });

  return {
    /**
     * The cached person of a key, or the result of `fetch`. A result that was fetched before an invalidation is not cached. A
     * result of an unattended request does not serve attended ones, because these must keep the session active.
     */
    recall(key: string, fetch: Fetch, isUnattended = false): Reader | Promise<Reader | undefined> {
      const cached = people.get(key);
      const isUsable = cached && performance.now() < cached.untilMs && (isUnattended || !cached.isUnattended);
      return isUsable ? cached.person : fetchAndCache(key, fetch, isUnattended);
    },

    /** Runs a transaction that changes people or sessions, and then invalidates the cache of all processes. */
    async changing<T>(db: Pick<Database, "transaction">, run: (tx: Transaction) => Promise<T>): Promise<T> {
      try {
        return await db.transaction(async (tx) => {
          const done = await run(tx);
          await tx.execute(sql`select pg_notify(${channel}, '')`);
          return done;
        });
      } finally {
        invalidate();
      }
    },

    /** Subscribes to possible changes of any session, password, role or state, in all processes. */
    onInvalidate(run: () => void) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },

    close: listener.close,
  };
}
