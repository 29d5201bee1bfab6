import { Client } from "pg";

const everyMs = 3_000;
const answersWithinMs = 5_000;

type Held = {
  url: string;
  name: string;
  retryMs: number;
  /** On each new connection, before it is used. */
  start?: (client: Client, isHeld: () => boolean) => Promise<unknown>;
  /** Every few seconds; by throwing it gives the connection up. */
  check: (client: Client, isHeld: () => boolean) => Promise<unknown>;
  onLost: () => void;
};

/**
 * Holds a connection of its own to the database and connects again when it is lost. A network may swallow a connection without
 * closing it: one that does not answer a query in time counts as lost too.
 */
export function holdConnection({ url, name, retryMs, start, check, onLost }: Held) {
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const later = (run: () => Promise<void>, ms: number) => {
    if (!isClosed) timer = setTimeout(() => void run(), ms).unref();
  };

  async function connect() {
    const own = new Client({
      connectionString: url,
      application_name: `switchboard ${name}`,
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      keepAlive: true,
    });
    client = own;
    const isHeld = () => client === own;
    const lost = () => {
      if (!isHeld()) return;
      client = undefined;
      onLost();
      void own.end().catch(() => {});
      later(connect, retryMs);
    };
    own.on("error", lost);
    own.on("end", lost);

    async function checkAgain(): Promise<void> {
      try {
        await check(own, isHeld);
        if (isHeld()) later(checkAgain, everyMs);
      } catch {
        lost();
      }
    }

    try {
      await own.connect();
      await start?.(own, isHeld);
      await checkAgain();
    } catch {
      lost();
    }
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const own = client;
      client = undefined;
      await own?.end().catch(() => {});
    },
  };
}
