import { holdConnection } from "./hold-connection";

type Leading = { url: string; name: string; onChange: (isLeading: boolean) => void };

/**
 * Of all processes on one database, one leads under a name: the one that holds a lock by a connection of its own. When it
 * dies the lock is free at once, and another takes it within seconds. Who cannot prove that its connection still stands leads
 * no more.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export function createLeader({ url, name, onChange }: Leading) {
  let isLeading = false;

  const lead = (next: boolean) => {
    if (next === isLeading) return;
    isLeading = next;
    onChange(next);
  };

  const held = holdConnection({
    ...{ url, name, retryMs: 3_000 },
    async check(client, isHeld) {
      if (isLeading) return client.query("select 1");
      const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours", [name]);
      if (isHeld()) lead(rows[0]?.is_ours === true);
    },
    onLost: () => lead(false),
  });

  return {
    isLeading: () => isLeading,
    async close() {
      const closed = held.close();
      lead(false);
      await closed;
    },
  };
}
