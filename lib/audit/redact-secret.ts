import { randomUUID } from "node:crypto";
import { asc, eq, gt } from "drizzle-orm";
import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { auditTable } from "@/lib/db/console/tables/audit";
import type { OpenDatabase, Transaction } from "@/lib/db/database";
import { type AuditRow, redactedSealOf } from "./audit-chain";
import { AuditHead } from "./audit-head";
import { type AuditLine, begunLine, finishedLine } from "./audit-lines";

/** Number of rows with the secret in a column. */
export type Finding = { table: string; column: string; rows: number };

type RedactionOptions = {
  database: OpenDatabase;
  /** Key of the audit log. */
  key: string;
  /** Returns the text without the secret. */
  filter: (text: string) => string;
  apply: boolean;
  log: Logger;
};

type Column = { name: string; isJson: boolean };

/**
 * Searches all text and JSON columns of the console's tables for a secret. With `apply`, it writes the filtered texts. A redacted
 * line of the audit log keeps its hash in the chain. A new line records the redaction and seals the new content.
 */
export async function redactSecret({ database, key, filter, apply, log }: RedactionOptions): Promise<Finding[]> {
  const head = new AuditHead(database.db, { key, log });
  const write: Write = async (lines, check) =>
    head.moveTo(await database.db.transaction((tx) => head.append(tx, lines, { check })));
  const entry = randomUUID();
  const about = { person: operator, requestId: entry, address: null };
  if (apply) await write([begunLine(entry, "secrets.redact", about)]);
  const findings = [
    ...(await redactAudit(database, {
      filter,
      write: apply ? (redacted) => rewriteLines(redacted, key, write) : undefined,
    })),
    ...(await redactTables(database, { filter, apply })),
  ];
  const ending = { outcome: "ok", status: null, message: null, body: null, detail: { held: findings } } as const;
  if (apply) await write([finishedLine(entry, ending)]);
  await head.close();
  return findings;
}

type Write = (lines: readonly AuditLine[], check?: (tx: Transaction) => Promise<void>) => Promise<void>;

const operator = { name: "npm run secrets:redact", email: "" };

async function redactTables({ pool }: OpenDatabase, options: Pick<RedactionOptions, "filter" | "apply">) {
  const client = await pool.connect();
  try {
    const findings: Finding[] = [];
    for (const [table, columns] of await columnsOf(client)) {
      await client.query("begin");
      findings.push(...(await redactTable(client, { table, columns, ...options })));
      await client.query("commit");
    }
    return findings;
  } finally {
    // Closes the session instead of returning it to the pool, so that an open transaction ends.
    client.release(true);
  }
}

async function columnsOf(client: PoolClient) {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'console' and t.table_type = 'BASE TABLE' and c.table_name <> 'audit_event'
      and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb')
    order by c.table_name, c.ordinal_position`);
  const tables = new Map<string, Column[]>();
  for (const { table, column, type } of rows)
    tables.set(table, [...(tables.get(table) ?? []), { name: column, isJson: type.startsWith("json") }]);
  return tables;
}

type Table = { table: string; columns: readonly Column[] } & Pick<RedactionOptions, "filter" | "apply">;

async function redactTable(client: PoolClient, { table, columns, filter, apply }: Table): Promise<Finding[]> {
  const counts = new Map<string, number>();
  const texts = columns.map(({ name }) => `"${name}"::text as "${name}"`).join(", ");
  await client.query(
    `declare held no scroll cursor for select ctid::text as ctid_text, ${texts} from console."${table}"`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, string | null>>("fetch 500 from held");
    if (rows.length === 0) break;
    for (const row of rows) {
      const changed = columns.filter(({ name }) => filter(row[name] ?? "") !== (row[name] ?? ""));
      for (const { name } of changed) counts.set(name, (counts.get(name) ?? 0) + 1);
      if (apply && changed.length > 0) await replace(client, { table, columns: changed, row, filter });
    }
  }
  await client.query("close held");
  return [...counts].map(([column, rows]) => ({ table, column, rows }));
}

type Row = Omit<Table, "apply"> & { row: Record<string, string | null> };

/** Numbers the replacement if two rows would become equal in a unique column. */
async function replace(client: PoolClient, { table, columns, row, filter }: Row) {
  const set = columns
    .map(({ name, isJson }, index) => `"${name}" = $${index + 2}${isJson ? "::jsonb" : ""}`)
    .join(", ");
  for (let copy = 1; ; copy += 1) {
    const texts = columns.map(({ name }) =>
      filter(row[name] ?? "").replaceAll("[key]", copy > 1 ? `[key ${copy}]` : "[key]"),
    );
    await client.query("savepoint one");
    try {
      await client.query(`update console."${table}" set ${set} where ctid = $1::tid`, [row.ctid_text, ...texts]);
      await client.query("release savepoint one");
      return;
    } catch (error) {
      await client.query("rollback to savepoint one");
      const isTaken = error instanceof Error && "code" in error && error.code === "23505";
      if (!isTaken || copy > 1000) throw error;
    }
  }
}

type AuditRedaction = Pick<RedactionOptions, "filter"> & {
  write: ((redacted: readonly RedactedRow[]) => Promise<void>) | undefined;
};

async function redactAudit({ db }: OpenDatabase, { filter, write }: AuditRedaction) {
  const counts = new Map<string, number>();
  for (let last = 0; ; ) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(gt(auditTable.id, last))
      .orderBy(asc(auditTable.id))
      .limit(500);
    const redacted = rows.flatMap((row) => redactedRow(row, filter));
    for (const { columns } of redacted) for (const name of columns) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (redacted.length > 0) await write?.(redacted);
    last = rows.at(-1)?.id ?? last;
    if (rows.length === 0) break;
  }
  return [...counts].map(([column, rows]) => ({ table: "audit_event", column, rows }));
}

type RedactedRow = { row: AuditRow; columns: string[] };

function redactedRow(
  { mac: _mac, ...row }: typeof auditTable.$inferSelect,
  filter: RedactionOptions["filter"],
): RedactedRow[] {
  const entries = Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? filter(value) : value]);
  // Columns and value types are unchanged, which the types of entries and fromEntries do not show.
  const left = Object.fromEntries(entries) as AuditRow;
  const columns = entries.flatMap(([name, value]) => (value === row[name as keyof AuditRow] ? [] : [String(name)]));
  return columns.length > 0 ? [{ row: left, columns }] : [];
}

function rewriteLines(redacted: readonly RedactedRow[], key: string, write: Write) {
  const lines = redacted.flatMap(({ row, columns }) => {
    const entry = randomUUID();
    const detail = { columns, seal: redactedSealOf(key, row) };
    const about = { person: operator, target: String(row.id), requestId: entry, address: null, detail };
    const message = "The platform's key was removed from this line of the audit log.";
    const ending = { outcome: "ok", status: null, message, body: null } as const;
    return [begunLine(entry, "audit.redact", about), finishedLine(entry, ending)];
  });
  return write(lines, async (tx) => {
    await tx.execute("alter table console.audit_event disable trigger audit_event_append_only");
    for (const { row } of redacted) {
      const { id, ...columns } = row;
      await tx.update(auditTable).set(columns).where(eq(auditTable.id, id));
    }
    await tx.execute("alter table console.audit_event enable trigger audit_event_append_only");
  });
}
