import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { OpenDatabase } from "./database";

type Hearing = { channel: string; onUp: () => void; onMessage: (payload: string) => void; onDown: () => void };

const againMs = 1_000;

/**
 * Hears what is notified on a channel, by a connection of its own. It counts as up once a message that was sent by another
 * connection has come: behind a pooler that lends connections out, LISTEN succeeds and nothing is ever heard.
 */
export function listen({ url, pool }: Pick<OpenDatabase, "url" | "pool">, { channel, ...hearing }: Hearing) {
  let isClosed = false;
  let client: Client | undefined;
  let again: NodeJS.Timeout | undefined;

  async function start() {
    const own = new Client({
      connectionString: url,
      application_name: "switchboard listener",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const trial = randomUUID();
    let isUp = false;
    let isDown = false;
    const down = () => {
      if (isDown) return;
      isDown = true;
      if (isUp) hearing.onDown();
      void own.end().catch(() => {});
      if (!isClosed) again = setTimeout(() => void start(), againMs).unref();
    };
    client = own;
    own.on("error", down);
    own.on("end", down);
    own.on("notification", ({ payload }) => {
      if (payload !== trial) hearing.onMessage(payload ?? "");
      else if (!isUp && !isDown) {
        isUp = true;
        hearing.onUp();
      }
    });
    try {
      await own.connect();
      await own.query(`listen ${own.escapeIdentifier(channel)}`);
      await pool.query("select pg_notify($1, $2)", [channel, trial]);
    } catch {
      down();
    }
  }

  void start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
