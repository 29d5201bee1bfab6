import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { clock } from "@/lib/clock";
import { closeClient, createClient } from "@/lib/db/client";
import { appliedMigrations, productVersion } from "@/lib/db/migrate";
import { checkMembers, createBackupFile, openBackup } from "./backup-file";
import { applySettings, columnList, copyWith, listTables, readSequences, rowSum, tableName } from "./catalog";
import { format, memberOf, schemas, sealManifest, type TableCopy } from "./manifest";

type WriteOptions = {
  url: string;
  secret: string;
  path: string;
  /** Ends the backup early. */
  signal?: AbortSignal | undefined;
  /** Called before each step. */
  onStep?: ((step: string) => void) | undefined;
};

export type WrittenBackup = { bytes: number; tables: number; rows: number };

export const partialSuffix = ".partial";

/**
 * Writes all data of a database to a file, from one snapshot and while others work on it. The file gets its name only after it was
 * read again and is on the disk, so that a crash leaves an earlier file of this name whole.
 */
export async function writeBackup({
  url,
  secret,
  path,
  signal,
  onStep = () => {},
}: WriteOptions): Promise<WrittenBackup> {
  const partial = `${path}${partialSuffix}`;
  const client = createClient({ connectionString: url, application_name: "switchboard backup", keepAlive: true });
  const abort = () => void closeClient(client);
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    onStep("connect");
    await client.connect();
    await copyDatabase(client, { secret, path: partial, signal, onStep });
    onStep("sync");
    await sync(partial);
    onStep("check");
    const written = await check(partial);
    signal?.throwIfAborted();
    onStep("rename");
    await rename(partial, path);
    await sync(dirname(path));
    return written;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    await closeClient(client);
  }
}

type CopyOptions = Pick<WriteOptions, "secret" | "path" | "signal"> & { onStep: (step: string) => void };

async function copyDatabase(client: Client, { secret, path, signal, onStep }: CopyOptions) {
  await client.query("begin isolation level repeatable read, read only");
  await applySettings(client);
  const { rows } = await client.query<{ major: number; is_standby: boolean }>(
    "select current_setting('server_version_num')::int / 10000 as major, pg_is_in_recovery() as is_standby",
  );
  const [{ major, is_standby } = { major: 0, is_standby: false }] = rows;
  if (is_standby) throw new Error("This server is a standby, which can end a backup early. Name its primary server.");
  const migrations = await migrationsIn(client);
  const names = Object.keys(migrations);
  const file = createBackupFile(path);
  try {
    const tables: TableCopy[] = [];
    for (const table of await listTables(client, names)) {
      onStep(`copy ${table.schema}.${table.name}`);
      signal?.throwIfAborted();
      const rows = client.query(copyTo(`copy ${tableName(table)} (${columnList(table)}) to stdout`));
      const sha256 = await copyWith(client, rows, (stream) => file.add(memberOf(table), stream));
      tables.push({ ...table, rows: rows.rowCount, sum: await rowSum(client, table), sha256 });
    }
    onStep("sequences");
    const sequences = await readSequences(client, names);
    await client.query("commit");
    const about = {
      format,
      product: productVersion(),
      made_at: clock.now().toISOString(),
      server_major: major,
    } as const;
    onStep("manifest");
    await file.finish(sealManifest({ ...about, migrations, tables, sequences }, secret));
  } catch (error) {
    file.abort();
    throw error;
  }
}

async function migrationsIn(client: Client): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const schema of schemas) {
    const names = await appliedMigrations(client, schema);
    if (names.length > 0) applied[schema.schema] = names;
  }
  if (!applied.console) throw new Error("This database has no data of Switchboard. Check DATABASE_URL or DATA_DIR.");
  return applied;
}

/** Makes a file, or the names in a folder, durable. */
async function sync(path: string) {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

async function check(path: string): Promise<WrittenBackup> {
  const backup = await openBackup(path);
  try {
    await checkMembers(backup);
    const { tables } = backup.manifest;
    const { size: bytes } = await stat(path);
    return { bytes, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
  } finally {
    await backup.close();
  }
}
