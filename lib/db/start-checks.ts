import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, DatabaseError } from "pg";
import { refuseIfRunning } from "./directory-lock";
import { consoleMigrations, platformMigrations, refuseNewerSchema } from "./migrate";

/** Throws a sentence when `dataDir` cannot hold a database, or another Switchboard runs on it. */
export function checkDirectory(dataDir: string) {
  const probe = join(dataDir, `.write-check-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" || code === "ENOTDIR")
      throw new Error(`DATA_DIR ${dataDir} is not a folder: choose another.`);
    throw new Error(
      `DATA_DIR ${dataDir} could not be written (${code}): choose another, or let this user write there.`,
    );
  }
  refuseIfRunning(dataDir);
}

/** Throws a sentence when the database cannot be used: it does not answer, refuses us, or a newer Switchboard has changed it. */
export async function checkDatabase(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw new Error(connectionFault(error, client));
    });
    for (const each of [consoleMigrations, platformMigrations]) await refuseNewerSchema(client, each);
  } finally {
    await client.end().catch(() => {});
  }
}

function connectionFault(error: unknown, { host, port, user, database }: Client) {
  const place = host.startsWith("/") ? host : `${host}:${port}`;
  if (!(error instanceof DatabaseError))
    return `DATABASE_URL: nothing answers as PostgreSQL at ${place} (${codeOf(error)}).`;
  if (error.code?.startsWith("28")) return `DATABASE_URL: PostgreSQL at ${place} refused user ${user} or the password.`;
  if (error.code === "3D000") return `DATABASE_URL: PostgreSQL at ${place} has no database ${database}.`;
  return `DATABASE_URL: PostgreSQL at ${place} refused the connection: ${error.message}.`;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : error instanceof Error ? error.message : "unknown";
