import { and, eq, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { implement } from "@/lib/contract/console/context";
import { freeSpace, getSpace, setBudget } from "@/lib/contract/console/inbox/space";
import { refused } from "@/lib/contract/problem";
import { type BodyDay, bodyDays, dropBodyDay } from "@/lib/db/console/body-days";
import { hookAddressTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { enoughBytes } from "@/lib/db/disk-watch";
import { countOf, formatBytes } from "@/lib/format/format-count";
import type { Disk } from "./disk";

type SpaceOptions = {
  db: Database;
  /** Connections that also write while the disk is nearly full. */
  urgent: Database;
  disk: Disk;
  accountId: string;
  changed: (resources: string[]) => void;
};

/** Today and yesterday. They stay if nobody asks, because a disk that something else fills would take all. */
const keptByItself = 2;
const megabyte = 1_000_000;

export const space = ({ db, urgent, disk, accountId, changed }: SpaceOptions) => [
  implement(getSpace, async () => {
    const days = (await bodyDays(db)).map(({ day, bytes }) => ({ day, bytes }));
    const isMeasured = disk.holdsDatabase;
    return {
      data: { free_bytes: isMeasured ? disk.free() : null, is_short: isMeasured && disk.isShort(), days },
    };
  }),

  implement(freeSpace, async ({ keep_days }) => {
    const old = (await bodyDays(urgent)).slice(0, -keep_days);
    if (old.length === 0) throw refused("not_possible", "No older contents are stored.");
    for (const day of old) await dropBodyDay(urgent, day);
    changed(["inbox", "received", "kept"]);
    const bytes = old.reduce((sum, day) => sum + day.bytes, 0);
    return { message: `The contents of ${countOf(old.length, "day")} were deleted: ${formatBytes(bytes)}.` };
  }),

  implement(setBudget, async ({ address_id, megabytes }) => {
    const changedRows = await db
      .update(hookAddressTable)
      .set({ bytesADay: megabytes === null ? null : megabytes * megabyte })
      .where(
        and(
          eq(hookAddressTable.accountId, accountId),
          eq(hookAddressTable.id, address_id),
          isNull(hookAddressTable.removedAt),
        ),
      )
      .returning({ id: hookAddressTable.id });
    if (changedRows.length === 0) throw refused("not_found", "There is no such address, or it was removed.");
    changed(["inbox"]);
    return { message: "Changed. It counts for today too." };
  }),
];

type RoomOptions = Pick<SpaceOptions, "db" | "urgent" | "disk"> & { log: Pick<Logger, "warn"> };

/** Drops the oldest day of contents while the database is read-only for want of space. True if it did. */
export async function makeRoom({ db, urgent, disk, log }: RoomOptions): Promise<boolean> {
  if (!disk.holdsDatabase || disk.free() >= enoughBytes) return false;
  if (!disk.isLow() && !(await isReadOnly(db))) return false;
  const [oldest] = (await bodyDays(urgent)).slice(0, -keptByItself);
  if (!oldest) return false;
  await dropBodyDay(urgent, oldest);
  log.warn(wordsOf(oldest), "the disk is nearly full, so the oldest contents of events were deleted");
  return true;
}

const wordsOf = ({ day, bytes }: BodyDay) => ({ day: day ?? "before the first day of its own", bytes });

async function isReadOnly(db: Database) {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select current_setting('default_transaction_read_only') = 'on' as is`,
  );
  return rows[0]?.is === true;
}
