import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { DatabaseError, Pool } from "pg";
import { isOwnUrl } from "./own-url";

/** Why writes fail, though reads work. `code` is that of a problem. */
export type WriteFault = { code: "disk_full" | "read_only"; message: string };

const writeFaults = {
  low: {
    code: "disk_full",
    message: "Switchboard's disk is nearly full: nothing is changed or sent until an admin frees space.",
  },
  full: {
    code: "disk_full",
    message: "The disk of Switchboard's database is full: nothing is changed or sent until an admin frees space.",
  },
  readOnly: {
    code: "read_only",
    message: "Switchboard's database is read-only: nothing is changed or sent until an admin makes it writable.",
  },
} as const satisfies Record<string, WriteFault>;

/** The PostgreSQL that Switchboard starts is read-only only while its disk is nearly full. */
let isOwnServer = true;

/** The pool's own errors have no code, and a transaction's are not wrapped. */
const connectionLost =
  /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after|Client has encountered a connection error|connect E[A-Z]+ )/;

export type Database = NodePgDatabase;

export type OpenDatabase = { db: Database; pool: Pool; url: string; close: () => Promise<void> };

/**
 * Opens a pool on `url`, which may name a Unix socket: `postgresql://user@/name?host=/directory`. What is `urgent` is written
 * also while the disk is nearly full.
 */
export function openDatabase(url: string, { connections = 10, urgent = false } = {}): OpenDatabase {
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
    ...(urgent ? { options: "-c default_transaction_read_only=off" } : {}),
  });
  // A connection that dies is replaced at the next query, and fails the one it was held for; without a listener it would
  // end the process. The pool listens to idle ones alone.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  isOwnServer = isOwnUrl(url);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= pool.end();
    return closed;
  };
  return { db: drizzle(pool), pool, url, close };
}

/** A transaction in progress; what takes one is only ever called inside it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * What has this name goes on one after another until the transaction is over, whichever process it is in; `waitMs` is how long
 * this and every later statement of it may wait and take, where the connection's own limits are too short.
 */
export async function takeTurn(tx: Pick<Database, "execute">, name: string, { waitMs }: { waitMs?: number } = {}) {
  if (waitMs !== undefined)
    await tx.execute(
      sql`select set_config('statement_timeout', ${`${waitMs}`}, true), set_config('lock_timeout', ${`${waitMs}`}, true)`,
    );
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Whether the database failed us. A value that it refuses to hold (classes 22 and 23) is a mistake of ours. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return !(error.cause instanceof DatabaseError) || isStorageFault(error.cause);
  if (error instanceof DatabaseError) return !/^2[23]/.test(error.code ?? "");
  return error instanceof Error && connectionLost.test(error.message);
}

/** Why a write failed, if the database takes no writes at all. */
export function writeFault(error: unknown): WriteFault | undefined {
  if (error instanceof DrizzleQueryError) return writeFault(error.cause);
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === "53100") return writeFaults.full;
  return error.code === "25006" ? readOnlyFault() : undefined;
}

/** Why a database is read-only. */
export const readOnlyFault = (): WriteFault => (isOwnServer ? writeFaults.low : writeFaults.readOnly);
