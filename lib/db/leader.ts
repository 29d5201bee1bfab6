import { holdConnection } from "./hold-connection";

type LeaderOptions = { url: string; name: string; onChange: (isLeading: boolean) => void };

/** PostgreSQL ends the leader's session and frees its lock after this time without a heartbeat. */
const leaseMs = 10_000;
const maxLeaderlessMs = 60_000;

/**
 * Leader election among all processes on one database, by an advisory lock on a dedicated connection. If the leader dies,
 * its lock is free at once. If the leader or its network hangs, the lock is free after the lease. Another process takes
 * over within seconds. A leader whose last heartbeat is older than the lease does not lead.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export function createLeader({ url, name, onChange }: LeaderOptions) {
  let isHolder = false;
  /** Monotonic start time of the last check that found a leader, in this process or another. */
  let leaderSeenMs = performance.now();
  const isLeading = () => isHolder && performance.now() - leaderSeenMs < leaseMs;

  const setHolder = (next: boolean) => {
    if (next === isHolder) return;
    isHolder = next;
    onChange(next);
  };

  const connection = holdConnection({
    ...{ url, name, retryMs: 3_000 },
    start: (client) => client.query(`set idle_session_timeout = ${leaseMs}`),
    async check(client, isHeld) {
      const startedMs = performance.now();
      const { rows } = isHolder
        ? await client.query("select true as is_ours")
        : await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours", [name]);
      if (!isHeld()) return;
      if (isHolder && !isLeading()) throw new Error("The lease ran out.");
      leaderSeenMs = startedMs;
      setHolder(rows[0]?.is_ours === true);
    },
    onLost: () => setHolder(false),
  });

  return {
    isLeading,
    /** True if this process leads, or found a leader within the last minute. */
    isLed: () => performance.now() - leaderSeenMs < maxLeaderlessMs,
    async close() {
      const closed = connection.close();
      setHolder(false);
      await closed;
    },
  };
}
