import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/lib/db/embedded";
import { runStatement } from "./databases";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest reads this by merging an interface.
  interface ProvidedContext {
    postgresUrl: string;
    migratedTemplate: string;
    seededTemplate: string;
  }
}

/** One PostgreSQL server per run. The first file that asks for a database fills the template that later ones copy. */
export default async function setup({ provide }: TestProject) {
  const server = await startServer();
  const suffix = `${process.pid}_${Date.now().toString(36)}`;
  const [migratedTemplate, seededTemplate] = [`test_migrated_${suffix}`, `test_seeded_${suffix}`];
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
