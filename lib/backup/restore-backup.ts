import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { AuditHead } from "@/lib/audit/audit-head";
import { type AuditVerification, verifyAudit } from "@/lib/audit/verify-audit";
import { clock } from "@/lib/clock";
import { closeClient, createClient } from "@/lib/db/client";
import { saveRestoredCopy } from "@/lib/db/console/restored-copy";
import { lockInTransaction, type Transaction } from "@/lib/db/database";
import { applyMigrations, ownMigrations } from "@/lib/db/migrate";
import type { ErasureRecord } from "@/lib/erasure/erasure-records";
import { uniteErasures } from "@/lib/erasure/unite-erasures";
import { countOf } from "@/lib/format/format-count";
import { type BackupFile, checkMembers } from "./backup-file";
import { applySettings, columnList, copyWith, listTables, rowSum, tableName } from "./catalog";
import { type Ended, endPending, entryLines } from "./end-pending";
import { type Manifest, refuseForeign, type SequenceCopy, schemas, type TableCopy } from "./manifest";

type RestoreOptions = {
  url: string;
  secret: string;
  backup: BackupFile;
  /** Erasures that are known beside those in the backup. */
  erasures?: readonly ErasureRecord[];
  /** Account on this machine, for those who ask who restored it. */
  by?: string;
};
export type Restored = { rows: number; tables: number; audit: AuditVerification; erasures: number; ended: Ended };

/**
 * Restores a backup into an empty database, in one transaction: it is there as a whole or not at all. Sign-ins and all that was due
 * are ended, and it is marked as a copy, so that the restored Switchboard sends nothing by itself.
 */
export async function restoreBackup({
  url,
  secret,
  backup,
  erasures = [],
  by = "",
}: RestoreOptions): Promise<Restored> {
  refuseForeign(backup.manifest, secret);
  const client = createClient({ connectionString: url, application_name: "switchboard restore", keepAlive: true });
  try {
    await client.connect();
    await refuseFilled(client);
    await checkMembers(backup);
    const restored = await drizzle(client).transaction((tx) => restore({ client, tx, secret, backup, erasures, by }));
    // The planner knows nothing of new tables.
    await client.query("analyze");
    return restored;
  } finally {
    await closeClient(client);
  }
}

async function refuseFilled(client: Client) {
  const names = schemas.map(({ schema }) => schema);
  const { rows } = await client.query("select from pg_namespace where nspname = any($1)", [names]);
  if (rows.length > 0)
    throw new Error(
      "There is data of Switchboard in this place already, and nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.",
    );
}

type RestoreStep = {
  client: Client;
  tx: Transaction;
  secret: string;
  backup: BackupFile;
  erasures: readonly ErasureRecord[];
  by: string;
};

async function restore({ client, tx, secret, backup, erasures, by }: RestoreStep): Promise<Restored> {
  const { manifest } = backup;
  await applySettings(client);
  // A Switchboard that starts meanwhile waits, as for another one's migrations.
  for (const { schema } of schemas) await lockInTransaction(tx, `switchboard migrations ${schema}`);
  await refuseFilled(client);
  await applyMigrationsOf(client, manifest, "of the backup");
  await loadTables(client, backup);
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
  for (const table of manifest.tables) await checkRows(client, table);
  // Verification and endings use today's tables. A failed migration leaves the place empty.
  await applyMigrationsOf(client, manifest, "since");
  const key = auditKeyOf(secret);
  const audit = await verifyAudit(tx, key);
  const erased = await uniteErasures({ client, tx }, secret, erasures);
  const { ended, lines } = await endPending(tx);
  const restored_at = clock.now().toISOString();
  await saveRestoredCopy(tx, { made_at: manifest.made_at, restored_at, by });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await record(tx, key, [...lines, ...restoreLines(manifest, ended)]);
  return { rows, tables: manifest.tables.length, audit, erasures: erased, ended };
}

/** Applies the migrations that the backup has, so that its rows fit, or those since. */
async function applyMigrationsOf(client: Client, { migrations }: Manifest, which: "of the backup" | "since") {
  for (const schema of schemas) {
    const count = migrations[schema.schema]?.length;
    if (count === undefined) continue;
    const range = which === "since" ? { from: count, to: ownMigrations(schema).length } : { from: 0, to: count };
    await applyMigrations(client, schema, range);
  }
}

/** Loads all rows without the triggers, which would refuse the head of the audit log. Foreign keys are checked. */
async function loadTables(client: Client, { manifest: { tables, migrations }, copyTo }: BackupFile) {
  const present = (await listTables(client, Object.keys(migrations))).map(tableName);
  if (present.toSorted().join() !== tables.map(tableName).toSorted().join())
    throw new Error(
      "The tables of the backup are not those of its version. Restore it with the version it was made by.",
    );
  const setTriggers = async (state: "enable" | "disable") => {
    for (const name of present) await client.query(`alter table ${name} ${state} trigger user`);
  };
  await setTriggers("disable");
  // Migrations insert rows of their own.
  await client.query(`truncate ${present.join(", ")}`);
  for (const table of tables)
    await copyWith(
      client,
      client.query(copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin`)),
      (stream) => copyTo(table, stream),
    );
  await setTriggers("enable");
}

const setSequence = (client: Client, sequence: SequenceCopy) =>
  client.query("select setval($1::regclass, $2::bigint, $3)", [tableName(sequence), sequence.last, sequence.is_called]);

async function checkRows(client: Client, table: TableCopy) {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${tableName(table)}`);
  if (Number(rows[0]?.count) !== table.rows || (await rowSum(client, table)) !== table.sum)
    throw new Error(`Table ${table.schema}.${table.name} differs from the backup, so nothing was restored.`);
}

function restoreLines({ made_at, product, tables }: Manifest, ended: Ended) {
  const { actions, hours, messages } = ended;
  const counts = `${countOf(actions, "scheduled action")}, the hours of ${countOf(hours, "campaign")} and ${countOf(messages, "message")}`;
  return entryLines(
    "backup.restore",
    {
      person: { name: "npm run restore", email: "" },
      requestId: randomUUID(),
      address: null,
      detail: { made_at, product, tables: tables.length, ended },
    },
    { outcome: "ok", message: `From ${made_at}. Ended: ${counts}.` },
  );
}

async function record(tx: Transaction, key: string, lines: Parameters<AuditHead["append"]>[1]) {
  const head = new AuditHead(tx, { key, log: pino({ level: "silent" }) });
  await head.append(tx, lines);
  await head.close();
}
