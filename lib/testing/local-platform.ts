import { afterAll } from "vitest";
import { migrate, platformMigrations } from "@/lib/db/migrate";
import { registerKey } from "@/lib/platform/http/keys";
import { createPlatform, type PlatformOptions } from "@/lib/platform/platform";
import { seed, seeded } from "@/lib/platform/seed/seed";
import { freshDatabase } from "./fresh-database";
import { addNeighbour, neighbour } from "./neighbour-organization";
import { timeoutMs } from "./timeout-ms";

export const fernhillKey = "fh_test_4f9c1d7e2b";
export const neighbourKey = "md_test_8a3e6b0c5d";

/** A database with the seeded organization and its neighbour, without a running platform. */
export async function seededDatabase() {
  const database = await freshDatabase();
  await migrate(database.pool, platformMigrations);
  await seed(database.db);
  await database.db.transaction(addNeighbour);
  await registerKey(database.db, { id: seeded.organization }, fernhillKey);
  await registerKey(database.db, { id: neighbour.organization }, neighbourKey);
  return database;
}

/** A platform on a seeded database that answers over HTTP until the test file ends. */
export async function startPlatform(options: Partial<PlatformOptions> = {}) {
  const database = await seededDatabase();
  const platform = createPlatform({ db: database.db, webhookTimeoutMs: timeoutMs(200), ...options });
  const address = await platform.listen(0);
  afterAll(() => platform.close());
  return { ...database, platform, address, ask: createAsk(address) };
}

type RequestOptions = { key?: string | null; body?: FormData | string | Uint8Array; headers?: Record<string, string> };

export const createAsk =
  (address: string) =>
  async (method: string, path: string, options: RequestOptions = {}) => {
    const { key = fernhillKey, body, headers } = options;
    const response = await fetch(address + path, {
      method,
      body: body as BodyInit,
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };

export function csvFile(csv: string | Uint8Array, filename = "contacts.csv") {
  const form = new FormData();
  form.append("file", new Blob([csv as BlobPart], { type: "text/csv" }), filename);
  return form;
}

/** Polls until there is a value. Only the test's own timeout limits it. */
export async function until<Value>(poll: () => Promise<Value | undefined | false>): Promise<Value> {
  for (;;) {
    const value = await poll();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
