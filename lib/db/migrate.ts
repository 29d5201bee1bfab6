import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { ClientBase, Pool } from "pg";

export const consoleMigrations: Migrations = { schema: "console", folder: "lib/db/console/migrations" };

export const platformMigrations: Migrations = { schema: "platform", folder: "platform/migrations" };

/** Applies the migrations of one schema. Processes that start together wait for each other. */
export async function migrate(pool: Pool, migrations: Migrations) {
  const { schema, folder } = migrations;
  const client = await pool.connect();
  try {
    // Migrations also run while the disk is nearly full, because the console cannot start without them.
    await client.query("set default_transaction_read_only = off");
    await client.query("set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`switchboard migrations ${schema}`]);
    await refuseNewerSchema(client, migrations);
    await runMigrations(drizzle(client), { migrationsFolder: migrationsFolder(folder), migrationsSchema: schema });
  } finally {
    // `true` closes the session, which frees the lock and drops the settings above.
    client.release(true);
  }
}

type Migrations = { schema: string; folder: string };

/** Names of the migrations that a database has, the oldest first; empty without the schema. */
export async function appliedMigrations(client: Pick<ClientBase, "query">, migrations: Migrations): Promise<string[]> {
  await refuseNewerSchema(client, migrations);
  const table = `"${migrations.schema}".__drizzle_migrations`;
  const { rows: tables } = await client.query("select to_regclass($1) is not null as yes", [table]);
  if (!tables[0]?.yes) return [];
  const { rows } = await client.query<{ when: string }>(`select created_at as when from ${table}`);
  const applied = new Set(rows.map(({ when }) => when));
  return journal(migrations.folder).flatMap(({ tag, when }) => (applied.has(String(when)) ? [tag] : []));
}

/** Names of all migrations of this version, the oldest first. */
export const ownMigrations = ({ folder }: Migrations) => journal(folder).map(({ tag }) => tag);

/** Applies the migrations from one index up to another, inside the caller's transaction. */
export async function applyMigrations(
  client: Pick<ClientBase, "query">,
  { schema, folder }: Migrations,
  { from, to }: { from: number; to: number },
) {
  await client.query(`create schema if not exists "${schema}"`);
  await client.query(
    `create table if not exists "${schema}".__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder(folder) });
  for (const { sql, hash, folderMillis } of files.slice(from, to)) {
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into "${schema}".__drizzle_migrations (hash, created_at) values ($1, $2)`, [
      hash,
      folderMillis,
    ]);
  }
}

/** Throws if a newer Switchboard has changed the schema, because writes of this version could harm it. */
export async function refuseNewerSchema(client: Pick<ClientBase, "query">, { schema, folder }: Migrations) {
  const table = `"${schema}".__drizzle_migrations`;
  const { rows: tables } = await client.query("select to_regclass($1) is not null as yes", [table]);
  if (!tables[0]?.yes) return;
  const { rows } = await client.query<{ createdAt: string }>(
    `select created_at as "createdAt" from ${table} order by created_at`,
  );
  const ownVersions = new Set(journal(folder).map(({ when }) => String(when)));
  if (rows.every(({ createdAt }) => ownVersions.has(createdAt))) return;
  throw new Error(
    `The database belongs to a newer Switchboard: its schema ${schema} has version ${rows.length}, and this Switchboard knows version ${ownVersions.size}. Start the newer one, or restore a backup from before it.`,
  );
}

/** `folder` is under the project root. */
const migrationsFolder = (folder: string) => join(projectRoot(), folder);

function journal(folder: string): { when: number; tag: string }[] {
  return JSON.parse(readFileSync(join(migrationsFolder(folder), "meta", "_journal.json"), "utf8")).entries;
}

/** Version of this Switchboard. */
export const productVersion = (): string =>
  JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")).version;

function projectRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, "package-lock.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("The project's folder was not found: package-lock.json is missing.");
  return projectRoot(parent);
}
