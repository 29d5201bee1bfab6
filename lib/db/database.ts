import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { DatabaseError, Pool, types } from "pg";
import { parseJson } from "@/lib/format/json";
import { isOwnUrl } from "./own-url";

// IDs of the platform can have more digits than a number holds.
types.setTypeParser(types.builtins.JSONB, parseJson);

/** The reason why writes fail while reads work. `code` is a problem code. */
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

/** Our own PostgreSQL is read-only only while its disk is nearly full. */
let isOwnServer = true;

/** Errors of the pool have no code, and drizzle does not wrap those of a transaction. */
const connectionLost =
  /^(timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after|Client has encountered a connection error|connect E[A-Z]+ )/;

export type Database = NodePgDatabase;

export type OpenDatabase = { db: Database; pool: Pool; url: string; close: () => Promise<void> };

/**
 * Opens a pool. `url` can name a Unix socket (`postgresql://user@/name?host=/directory`). An `urgent` pool also writes
 * while the disk is nearly full.
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
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
    ...(urgent ? { options: "-c default_transaction_read_only=off" } : {}),
  });
  // Without listeners, a lost connection would end the process. The pool itself listens only to idle clients.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  isOwnServer = isOwnUrl(url);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= pool.end();
    return closed;
  };
  return { db: withOwnTransactions(drizzle(pool), pool), pool, url, close };
}

/**
 * Drizzle keeps a connection for ever whose BEGIN fails, until the pool has none left. So transactions take and release theirs
 * here. https://github.com/drizzle-team/drizzle-orm/issues/6341
 */
function withOwnTransactions(db: Database, pool: Pool): Database {
  const transaction: Database["transaction"] = async (run, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client).transaction(run, config);
    } catch (error) {
      isBroken = isStorageFault(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return Object.assign(db, { transaction });
}

/** A transaction in progress. Functions with this parameter must run inside it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Serializes transactions of the same name across all processes by an advisory lock. `waitMs` replaces the connection's
 * lock and statement timeouts until the transaction ends.
 */
export async function lockInTransaction(
  tx: Pick<Database, "execute">,
  name: string,
  { waitMs }: { waitMs?: number } = {},
) {
  if (waitMs !== undefined)
    await tx.execute(
      sql`select set_config('statement_timeout', ${`${waitMs}`}, true), set_config('lock_timeout', ${`${waitMs}`}, true)`,
    );
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** True if the database failed. A value that it rejects (classes 22 and 23) is our own mistake. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return !(error.cause instanceof DatabaseError) || isStorageFault(error.cause);
  if (error instanceof DatabaseError) return !/^2[23]/.test(error.code ?? "");
  return error instanceof Error && connectionLost.test(error.message);
}

/** The reason for a failed write if the database accepts no writes at all, else undefined. */
export function writeFault(error: unknown): WriteFault | undefined {
  if (error instanceof DrizzleQueryError) return writeFault(error.cause);
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === "53100") return writeFaults.full;
  return error.code === "25006" ? readOnlyFault() : undefined;
}

export const readOnlyFault = (): WriteFault => (isOwnServer ? writeFaults.low : writeFaults.readOnly);
