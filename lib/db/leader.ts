import { Client } from "pg";

const triesAgainMs = 3_000;
const provesMs = 5_000;

type Leading = { url: string; name: string; onChange: (isLeading: boolean) => void };

/**
 * Of all processes on one database, one leads under a name: the one that holds a lock by a connection of its own. When it
 * dies the lock is free at once, and another takes it within seconds. Who could not prove for `provesMs` that its connection
 * still stands leads no more.
 * https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export function createLeader({ url, name, onChange }: Leading) {
  let isClosed = false;
  let isLeading = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lead = (next: boolean) => {
    if (next === isLeading) return;
    isLeading = next;
    onChange(next);
  };

  const again = (run: () => Promise<void>, ms: number) => {
    if (!isClosed) timer = setTimeout(() => void run(), ms).unref();
  };

  async function connect() {
    const own = new Client({
      connectionString: url,
      application_name: `switchboard ${name}`,
      connectionTimeoutMillis: provesMs,
      query_timeout: provesMs,
      keepAlive: true,
    });
    client = own;
    const lost = () => {
      if (client !== own) return;
      client = undefined;
      lead(false);
      void own.end().catch(() => {});
      again(connect, triesAgainMs);
    };
    own.on("error", lost);
    own.on("end", lost);

    async function hold(): Promise<void> {
      try {
        if (isLeading) await own.query("select 1");
        else {
          const { rows } = await own.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours", [name]);
          if (client === own && !isClosed) lead(rows[0]?.is_ours === true);
        }
        if (client === own) again(hold, triesAgainMs);
      } catch {
        lost();
      }
    }

    try {
      await own.connect();
      await hold();
    } catch {
      lost();
    }
  }

  void connect();
  return {
    isLeading: () => isLeading,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const own = client;
      client = undefined;
      lead(false);
      await own?.end().catch(() => {});
    },
  };
}
