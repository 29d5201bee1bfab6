import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, type SQL } from "drizzle-orm";
import { auditTable } from "@/lib/db/console/tables/audit";
import type { Database, Transaction } from "@/lib/db/database";
import { type AuditRow, redactedSealOf } from "./audit-chain";
import { type Actor, type AuditLine, begunLine, finishedLine } from "./audit-lines";

export type AppendLines = (lines: readonly AuditLine[], check?: (tx: Transaction) => Promise<void>) => Promise<unknown>;

export type LineRedaction = {
  /** Key of the audit log. */
  key: string;
  /** Returns a text of a line without what is removed. */
  filter: (text: string, column: string, row: AuditRow) => string;
  /** Lines that can have it; all if undefined. */
  where?: SQL | undefined;
  /** Who removes it, and a sentence for the new lines. */
  by: Actor;
  message: string;
  /** Without it, the lines are only counted. */
  append: AppendLines | undefined;
};

type RedactedLine = { row: AuditRow; columns: string[] };

/**
 * Replaces texts in lines of the audit log. A redacted line keeps its hash in the chain. A new line records the redaction and seals
 * the new content. Returns the changed columns of each changed line.
 */
export async function redactLines(db: Pick<Database, "select">, options: LineRedaction): Promise<string[][]> {
  const changed: string[][] = [];
  for (let last = 0; ; ) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(and(gt(auditTable.id, last), options.where))
      .orderBy(asc(auditTable.id))
      .limit(500);
    const redacted = rows.flatMap((row) => redactedLine(row, options.filter));
    changed.push(...redacted.map(({ columns }) => columns));
    if (redacted.length > 0 && options.append) await rewriteLines(redacted, options, options.append);
    if (rows.length === 0) return changed;
    last = rows.at(-1)?.id ?? last;
  }
}

function redactedLine(
  { mac: _mac, ...row }: typeof auditTable.$inferSelect,
  filter: LineRedaction["filter"],
): RedactedLine[] {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" ? filter(value, name, row) : value,
  ]);
  // Columns and value types are unchanged, which the types of entries and fromEntries do not show.
  const left = Object.fromEntries(entries) as AuditRow;
  const columns = entries.flatMap(([name, value]) => (value === row[name as keyof AuditRow] ? [] : [String(name)]));
  return columns.length > 0 ? [{ row: left, columns }] : [];
}

function rewriteLines(redacted: readonly RedactedLine[], { key, by, message }: LineRedaction, append: AppendLines) {
  const lines = redacted.flatMap(({ row, columns }) => {
    const entry = randomUUID();
    const detail = { columns, seal: redactedSealOf(key, row) };
    const about = { person: by, target: String(row.id), requestId: entry, address: null, detail };
    const ending = { outcome: "ok", status: null, message, body: null } as const;
    return [begunLine(entry, "audit.redact", about), finishedLine(entry, ending)];
  });
  return append(lines, async (tx) => {
    await tx.execute("alter table console.audit_event disable trigger audit_event_append_only");
    for (const { row } of redacted) {
      const { id, ...columns } = row;
      await tx.update(auditTable).set(columns).where(eq(auditTable.id, id));
    }
    await tx.execute("alter table console.audit_event enable trigger audit_event_append_only");
  });
}
