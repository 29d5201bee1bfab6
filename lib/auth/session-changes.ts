import { sql } from "drizzle-orm";
import type { Database, OpenDatabase, Transaction } from "@/lib/db/database";
import { listen } from "@/lib/db/listen";

const channel = "switchboard_sessions";

/** Runs a transaction that changes people or sessions, and notifies all processes when it commits. */
export const changeSessions = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const done = await run(tx);
    await tx.execute(sql`select pg_notify(${channel}, '')`);
    return done;
  });

export type SessionChanges = ReturnType<typeof watchSessions>;

/** Reports possible changes of sessions, passwords, roles and states, of all processes. */
export function watchSessions({ url }: Pick<OpenDatabase, "url">) {
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  // Notifications were lost while the connection was down, so a new connection counts as a change.
  const listener = listen(url, { channel, onUp: notify, onMessage: notify });

  return {
    /** Returns the unsubscribe function. */
    onChange(run: () => void) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    close: listener.close,
  };
}
