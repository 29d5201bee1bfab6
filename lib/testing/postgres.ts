import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/lib/db/embedded";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest reads this by merging an interface.
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL server for all projects of a vitest run: TEST_DATABASE_URL, or our own in a temporary directory. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().postgresUrl) return;
  const testUrl = process.env.TEST_DATABASE_URL;
  if (testUrl) return vitest.provide("postgresUrl", testUrl);

  const directory = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.on("exit", remove);
  const postgres = await startEmbedded(directory, { fsync: "off", max_connections: "200" });
  process.once("SIGTERM", () => postgres.stop().finally(() => process.exit(143)));
  vitest.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    remove();
  };
}
