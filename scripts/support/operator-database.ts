import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { isStorageFault, type OpenDatabase, openDatabase } from "@/lib/db/database";
import { reachEmbedded } from "@/lib/db/reach-embedded";
import { checkDatabase, checkDirectory } from "@/lib/db/start-checks";
import { type Env, readEnv } from "@/lib/env";

/** Runs with Switchboard's database and secret, found like npm start does. Creates neither. */
export async function withDatabase<Done>(run: (database: OpenDatabase, secret: string) => Promise<Done>) {
  return withDatabaseUrl(operatorSecret(), async (url, secret) => {
    const database = openDatabase(url, { connections: 2 });
    return run(database, secret).finally(database.close);
  });
}

/** `creates` makes a database in DATA_DIR if there is none. */
export async function withDatabaseUrl<Done>(
  secret: string,
  run: (url: string, secret: string) => Promise<Done>,
  { creates = false } = {},
) {
  const env = readEnv();
  const dataDir = resolve(env.dataDir);
  if (creates) await (env.databaseUrl ? checkDatabase(env.databaseUrl) : checkDirectory(dataDir));
  const { url, leave } = env.databaseUrl
    ? { url: env.databaseUrl, leave: undefined }
    : await reachEmbedded(dataDir, { creates });
  return run(url, secret).finally(leave);
}

export function operatorSecret() {
  const env = readEnv();
  return secretOf(env, resolve(env.dataDir));
}

/** The secret of the audit log. Never created here, because with a new one every line would look edited. */
function secretOf({ secret }: Env, dataDir: string) {
  if (secret) return secret;
  const path = join(dataDir, "secret");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new Error(
      `${path} cannot be read. The database is of use only with the secret it was written with. Set SWITCHBOARD_SECRET, or set DATA_DIR to the folder with the secret.`,
    );
  }
}

export function sentenceOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if ("code" in cause && cause.code === "42P01")
    return "This database has no Switchboard audit log, or one from an earlier version. In that case, start Switchboard once.";
  if ("code" in cause && cause.code === "53100")
    return "The disk of the database is full, and nothing was changed. Free some space there, and run the command again.";
  if (!isStorageFault(error)) return cause.message;
  return `The database does not answer: ${cause.message || ("code" in cause ? cause.code : cause.name)}.`;
}
