import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { clock } from "@/lib/clock";
import { closeClient, createClient } from "@/lib/db/client";
import { appliedMigrations, productVersion } from "@/lib/db/migrate";
import { checkMembers, createBackupFile, openBackup } from "./backup-file";
import { applySettings, columnList, copyWith, listTables, readSequences, rowSum, tableName } from "./catalog";
import { withFileFault } from "./file-fault";
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
export async function writeBackup(options: WriteOptions): Promise<WrittenBackup> {
  const { url, path, signal, onStep = () => {} } = options;
  const client = createClient({ connectionString: url, application_name: "switchboard backup", keepAlive: true });
  const abort = () => void closeClient(client);
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    onStep("connect");
    await client.connect();
    await lockFile(client, path);
    return await writeFile(client, { ...options, onStep });
  } finally {
    signal?.removeEventListener("abort", abort);
    await closeClient(client);
  }
}

async function writeFile(client: Client, { secret, path, signal, onStep }: CopyOptions): Promise<WrittenBackup> {
  const partial = partialOf(path, client);
  try {
    await refuseFolder(path);
    await copyDatabase(client, { secret, path: partial, signal, onStep });
    onStep("sync");
    await sync(partial);
    onStep("check");
    const written = await check(partial, dirname(path));
    signal?.throwIfAborted();
    onStep("rename");
    await rename(partial, path);
    await sync(dirname(path));
    return written;
  } catch (error) {
    // If this fails too, the next backup replaces the file. The first fault says more.
    await rm(partial, { force: true }).catch(() => {});
    const hasEarlier = await isKind(path, (found) => found.isFile());
    throw withFileFault(error, path, hasEarlier ? "The earlier backup is whole." : "No backup was written.");
  }
}

/** A temporary name for each machine and database, which is what `lockFile` locks. */
function partialOf(path: string, { host, port, database }: Client) {
  const hash = createHash("sha256").update(`${hostname()} ${host} ${port} ${database}`).digest("hex");
  return `${path}.${hash.slice(0, 8)}${partialSuffix}`;
}

/** Ends with the connection. */
async function lockFile(client: Client, path: string) {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  const name = `backup to ${join(folder, basename(path))} on ${hostname()}`;
  const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours", [name]);
  if (rows[0]?.is_ours !== true)
    throw new Error(`Another backup is writing ${path}. Wait until it ends, or enter another name.`);
}

async function refuseFolder(path: string) {
  if (await isKind(path, (found) => found.isDirectory()))
    throw new Error(`${path} is a folder. Enter the name of a file.`);
}

const isKind = (path: string, test: (found: Stats) => boolean) => stat(path).then(test, () => false);

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
      const rows = client.query(copyTo(`copy (select ${columnList(table)} from ${tableName(table)}) to stdout`));
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

async function check(path: string, folder: string): Promise<WrittenBackup> {
  const refuse = (cause: unknown) => {
    throw new Error(`The backup could not be read again as it was written. Check the disk of ${folder}.`, { cause });
  };
  const backup = await openBackup(path).catch(refuse);
  try {
    await checkMembers(backup).catch(refuse);
    const { tables } = backup.manifest;
    const { size: bytes } = await stat(path);
    return { bytes, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
  } finally {
    await backup.close();
  }
}
