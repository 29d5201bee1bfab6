import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

export type Database = NodePgDatabase;

export type OpenDatabase = { db: Database; pool: Pool; url: string; close: () => Promise<void> };

/** Opens a pool on `url`, which may name a Unix socket: `postgresql://user@/name?host=/directory`. */
export function openDatabase(url: string, { connections = 10 } = {}): OpenDatabase {
  const pool = new Pool({
    connectionString: url,
    application_name: "switchboard",
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  // A connection that dies is replaced at the next query, and fails the one it was held for; without a listener it would
  // end the process. The pool listens to idle ones alone.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle(pool), pool, url, close: () => pool.end() };
}

/** A transaction in progress; what takes one is only ever called inside it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
