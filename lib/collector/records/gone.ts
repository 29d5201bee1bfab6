import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { isVersionOf, type RecordKey, recordVersionTable, tombstoneHash } from "@/lib/db/console/tables/collector";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { aheadMs } from "./store-versions";

type Gone = {
  at: Date;
  /** Deleted from here: it existed, whether or not it was ever read. */
  isDeleted?: boolean | undefined;
};

/**
 * Marks a record as gone from the platform, for its own page and for every record that names it. The only function that does.
 * Returns true if it was not marked before.
 */
export function markGone(db: Database, record: RecordKey, { at, isDeleted = false }: Gone): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [saved] = await tx.select().from(savedTable).where(isSaved(record)).for("update");
    await tx
      .update(savedTable)
      .set({
        notFoundSince: sql`coalesce(${savedTable.notFoundSince}, ${at.toISOString()})`,
        notFoundTimes: sql`greatest(${savedTable.notFoundTimes} + 1, ${isDeleted ? 2 : 1})`,
      })
      .where(isSaved(record));
    const [latest] = await tx
      .select({ id: recordVersionTable.id, goneAt: recordVersionTable.goneAt })
      .from(recordVersionTable)
      .where(isVersionOf(record))
      .orderBy(desc(recordVersionTable.id))
      .limit(1);
    const isNew = (saved && !saved.notFoundSince) || (latest && !latest.goneAt) || (isDeleted && !saved && !latest);
    if (latest)
      await tx
        .update(recordVersionTable)
        .set({ goneAt: at })
        .where(and(eq(recordVersionTable.id, latest.id), isNull(recordVersionTable.goneAt)));
    else if (saved || isDeleted) await tx.insert(recordVersionTable).values(tombstoneOf(record, at));
    return Boolean(isNew);
  });
}

/** Keeps that a record is gone if it was never read. Otherwise nobody would know once it has left the registry. */
const tombstoneOf = (record: RecordKey, at: Date) => ({
  ...record,
  ...{ seenAt: at, lastSeenAt: at, goneAt: at, hash: tombstoneHash, record: {} },
});

/**
 * True if the registry does not know it as gone, or if a read that began at this time is newer than that. A time further ahead
 * was stored before the clock was set back.
 */
export const mayReturn = (at: Date) =>
  or(
    isNull(savedTable.notFoundSince),
    lt(savedTable.notFoundSince, at),
    gt(savedTable.notFoundSince, new Date(at.getTime() + aheadMs)),
  );

/** Notes that the platform returns a record again. Returns true if it was marked as gone. */
export async function markReturned(db: Database, record: RecordKey, at: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(savedTable)
    .set({ notFoundSince: null, notFoundTimes: 0 })
    .where(and(isSaved(record), isNotNull(savedTable.notFoundSince), mayReturn(at)));
  await db
    .update(savedTable)
    .set({ notFoundTimes: 0 })
    .where(and(isSaved(record), isNull(savedTable.notFoundSince), gt(savedTable.notFoundTimes, 0)));
  return rowCount !== 0;
}
