import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";
import { consoleMigrations, migrate, platformMigrations } from "@/lib/db/migrate";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { databaseUrl, runStatement } from "./databases";
import { ensureTemplate } from "./template";

/** A migrated database for one test file on the run's server. Dropped when the file is done. */
export async function freshDatabase() {
  await ensureMigrated();
  return copyOf(inject("migratedTemplate"));
}

/** A database that no migration has touched. */
export const emptyDatabase = () => copyOf("template0");

/** A migrated database with the seeded organization and its neighbour. */
export async function seededDatabase() {
  await ensureMigrated();
  await ensureTemplate(inject("postgresUrl"), {
    name: inject("seededTemplate"),
    from: inject("migratedTemplate"),
    fill: async ({ db }) => (await import("./seed-database")).seedDatabase(db),
  });
  return copyOf(inject("seededTemplate"));
}

const ensureMigrated = () =>
  ensureTemplate(inject("postgresUrl"), {
    name: inject("migratedTemplate"),
    from: "template0",
    async fill({ pool }) {
      await migrate(pool, consoleMigrations);
      await migrate(pool, platformMigrations);
    },
  });

async function copyOf(template: string): Promise<OpenDatabase> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runStatement(server, `create database ${name} template ${template}`);
  const database = openDatabase(databaseUrl(server, name), { connections: 5 });
  const close = once(database.close);
  onFileEnd(async () => {
    await close();
    await runStatement(server, `drop database if exists ${name} with (force)`);
  });
  return { ...database, close };
}

function once(close: () => Promise<void>) {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}
