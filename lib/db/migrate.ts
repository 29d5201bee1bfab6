import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";
import { type Migrations, migrationsFolder, refuseNewerSchema } from "./known-migrations";

/** Brings one owner's schema up to date; processes that start together wait for each other. */
export async function migrate(pool: Pool, migrations: Migrations) {
  const { schema, folder } = migrations;
  const client = await pool.connect();
  try {
    // A start writes where it has to, even on a disk that is nearly full: without it nobody could look at anything.
    await client.query("set default_transaction_read_only = off");
    await client.query("set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`switchboard migrations ${schema}`]);
    await refuseNewerSchema(client, migrations);
    await runMigrations(drizzle(client), { migrationsFolder: migrationsFolder(folder), migrationsSchema: schema });
  } finally {
    // Closing the session, rather than giving it back, is what frees the lock and drops the settings above.
    client.release(true);
  }
}
