import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Reader } from "@/lib/console/console-types";
import type { Database, OpenDatabase, Transaction } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";

const channel = "switchboard_sessions";
const mostPeople = 10_000;

type Found = { person: Reader; endsAt: Date };
type Ask = () => Promise<Found | undefined>;

export type SessionMemory = ReturnType<typeof createSessionMemory>;

/**
 * Who is behind a session, for a few seconds: reads are not worth asking the database each time. Every process on one
 * database forgets everybody when anybody's session, password, role or state changes, and remembers nobody while it could
 * not hear of that. What a network swallowed without closing the connection is bounded by `lastsMs`.
 */
export function createSessionMemory(database: Pick<OpenDatabase, "url" | "pool">, { lastsMs = 5_000 } = {}) {
  const people = new Map<string, { person: Reader; untilMs: number; isUnattended: boolean }>();
  let isHearing = false;
  let invalidations = 0;
  const listeners = new Set<() => void>();

  function forget() {
    invalidations += 1;
    people.clear();
    for (const listener of listeners) listener();
  }

  function hear(isUp: boolean) {
    isHearing = isUp;
    forget();
  }

  async function learn(key: string, ask: Ask, isUnattended: boolean): Promise<Reader | undefined> {
    const asked = invalidations;
    const found = await ask();
    people.delete(key);
    if (!found || !isHearing || asked !== invalidations) return found?.person;
    if (people.size >= mostPeople) people.clear();
    const leftMs = Math.min(lastsMs, found.endsAt.getTime() - clock.nowMs());
    people.set(key, { person: found.person, untilMs: performance.now() + leftMs, isUnattended });
    return found.person;
  }

  const listener = listen(database, {
    channel,
    onUp: () => hear(true),
    onMessage: forget,
    onDown: () => hear(false),
  });

  return {
    /**
     * The person under a key, or what `ask` finds. An answer that was asked for before something changed is not kept, and what
     * a tab asked with nobody at it does not stand in for a person's own asking, which keeps the session alive.
     */
    recall(key: string, ask: Ask, isUnattended = false): Reader | Promise<Reader | undefined> {
      const known = people.get(key);
      const isKnown = known && performance.now() < known.untilMs && (isUnattended || !known.isUnattended);
      return isKnown ? known.person : learn(key, ask, isUnattended);
    },

    /** A transaction that changes people or their sessions. When it is committed nobody is remembered, here or elsewhere. */
    async changing<T>(db: Pick<Database, "transaction">, run: (tx: Transaction) => Promise<T>): Promise<T> {
      try {
        return await db.transaction(async (tx) => {
          const done = await run(tx);
          await tx.execute(sql`select pg_notify(${channel}, '')`);
          return done;
        });
      } finally {
        forget();
      }
    },

    /** Called whenever anybody's session, password, role or state may have changed, here or elsewhere. */
    onInvalidate(run: () => void) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },

    close: listener.close,
  };
}
