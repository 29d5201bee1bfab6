import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";
import { emptyDatabase } from "./fresh-database";

type Row = Record<string, unknown>;
type Header = { secret: string; accountId: string; cookie: string; stoppedAt: string };

/**
 * The database of commit 64c72f0b, filled by its own code. The first line is the header, each other line a table and a row.
 * `cookie` is the admin's session, `stoppedAt` when that version was stopped.
 */
const [header = "", ...lines] = readFileSync(join(import.meta.dirname, "old-database.jsonl"), "utf8")
  .trim()
  .split("\n");
export const stored = JSON.parse(header) as Header;
const allRows = lines.map((line) => JSON.parse(line) as [table: string, row: Row]);
export const rowsOf = (table: string) => allRows.filter(([name]) => name === table).map(([, row]) => row);

const ranMigrations = rowsOf("__drizzle_migrations");
/** The files of the migrations that the earlier version ran. */
export const oldMigrations = readMigrationFiles({
  migrationsFolder: join(import.meta.dirname, "../../db/console/migrations"),
}).slice(0, ranMigrations.length);
export const oldHashes = ranMigrations.map(({ hash }) => hash);

/** A database of this file's own, as the earlier version left it and not migrated yet. */
export async function oldDatabase() {
  const database = await emptyDatabase();
  const client = await database.pool.connect();
  try {
    await createSchema(client, oldMigrations);
    // Without triggers, which refuse to replace the head of the audit log and would count each delivery twice.
    await client.query("set session_replication_role = replica; delete from console.audit_head");
    for (const table of new Set(allRows.map(([table]) => table))) await load(client, table);
    await advanceSequences(client);
  } finally {
    client.release(true);
  }
  return database;
}

async function createSchema(client: ClientBase, migrations: readonly MigrationMeta[]) {
  await client.query("create schema console");
  await client.query(
    "create table console.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const statement of migrations.flatMap(({ sql }) => sql)) await client.query(statement);
  await client.query("create schema console_jobs; create table console_jobs.job (id uuid primary key)");
}

const load = (client: ClientBase, table: string) =>
  client.query(
    `insert into console."${table}" overriding system value
     select * from jsonb_populate_recordset(null::console."${table}", $1::jsonb)`,
    [JSON.stringify(rowsOf(table).map((row) => (movingTables.has(table) ? movedToNow(row) : row)))],
  );

/** Sessions expire and jobs come due by the clock, so these tables move with it. All other times stay as they were stored. */
const movingTables = new Set(["session", "planned_action", "alert_message"]);
const stoppedForMs = Date.now() - Date.parse(stored.stoppedAt);

const movedToNow = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, /(^|_)at$/.test(name) ? moved(value) : value]));

const moved = (at: unknown) => new Date(Date.parse(String(at)) + stoppedForMs).toISOString();

async function advanceSequences(client: ClientBase) {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'console' and (is_identity = 'YES' or column_default like 'nextval%')`,
  );
  for (const { table_name, column_name } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max("${column_name}")) from console."${table_name}"`,
      [`console."${table_name}"`, column_name],
    );
}
