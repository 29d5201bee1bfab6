import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "./database";
import { holdConnection } from "./hold-connection";

type Hearing = { channel: string; onUp: () => void; onMessage: (payload: string) => void; onDown: () => void };

/**
 * Hears what is notified on a channel, by a connection of its own. It counts as up once a message that was sent by another
 * connection has come: behind a pooler that lends connections out, LISTEN succeeds and nothing is ever heard.
 */
export function listen({ url, pool }: Pick<OpenDatabase, "url" | "pool">, { channel, ...hearing }: Hearing) {
  let isUp = false;
  return holdConnection({
    ...{ url, name: "listener", retryMs: 1_000 },
    async start(client, isHeld) {
      const trial = randomUUID();
      client.on("notification", ({ payload }) => {
        if (payload !== trial) hearing.onMessage(payload ?? "");
        else if (!isUp && isHeld()) {
          isUp = true;
          hearing.onUp();
        }
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await pool.query("select pg_notify($1, $2)", [channel, trial]);
    },
    check: (client) => client.query("select 1"),
    onLost() {
      if (isUp) hearing.onDown();
      isUp = false;
    },
  });
}
