import { holdConnection } from "./hold-connection";

type Leading = { url: string; name: string; onChange: (isLeading: boolean) => void };

/** PostgreSQL ends the leader's session, and frees its lock, when it had no heartbeat from it for so long. */
const leaseMs = 10_000;
const leaderlessMs = 60_000;

/**
 * Leader election: of all processes on one database, the one that holds a lock by a connection of its own leads under a name.
 * When it dies the lock is free at once; when it is stopped, or its connection is, the lock is free after the lease. Another
 * takes it within seconds. A process whose last heartbeat is older than the lease does not lead, whatever it held before.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export function createLeader({ url, name, onChange }: Leading) {
  let isHolder = false;
  /** When the last check began that found a leader, here or elsewhere; monotonic. */
  let foundMs = performance.now();
  const isLeading = () => isHolder && performance.now() - foundMs < leaseMs;

  const hold = (next: boolean) => {
    if (next === isHolder) return;
    isHolder = next;
    onChange(next);
  };

  const held = holdConnection({
    ...{ url, name, retryMs: 3_000 },
    start: (client) => client.query(`set idle_session_timeout = ${leaseMs}`),
    async check(client, isHeld) {
      const askedMs = performance.now();
      const { rows } = isHolder
        ? await client.query("select true as is_ours")
        : await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours", [name]);
      if (!isHeld()) return;
      if (isHolder && !isLeading()) throw new Error("The lease ran out.");
      foundMs = askedMs;
      hold(rows[0]?.is_ours === true);
    },
    onLost: () => hold(false),
  });

  return {
    isLeading,
    /** Whether this process leads, or knew of one that did within the last minute. */
    isLed: () => performance.now() - foundMs < leaderlessMs,
    async close() {
      const closed = held.close();
      hold(false);
      await closed;
    },
  };
}
