import { createHmac } from "node:crypto";
import type { auditTable } from "@/lib/db/console/tables/audit";
import { keyFor, sealOf } from "@/lib/secret";

export type AuditRow = Omit<typeof auditTable.$inferSelect, "mac">;

/** A line of the log and its hash, which covers everything before it. */
export type ChainLink = { id: number; mac: string };

/** A hash as it is shown and exported, in hex: no spreadsheet reads it as a formula, so it is the same text everywhere. */
export const hashText = (mac: string) =>
  /^[\w-]{43}$/.test(mac) ? Buffer.from(mac, "base64url").toString("hex") : mac;

/** A hash in hex, or in base64url, which earlier versions wrote and the database stores. */
export const hashPattern = "[0-9a-f]{64}|[\\w-]{43}";

/** The stored form of a hash that is written in either form. */
export const macOfText = (text: string) =>
  /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, "hex").toString("base64url") : text;

/** The key for hashes and seals of the log, derived from the installation's secret. */
export const auditKeyOf = (secret: string) => keyFor("audit", secret);

/** HMAC of a row and everything before it. The fields are listed, so that a new column does not invalidate old rows. */
export function macOf(key: string, before: string, row: AuditRow) {
  const { id, entry, kind, at, actorId, actorName, actorEmail, role, action, target, request, requestId } = row;
  const begun = [actorId, actorName, actorEmail, role, action, target, request, requestId, row.address];
  const finished = [row.outcome, row.status, row.message, row.body, row.detail];
  const text = JSON.stringify([before, id, entry, kind, at.getTime(), ...begun, ...finished]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

export const headSealOf = (key: string, { id, mac }: ChainLink) => sealOf(key, `head ${id} ${mac}`);

export const checkpointSealOf = (key: string, { id, mac }: ChainLink, at: Date) =>
  sealOf(key, `checkpoint ${id} ${mac} ${at.getTime()}`);

/** Seal of a row from which a secret was removed. The row keeps its original hash in the chain, and this covers its new content. */
export const redactedSealOf = (key: string, row: AuditRow) => macOf(key, "redacted", row);
