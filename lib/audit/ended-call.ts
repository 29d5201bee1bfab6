import { and, eq } from "drizzle-orm";
import { endCall } from "@/lib/contract/api/calls";
import { readCall } from "@/lib/contract/shapes/call";
import { newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { formatDateTime } from "@/lib/format/format-time";
import type { AuditedSend } from "./audited-send";

/** Verb phrase for ending a call that had ended before, as its newest stored version says; undefined for any other. */
export async function repeatedEndAct(db: Pick<Database, "select">, { op, target }: Pick<AuditedSend, "op" | "target">) {
  if (op.id !== endCall.id || target === null) return undefined;
  const [version] = await db
    .select({ record: recordVersionTable.record })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.resource, "calls"), eq(recordVersionTable.ref, target)))
    .orderBy(newestVersion)
    .limit(1);
  const { isOver, endedMs } = readCall(version?.record);
  const time = endedMs === undefined ? "" : ` at ${formatDateTime(endedMs, "utc")} UTC`;
  return isOver ? `try to end the call {it}, which had already ended${time}` : undefined;
}
