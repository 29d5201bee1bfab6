import { once } from "node:events";
import { and, desc, getTableColumns, ne, sql } from "drizzle-orm";
import type { Person } from "@/lib/contract/actor";
import type { PacedResource } from "@/lib/contract/console/collecting";
import { implement } from "@/lib/contract/console/context";
import { mayRead, maySeeSender } from "@/lib/contract/console/readable";
import { listVersions, type RecordChange } from "@/lib/contract/console/record-history";
import { Problem } from "@/lib/contract/problem";
import {
  firstReadAt,
  isVersionOf,
  type RecordKey,
  recordVersionTable,
  tombstoneHash,
} from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { hideSecrets } from "@/lib/format/hide-secrets";
import { parseJson } from "@/lib/format/json";
import { startThread } from "@/lib/http/start-thread";
import { compareVersions } from "./compare-versions";
import { effectsSince, type Send, sendsBetween, sendsTo } from "./record-sends";

const maxVersions = 41;
const maxBytes = 4 * 1024 * 1024;
/** Compared in a few milliseconds. */
const smallCharacters = 64 * 1024;
const maxCompareMs = 30_000;
const maxKnown = 40;

export const recordVersions = (db: Database, accountId: string) => {
  const compare = createComparison(db);
  return implement(listVersions, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource === planLimits ? "phone-numbers" : resource))
      throw new Problem("forbidden", "Your role does not allow you to see these records.");
    const versions = await versionTimes(db, { accountId, resource, ref });
    const [latest] = versions;
    const changed = await compare(versions);
    const oldest = versions[changed.length];
    if (!latest || !oldest) return { data: null };
    const sends = await sendsTo(db, { resource, ref, since: effectsSince(oldest) });
    const changes = versions.slice(0, changed.length).flatMap((version, index) => {
      const before = versions[index + 1] ?? version;
      const fields = changed[index] ?? [];
      // A version can differ by less than a page shows. One without a difference is of a record that was gone.
      if (fields.length === 0 && before.goneAt === null) return [];
      return [changeBetween(before, version, { sends, person, fields })];
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
};

/** Plan limits are a record without an ID of their own. */
const planLimits: PacedResource = "plan-limits";

type Version = Pick<typeof recordVersionTable.$inferSelect, "id" | "resource" | "seenAt" | "lastSeenAt" | "goneAt"> & {
  firstSeenAt: Date;
};

const { record: _record, firstSeenAt: _firstSeenAt, ...withoutRecord } = getTableColumns(recordVersionTable);

/** The newest versions without their records, each with the time of the first read. */
const versionTimes = (db: Database, record: RecordKey): Promise<Version[]> =>
  db
    .select({
      ...withoutRecord,
      firstSeenAt: firstReadAt(sql`${recordVersionTable}`).mapWith(recordVersionTable.seenAt),
    })
    .from(recordVersionTable)
    .where(and(isVersionOf(record), ne(recordVersionTable.hash, tombstoneHash)))
    .orderBy(desc(recordVersionTable.id))
    .limit(maxVersions);

/** Records of the newest versions as JSON, newest first: at least two, and no more than fit. */
async function recordsOf(db: Database, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ record: string }>(sql`
    select record from (
      select record, row_number() over newest as nth, sum(octet_length(record)) over newest as bytes
      from (select id, record::text as record from console.record_version where id in ${ids}) as version
      window newest as (order by id desc)
    ) as numbered where nth <= 2 or bytes <= ${maxBytes} order by nth`);
  return rows.map(({ record }) => record);
}

export async function versionsOf(db: Database, record: RecordKey) {
  const versions = await versionTimes(db, record);
  const records = await recordsOf(
    db,
    versions.map(({ id }) => id),
  );
  return versions.slice(0, records.length).map((version, index) => ({
    ...version,
    record: parseJson(records[index] ?? "null"),
  }));
}

/** Compares versions, large ones on a thread of their own. Remembers the last results, because versions never change. */
function createComparison(db: Database) {
  const known = new Map<string, Promise<RecordChange["fields"][]>>();
  return (versions: readonly Version[]) => {
    // Versions of tools from before their secrets were hidden can hold some.
    const clean = versions[0]?.resource === "tools" ? hideSecrets : (record: string) => record;
    const ids = versions.map(({ id }) => id);
    const name = ids.join();
    const changes = known.get(name) ?? recordsOf(db, ids).then((records) => compared(records.map(clean)));
    known.delete(name);
    known.set(name, changes);
    changes.catch(() => known.delete(name));
    for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
    return changes;
  };
}

async function compared(records: string[]) {
  if (records.length < 2) return [];
  if (records.reduce((sum, { length }) => sum + length, 0) <= smallCharacters) return compareVersions(records);
  const thread = startThread("versions-worker", import.meta.url, { workerData: records });
  try {
    const [changes] = await once(thread, "message", { signal: AbortSignal.timeout(maxCompareMs) });
    return changes as RecordChange["fields"][];
  } finally {
    void thread.terminate();
  }
}

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

type ChangeContext = { sends: readonly Send[]; person: Person; fields: RecordChange["fields"] };

function changeBetween(before: Version, version: Version, { sends, person, fields }: ChangeContext): RecordChange {
  const [send] = sendsBetween(sends, effectsSince(before), version.seenAt);
  return {
    at: version.seenAt.toISOString(),
    after: before.lastSeenAt.toISOString(),
    sent: send
      ? { action: send.action ?? "", by: maySeeSender(person, version.resource, send.actorId) ? send.actorName : null }
      : null,
    fields,
  };
}
