import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { isStorageFault, type OpenDatabase, openDatabase } from "@/lib/db/database";
import { reachEmbedded } from "@/lib/db/reach-embedded";
import { type Env, readEnv } from "@/lib/env";

/** Runs with Switchboard's database and the secret it works with, as npm start finds them. Neither is made here. */
export async function withDatabase<Done>(run: (database: OpenDatabase, secret: string) => Promise<Done>) {
  const env = readEnv();
  const dataDir = resolve(env.dataDir);
  const secret = secretOf(env, dataDir);
  const { url, leave } = env.databaseUrl ? { url: env.databaseUrl, leave: undefined } : await reachEmbedded(dataDir);
  const database = openDatabase(url, { connections: 2 });
  try {
    return await run(database, secret);
  } finally {
    await database.close();
    await leave?.();
  }
}

/** The one that the log was written with. A new one would make every line look edited, so none is made here. */
function secretOf({ secret }: Env, dataDir: string) {
  if (secret) return secret;
  const path = join(dataDir, "secret");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new Error(
      `${path} cannot be read, and the audit log holds only for the secret it was written with. Set SWITCHBOARD_SECRET, or DATA_DIR to where Switchboard keeps it.`,
    );
  }
}

export function sentenceOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if ("code" in cause && cause.code === "42P01")
    return "This database holds no audit log of Switchboard, or one of an earlier version that this one has not opened yet.";
  if (!isStorageFault(error)) return cause.message;
  return `The database does not answer: ${cause.message || ("code" in cause ? cause.code : cause.name)}.`;
}
