import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, DatabaseError } from "pg";
import { attempt } from "@/lib/format/attempt";
import { closeClient, createClient } from "./client";
import { refuseIfRunning } from "./directory-lock";
import { consoleMigrations, platformMigrations, refuseNewerSchema } from "./migrate";

/** Throws if `dataDir` cannot hold a database, or if another Switchboard runs on it. */
export async function checkDirectory(dataDir: string) {
  const probe = join(dataDir, `.write-check-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" || code === "ENOTDIR")
      throw new Error(`DATA_DIR ${dataDir} is not a folder: choose another.`);
    const fault = `DATA_DIR ${dataDir} could not be written (${code}): choose another, or let this user write there.`;
    throw new Error(foreignOwner(dataDir) ?? fault);
  }
  const fault = foreignOwner(join(dataDir, "postgres"));
  if (fault) throw new Error(fault);
  await refuseIfRunning(dataDir);
}

/** PostgreSQL runs on a folder of its own user alone, even if others may write there. Root starts it as the owner. */
function foreignOwner(folder: string) {
  const uid = process.getuid?.();
  const owner = attempt(() => statSync(folder).uid);
  if (!uid || owner === undefined || owner === uid) return undefined;
  return `${folder} belongs to user ${owner}, and Switchboard runs as user ${uid}: run chown -R ${uid} on DATA_DIR, or start it as user ${owner}.`;
}

/**
 * Throws if the database does not answer, refuses us, cannot hold our tables, or belongs to a newer Switchboard.
 * `isOwn` skips checks that our own PostgreSQL passes, or fails only while its disk is nearly full.
 */
export async function checkDatabase(url: string, { isOwn = false } = {}) {
  const connect = () => connectTo(url);
  const client = await connect();
  try {
    if (!isOwn) {
      const fault = (await databaseFault(client)) ?? (await poolingFault(client, connect));
      if (fault) throw new Error(`DATABASE_URL: ${fault}`);
    }
    for (const migrations of [consoleMigrations, platformMigrations]) await refuseNewerSchema(client, migrations);
  } finally {
    await closeClient(client);
  }
}

async function connectTo(url: string) {
  const client = attemptClient(url);
  await client.connect().catch((error: unknown) => {
    throw new Error(connectionFault(error, client));
  });
  return client;
}

/** pg reads the files of certificates that an address names. */
function attemptClient(url: string) {
  try {
    return createClient({ connectionString: url, query_timeout: 5_000 });
  } catch (error) {
    const path = error instanceof Error && "path" in error ? error.path : undefined;
    throw new Error(
      path ? `DATABASE_URL: its file ${path} cannot be read (${codeOf(error)}).` : "DATABASE_URL cannot be read.",
    );
  }
}

type DatabaseState = {
  name: string;
  version: number;
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
  may_create: boolean;
  foreign_schema: string | null;
};

/** The first version with `idle_session_timeout`, which frees the lock of a suspended leader. */
const oldestVersion = 140_000;

/** The reason why this database cannot hold Switchboard's data; undefined if it can. */
async function databaseFault(client: Client): Promise<string | undefined> {
  const schemas = [consoleMigrations, platformMigrations].map(({ schema }) => schema);
  const { rows } = await client.query<DatabaseState>(
    `select current_database() as name, current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      has_database_privilege(current_database(), 'CREATE') as may_create,
      (select min(nspname) from pg_namespace where nspname = any($1)
        and to_regclass(quote_ident(nspname) || '.__drizzle_migrations') is null
        and exists (select from pg_class where relnamespace = pg_namespace.oid)) as foreign_schema`,
    [schemas],
  );
  const [state] = rows;
  if (!state) return undefined;
  const { name, encoding, version } = state;
  if (version < oldestVersion)
    return `the server is PostgreSQL ${Math.trunc(version / 10_000)}. Switchboard needs 14 or later.`;
  if (state.is_standby) return `the server is a standby, which takes no changes. Name its primary server.`;
  if (state.is_read_only) return `database ${name} is read-only. Make it writable, or name another.`;
  if (encoding !== "UTF8") return `database ${name} is encoded in ${encoding}. Create one with the encoding UTF8.`;
  if (state.foreign_schema)
    return `database ${name} has a schema ${state.foreign_schema} that is not Switchboard's. Give Switchboard a database of its own.`;
  if (!state.may_create)
    return `user ${client.user} may not create schemas in database ${name}. Grant it CREATE on the database.`;
}

/**
 * A pooler in transaction mode breaks LISTEN, locks and prepared statements. It is detected by a session setting that is
 * lost when other clients hold the server connection.
 */
async function poolingFault(client: Client, connect: () => Promise<Client>): Promise<string | undefined> {
  const others = await Promise.all([connect(), connect()]);
  try {
    await client.query("set switchboard.pooling_check = 'set'");
    for (const other of others) await other.query("begin; select pg_backend_pid()");
    const { rows } = await client.query("select current_setting('switchboard.pooling_check', true) = 'set' as is_set");
    if (rows[0]?.is_set !== true)
      return "a connection pooler in transaction mode answers here. Use session mode, or name the server itself.";
  } finally {
    await Promise.all(others.map(closeClient));
  }
}

function connectionFault(error: unknown, { host, port, user, database }: Client) {
  const server = host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const tlsFault = tlsFaultOf(error);
  if (tlsFault) return `DATABASE_URL: ${tlsFault.replace("SERVER", server)}`;
  if (!(error instanceof DatabaseError))
    return `DATABASE_URL: nothing answers as PostgreSQL at ${server} (${codeOf(error)}).`;
  if (error.code === "53300") return `DATABASE_URL: PostgreSQL at ${server} has no free connection: allow it more.`;
  if (error.code?.startsWith("28"))
    return `DATABASE_URL: PostgreSQL at ${server} refused user ${user} or the password.`;
  if (error.code === "3D000") return `DATABASE_URL: PostgreSQL at ${server} has no database ${database}.`;
  return `DATABASE_URL: PostgreSQL at ${server} refused the connection: ${error.message}.`;
}

const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)$/;

function tlsFaultOf(error: unknown) {
  const code = codeOf(error);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "the certificate of SERVER is for another name. Write the name that is in it.";
  if (code === "CERT_HAS_EXPIRED") return "the certificate of SERVER has expired.";
  if (untrusted.test(code))
    return `the certificate of SERVER is not trusted (${code}). Name the file of its authority with sslrootcert=/path/to/ca.pem.`;
  if (/does not support SSL/.test(code)) return "PostgreSQL at SERVER has no TLS, and sslmode asks for it.";
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : error instanceof Error ? error.message : "unknown";
