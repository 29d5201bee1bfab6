import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { ClientBase, Pool } from "pg";

export const consoleMigrations: Migrations = { schema: "console", folder: "lib/db/console/migrations" };

export const platformMigrations: Migrations = { schema: "platform", folder: "lib/platform/migrations" };

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

function journal(folder: string): { when: number }[] {
  return JSON.parse(readFileSync(join(migrationsFolder(folder), "meta", "_journal.json"), "utf8")).entries;
}

function projectRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, "package-lock.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("The project's folder was not found: package-lock.json is missing.");
  return projectRoot(parent);
}
