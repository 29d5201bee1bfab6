import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";

type Migrations = { schema: string; folder: string };

/** Brings one owner's schema up to date; processes that start together wait for each other. `folder` is under the project root. */
export async function migrate(pool: Pool, { schema, folder }: Migrations) {
  const client = await pool.connect();
  try {
    await client.query("set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`switchboard migrations ${schema}`]);
    await runMigrations(drizzle(client), { migrationsFolder: join(projectRoot(), folder), migrationsSchema: schema });
  } finally {
    // Closing the session, rather than giving it back, is what frees the lock and drops the settings above.
    client.release(true);
  }
}

function projectRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, "package-lock.json"))) return from;
  const above = dirname(from);
  if (above === from) throw new Error("The project's folder was not found: package-lock.json is missing.");
  return projectRoot(above);
}
