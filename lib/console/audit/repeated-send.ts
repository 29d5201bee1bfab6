import { and, desc, eq, gt, isNotNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Sent } from "@/lib/console/console";
import { auditTable } from "@/lib/console/tables";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";

type Reading = Pick<Database, "select">;

/** A send that is still without an end after this long was cut off by a crash. */
const longestMs = 60_000;

const finished = alias(auditTable, "finished");

/**
 * One press is one send. The request's ID is its idempotency key, kept with the audit log: the same key is not sent again but
 * answered with what it was answered before, and another press of what is still under way is refused.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export async function refuseRepeated(tx: Reading, sent: Sent) {
  const { person, op, requestId, target, request } = sent;
  const [before] = await begunAndFinished(tx)
    .where(
      and(
        eq(auditTable.requestId, requestId),
        eq(auditTable.actorId, person.id),
        eq(auditTable.action, op.id),
        eq(auditTable.kind, "begun"),
      ),
    )
    .limit(1);
  if (before) throw sentBefore(before.finished);
  // Two lists for one campaign may well be on their way at the same time.
  if (request === null || target === null || op.body === "file") return;
  const [underWay] = await tx
    .select({ name: auditTable.actorName })
    .from(auditTable)
    .where(
      and(
        eq(auditTable.target, target),
        eq(auditTable.action, op.id),
        eq(auditTable.kind, "begun"),
        isNotNull(auditTable.request),
        gt(auditTable.at, new Date(Date.now() - longestMs)),
        notExists(tx.select({ one: sql`1` }).from(finished).where(isItsEnd)),
      ),
    )
    .orderBy(desc(auditTable.id))
    .limit(1);
  if (!underWay) return;
  const whose = underWay.name === person.name ? "You have" : `${underWay.name} has`;
  throw new Problem(
    "in_progress",
    `${whose} sent this a moment ago, and it is not answered yet. It was not sent again.`,
    {
      outcome: "refused",
    },
  );
}

const isItsEnd = and(eq(finished.entry, auditTable.entry), eq(finished.kind, "finished"));

const begunAndFinished = (tx: Reading) =>
  tx.select({ begun: auditTable, finished }).from(auditTable).leftJoin(finished, isItsEnd);

/** The problem of a repeated request. `upstream` is what the platform answered the first time. */
function sentBefore(end: typeof auditTable.$inferSelect | null) {
  const { outcome, status, message, body } = end ?? {};
  const answered = typeof status === "number" && { status, ...(message ? { message } : {}), ...(body ? { body } : {}) };
  return new Problem(
    "sent_once",
    answered
      ? `It was sent once, and answered ${status}${message ? `: ${message}` : "."}`
      : "The line was cut, and the browser asked a second time. It was sent once.",
    { outcome: outcome === "refused" ? "refused" : "unknown", ...(answered ? { upstream: answered } : {}) },
  );
}
