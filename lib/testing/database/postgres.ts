import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";
import { startEmbedded } from "@/lib/db/embedded";
import { consoleMigrations, migrate, platformMigrations } from "@/lib/db/migrate";
import { databaseUrl, runStatement } from "./databases";
import { seedDatabase } from "./seed-database";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest reads this by merging an interface.
  interface ProvidedContext {
    postgresUrl: string;
    migratedTemplate: string;
    seededTemplate: string;
  }
}

/** One PostgreSQL server per run, with a migrated and a seeded database that test files copy. */
export default async function setup({ provide }: TestProject) {
  const server = await startServer();
  const suffix = `${process.pid}_${Date.now().toString(36)}`;
  const [migratedTemplate, seededTemplate] = [`test_migrated_${suffix}`, `test_seeded_${suffix}`];
  await runStatement(server.url, `create database ${migratedTemplate} template template0`);
  await withDatabase(databaseUrl(server.url, migratedTemplate), async ({ pool }) => {
    await migrate(pool, consoleMigrations);
    await migrate(pool, platformMigrations);
  });
  await runStatement(server.url, `create database ${seededTemplate} template ${migratedTemplate}`);
  await withDatabase(databaseUrl(server.url, seededTemplate), ({ db }) => seedDatabase(db));
  provide("postgresUrl", server.url);
  provide("migratedTemplate", migratedTemplate);
  provide("seededTemplate", seededTemplate);
  return async () => {
    for (const name of [migratedTemplate, seededTemplate])
      await runStatement(server.url, `drop database if exists ${name} with (force)`);
    await server.stop();
  };
}

async function startServer() {
  const testUrl = process.env.TEST_DATABASE_URL;
  if (testUrl) return { url: testUrl, stop: async () => undefined };

  const directory = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.on("exit", remove);
  const postgres = await startEmbedded(directory, serverSettings);
  process.once("SIGTERM", () => postgres.stop().finally(() => process.exit(143)));
  const stop = async () => {
    await postgres.stop();
    remove();
  };
  return { url: postgres.url, stop };
}

/** Fast, because the data need not survive a crash. Without autovacuum, because it would block copies of a template. */
const serverSettings = { fsync: "off", full_page_writes: "off", autovacuum: "off", max_connections: "200" };

async function withDatabase(url: string, fill: (database: OpenDatabase) => Promise<void>) {
  const database = openDatabase(url, { connections: 1 });
  await fill(database).finally(database.close);
}
