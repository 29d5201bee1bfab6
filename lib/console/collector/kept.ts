import { and, asc, desc, eq, gte, like, sql } from "drizzle-orm";
import type { ConsoleContext, Person } from "@/lib/console/console-types";
import { mayRead } from "@/lib/console/me";
import { auditTable } from "@/lib/console/tables";
import { listVersions, type RecordChange } from "@/lib/contract/console/kept";
import { implementIn } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { diffRecords } from "@/lib/format/diff-records";
import { withoutMoving } from "./keep-record";
import { recordVersionTable } from "./tables";

const implement = implementIn<ConsoleContext>();
const mostVersions = 41;
const mostBytes = 4 * 1024 * 1024;
const mostSends = 200;

/** What is kept of records. */
export const kept = (db: Database, keyPrint: string) => [
  implement(listVersions, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource === planLimits ? "phone-numbers" : resource))
      throw new Problem("forbidden", "Your role may not see these records.");
    const versions = await versionsOf(db, { keyPrint, resource, ref });
    const [latest] = versions;
    const oldest = versions.at(-1);
    if (!latest || !oldest) return { data: null };
    const sends = await sendsTo(db, { resource, ref, since: oldest.lastSeenAt });
    const changes = versions.slice(0, -1).map((version, at) => {
      const before = versions[at + 1] ?? version;
      return changeBetween(before, version, { sends, person });
    });
    return {
      data: {
        first_seen_at: latest.firstSeenAt.toISOString(),
        last_seen_at: latest.lastSeenAt.toISOString(),
        gone_at: latest.goneAt?.toISOString() ?? null,
        changes,
        has_more: latest.firstSeenAt < oldest.seenAt,
      },
    };
  }),
];

/** What a plan allows is a record without an ID of its own. */
export const planLimits = "plan-limits";

type Version = typeof recordVersionTable.$inferSelect & { firstSeenAt: Date };
type Of = { keyPrint: string; resource: string; ref: string };
type Send = Pick<typeof auditTable.$inferSelect, "at" | "action" | "actorName" | "actorId">;

/** The newest versions, as many as may be held at once. */
async function versionsOf(db: Database, { keyPrint, resource, ref }: Of): Promise<Version[]> {
  const isOf = and(
    eq(recordVersionTable.keyPrint, keyPrint),
    eq(recordVersionTable.resource, resource),
    eq(recordVersionTable.ref, ref),
  );
  const bytes = db
    .select({
      id: recordVersionTable.id,
      bytes:
        sql<number>`sum(length(${recordVersionTable.record}::text)) over (order by ${recordVersionTable.id} desc)`.as(
          "bytes",
        ),
    })
    .from(recordVersionTable)
    .where(isOf)
    .orderBy(desc(recordVersionTable.id))
    .limit(mostVersions)
    .as("sized");
  const rows = await db
    .select({ version: recordVersionTable, bytes: bytes.bytes })
    .from(recordVersionTable)
    .innerJoin(bytes, eq(bytes.id, recordVersionTable.id))
    .orderBy(desc(recordVersionTable.id));
  const [first] = await db
    .select({ at: recordVersionTable.seenAt })
    .from(recordVersionTable)
    .where(isOf)
    .orderBy(asc(recordVersionTable.id))
    .limit(1);
  return rows
    .filter((row, at) => at === 0 || Number(row.bytes) <= mostBytes)
    .map(({ version }) => ({ ...version, firstSeenAt: first?.at ?? version.seenAt }));
}

/** What was sent from here to a record. */
async function sendsTo(db: Database, { resource, ref, since }: Omit<Of, "keyPrint"> & { since: Date }) {
  if (ref === "") return [];
  return db
    .select({
      at: auditTable.at,
      action: auditTable.action,
      actorName: auditTable.actorName,
      actorId: auditTable.actorId,
    })
    .from(auditTable)
    .where(
      and(
        eq(auditTable.target, ref),
        eq(auditTable.kind, "begun"),
        like(auditTable.action, `${resource}.%`),
        gte(auditTable.at, since),
      ),
    )
    .orderBy(desc(auditTable.id))
    .limit(mostSends);
}

type Between = { sends: readonly Send[]; person: Person };

function changeBetween(before: Version, version: Version, { sends, person }: Between): RecordChange {
  const send = sends.find(({ at }) => at >= before.lastSeenAt && at <= version.seenAt);
  const mayKnow = person.role === "admin" || send?.actorId === person.id;
  return {
    at: version.seenAt.toISOString(),
    after: before.lastSeenAt.toISOString(),
    seen_by: version.askedBy,
    sent: send ? { action: send.action ?? "", by: mayKnow ? send.actorName : null } : null,
    fields: diffRecords(withoutMoving(before.record), withoutMoving(version.record)).map(({ path, ...change }) => ({
      path: path.join("."),
      ...change,
    })),
  };
}
