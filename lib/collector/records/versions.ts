import { desc, getTableColumns, sql } from "drizzle-orm";
import type { Person } from "@/lib/contract/actor";
import { implement } from "@/lib/contract/console/context";
import { listVersions, type PacedResource, type RecordChange } from "@/lib/contract/console/kept";
import { mayRead, maySeeSender } from "@/lib/contract/console/readable";
import { Problem } from "@/lib/contract/problem";
import { isVersionOf, type RecordKey, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { diffRecords } from "@/lib/format/diff-records";
import { withoutVolatileFields } from "./keep-versions";
import { effectsSince, type Send, sendsBetween, sendsTo } from "./record-sends";

const maxVersions = 41;

/** The changes between the stored versions of a record. */
export const recordVersions = (db: Database, accountId: string) =>
  implement(listVersions, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource === planLimits ? "phone-numbers" : resource))
      throw new Problem("forbidden", "Your role does not allow you to see these records.");
    const versions = await versionsOf(db, { accountId, resource, ref });
    const [latest] = versions;
    const oldest = versions.at(-1);
    if (!latest || !oldest) return { data: null };
    const sends = await sendsTo(db, { resource, ref, since: effectsSince(oldest) });
    const changes = versions.slice(0, -1).map((version, index) => {
      const before = versions[index + 1] ?? version;
      return changeBetween(before, version, { sends, person });
    });
    const lastSeenAt = latest.goneAt ? latest.lastSeenAt : await lastRead(db, { accountId, resource, latest });
    return {
      data: {
        first_seen_at: latest.firstSeenAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        gone_at: latest.goneAt?.toISOString() ?? null,
        changes,
        has_more: latest.firstSeenAt < oldest.seenAt,
      },
    };
  });

/** Plan limits are a record without an ID of their own. */
const planLimits: PacedResource = "plan-limits";

type Version = typeof recordVersionTable.$inferSelect & { firstSeenAt: Date };

/** The newest versions, each with the time of the first one. */
export const versionsOf = (db: Database, record: RecordKey): Promise<Version[]> =>
  db
    .select({
      ...getTableColumns(recordVersionTable),
      firstSeenAt: sql<Date>`min(${recordVersionTable.seenAt}) over ()`.mapWith(recordVersionTable.seenAt),
    })
    .from(recordVersionTable)
    .where(isVersionOf(record))
    .orderBy(desc(recordVersionTable.id))
    .limit(maxVersions);

/** A row of a list was last seen when its list was last read. */
async function lastRead(db: Database, { accountId, resource, latest }: Omit<RecordKey, "ref"> & { latest: Version }) {
  const [list] = await db
    .select({ at: recordVersionTable.lastSeenAt })
    .from(recordVersionTable)
    .where(isVersionOf({ accountId, resource, ref: "" }))
    .orderBy(desc(recordVersionTable.id))
    .limit(1);
  return list && list.at > latest.lastSeenAt ? list.at : latest.lastSeenAt;
}

type ChangeContext = { sends: readonly Send[]; person: Person };

function changeBetween(before: Version, version: Version, { sends, person }: ChangeContext): RecordChange {
  const [send] = sendsBetween(sends, effectsSince(before), version.seenAt);
  return {
    at: version.seenAt.toISOString(),
    after: before.lastSeenAt.toISOString(),
    sent: send
      ? { action: send.action ?? "", by: maySeeSender(person, version.resource, send.actorId) ? send.actorName : null }
      : null,
    fields: fieldsChanged(withoutVolatileFields(before.record), withoutVolatileFields(version.record)),
  };
}

export const fieldsChanged = (before: unknown, after: unknown) =>
  diffRecords(before, after).map(({ path, ...change }) => ({ path: path.join("."), ...change }));
