import type { Client } from "pg";
import { closeClient, createClient } from "./client";

const checkEveryMs = 3_000;
const answerTimeoutMs = 5_000;

type HoldOptions = {
  url: string;
  name: string;
  retryMs: number;
  /** Called on each new connection, before its first check. */
  start?: (client: Client, isHeld: () => boolean) => Promise<unknown>;
  /** Called every few seconds. An exception drops the connection. */
  check: (client: Client, isHeld: () => boolean) => Promise<unknown>;
  onLost?: () => void;
};

/**
 * Keeps a dedicated connection to the database open and reconnects when it is lost. A network can drop a connection
 * without closing it, so a query without a timely answer also counts as a loss.
 */
export function holdConnection({ url, name, retryMs, start, check, onLost }: HoldOptions) {
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (run: () => Promise<void>, ms: number) => {
    if (!isClosed) timer = setTimeout(() => void run(), ms).unref();
  };

  async function connect() {
    const connection = createClient({
      connectionString: url,
      application_name: `switchboard ${name}`,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    });
    client = connection;
    const isHeld = () => client === connection;
    const handleLoss = () => {
      if (!isHeld()) return;
      client = undefined;
      onLost?.();
      void closeClient(connection);
      schedule(connect, retryMs);
    };
    connection.on("error", handleLoss);
    connection.on("end", handleLoss);

    async function checkAgain(): Promise<void> {
      try {
        await check(connection, isHeld);
        if (isHeld()) schedule(checkAgain, checkEveryMs);
      } catch {
        handleLoss();
      }
    }

    try {
      await connection.connect();
      await start?.(connection, isHeld);
      await checkAgain();
    } catch {
      handleLoss();
    }
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const connection = client;
      client = undefined;
      if (connection) await closeClient(connection);
    },
  };
}
