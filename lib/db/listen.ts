import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "./database";
import { holdConnection } from "./hold-connection";

type ListenOptions = { channel: string; onUp: () => void; onMessage: (payload: string) => void };

/**
 * Listens on a channel by a dedicated connection. It is up once a test message of another connection has arrived, because
 * behind a pooler in transaction mode LISTEN succeeds but receives nothing.
 */
export function listen({ url, pool }: Pick<OpenDatabase, "url" | "pool">, { channel, ...callbacks }: ListenOptions) {
  let isUp = false;
  return holdConnection({
    ...{ url, name: "listener", retryMs: 1_000 },
    async start(client, isHeld) {
      const testMessage = randomUUID();
      client.on("notification", ({ payload }) => {
        if (payload !== testMessage) callbacks.onMessage(payload ?? "");
        else if (!isUp && isHeld()) {
          isUp = true;
          callbacks.onUp();
        }
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await pool.query("select pg_notify($1, $2)", [channel, testMessage]);
    },
    check: (client) => client.query("select 1"),
    onLost() {
      isUp = false;
    },
  });
}
