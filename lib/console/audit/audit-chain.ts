import { createHmac } from "node:crypto";
import { keyFor, sealOf } from "@/lib/console/secret";
import type { auditTable } from "@/lib/console/tables";

export type AuditRow = Omit<typeof auditTable.$inferSelect, "mac">;

/** A place in the log: a line, and the hash that ties it to everything before it. */
export type Place = { id: number; mac: string };

/** The key of the log's hashes and seals, from the one secret. */
export const auditKeyOf = (secret: string) => keyFor("audit", secret);

/** The keyed hash of a row and of everything before it. Its fields are listed, so that a new column changes no old row. */
export function macOf(key: string, before: string, row: AuditRow) {
  const { id, entry, kind, at, actorId, actorName, actorEmail, role, action, target, request, requestId } = row;
  const begun = [actorId, actorName, actorEmail, role, action, target, request, requestId, row.address];
  const finished = [row.outcome, row.status, row.message, row.body, row.detail];
  const text = JSON.stringify([before, id, entry, kind, at.getTime(), ...begun, ...finished]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

export const headSealOf = (key: string, { id, mac }: Place) => sealOf(key, `head ${id} ${mac}`);

export const checkpointSealOf = (key: string, { id, mac }: Place, at: Date) =>
  sealOf(key, `checkpoint ${id} ${mac} ${at.getTime()}`);

/** Of a row from which a key was removed: it keeps the hash that the chain was written with, and this shows what it holds now. */
export const redactedSealOf = (key: string, row: AuditRow) => macOf(key, "redacted", row);
