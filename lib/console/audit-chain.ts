import { createHmac } from "node:crypto";
import { asc, gt } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { auditHeadTable, auditTable } from "./tables";

export type AuditRow = Omit<typeof auditTable.$inferSelect, "mac">;

export type AuditFault = { id: number; fault: "edited" | "missing" | "cut-off" };

/** The keyed hash of a row and of everything before it. Its fields are listed, so that a new column changes no old row. */
export function macOf(key: string, before: string, row: AuditRow) {
  const { id, entry, kind, at, actorId, actorName, actorEmail, role, action, target, request, requestId } = row;
  const begun = [actorId, actorName, actorEmail, role, action, target, request, requestId, row.address];
  const finished = [row.outcome, row.status, row.message, row.body, row.detail];
  const text = JSON.stringify([before, id, entry, kind, at.getTime(), ...begun, ...finished]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

export type AuditVerdict = { rows: number; fault: AuditFault | undefined };

/** Reads the whole log and finds the first row that was edited, deleted, slipped in or cut off. */
export function verifyAudit(db: Pick<Database, "transaction">, key: string): Promise<AuditVerdict> {
  // One view of the log and its end: what is written meanwhile would make it look cut off.
  return db.transaction((tx) => verified(tx, key), { isolationLevel: "repeatable read", accessMode: "read only" });
}

async function verified(db: Pick<Database, "select">, key: string): Promise<AuditVerdict> {
  let before = "";
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(auditTable)
      .where(gt(auditTable.id, last))
      .orderBy(asc(auditTable.id))
      .limit(1000);
    for (const { mac, ...row } of rows) {
      if (row.id !== last + 1) return { rows: last, fault: { id: last + 1, fault: "missing" } };
      if (mac !== macOf(key, before, row)) return { rows: last, fault: { id: row.id, fault: "edited" } };
      before = mac;
      last = row.id;
    }
    if (rows.length === 0) break;
  }
  const [head] = await db.select().from(auditHeadTable);
  const isWhole = head?.lastId === last && head.mac === before;
  return { rows: last, fault: isWhole ? undefined : { id: last + 1, fault: "cut-off" } };
}
