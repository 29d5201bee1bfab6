import { and, desc, getTableColumns, ne, sql } from "drizzle-orm";
import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";
import {
  isVersionOf,
  type RecordKey,
  recordVersionTable,
  shortRecord,
  tombstoneHash,
} from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject, stringifyJson } from "@/lib/format/json";

const maxVersions = 50;

type IsFault = (resource: string, field: string, word: unknown) => boolean;

/** Why a credential fails: its sync error, or the word of its last sync. Undefined if it does not. */
export function syncFaultOf(record: unknown, isFault: IsFault): string | undefined {
  if (!isPlainObject(record)) return undefined;
  const { last_sync_error: raw, last_sync_status: status } = record;
  const error = raw === undefined || raw === null || typeof raw === "string" ? raw : stringifyJson(raw);
  if (hasSyncError({ ...record, last_sync_error: error } as Credential)) return String(error);
  return isFault("credentials", "last_sync_status", status) ? String(status) : undefined;
}

/** When a poll first saw that a record fails as it still does. `isFirstRead`: it failed when it was first read. */
export async function failingSince(db: Database, record: RecordKey, isFailing: (record: unknown) => boolean) {
  const versions = await db
    .select({
      ...getTableColumns(recordVersionTable),
      record: shortRecord(sql`${recordVersionTable.record}`).mapWith(recordVersionTable.record),
    })
    .from(recordVersionTable)
    .where(and(isVersionOf(record), ne(recordVersionTable.hash, tombstoneHash)))
    .orderBy(desc(recordVersionTable.id))
    .limit(maxVersions);
  const end = versions.findIndex((version, index) => (index > 0 && version.goneAt) || !isFailing(version.record));
  const run = versions.slice(0, end === -1 ? versions.length : end);
  const first = run.at(-1);
  return first && { since: first.seenAt, isFirstRead: end === -1 && versions.length < maxVersions };
}
