import { holdConnection } from "./hold-connection";

type ListenOptions = { channel: string; onUp: () => void; onMessage: (payload: string) => void };

/** Listens on a channel by a dedicated connection. `onUp` is called on each new one, as earlier messages may be lost. */
export const listen = (url: string, { channel, onUp, onMessage }: ListenOptions) =>
  holdConnection({
    ...{ url, name: "listener", retryMs: 1_000 },
    async start(client, isHeld) {
      client.on("notification", ({ payload }) => onMessage(payload ?? ""));
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (isHeld()) onUp();
    },
    check: (client) => client.query("select 1"),
  });
