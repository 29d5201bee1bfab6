import { eq, lt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { dayOf } from "@/lib/db/console/body-days";
import { hookUsageTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { startTicker } from "@/lib/jobs/ticker";
import type { HookAddress } from "./address-book";
import type { Disk } from "./disk";

/** Bytes a day if the disk of the database cannot be measured. */
const unmeasuredBytes = 1024 ** 3;
const storeEveryMs = 1_000;
const keptDays = 30;

/** `known`: of all processes, when it was last stored. */
type Day = { known: number; bytes: number; leftOut: number };

/** Bytes of bodies that an address may keep on a day: as an admin chose, else a tenth of the free space at the time. */
export const budgetOf = ({ bytesADay }: Pick<HookAddress, "bytesADay">, disk: Disk) =>
  bytesADay ?? (disk.holdsDatabase ? Math.floor(disk.free() / 10) : unmeasuredBytes);

/** Counts the bodies that are kept, in memory first: a row for each event would make them wait for one another. */
export function createUsage(db: Database, disk: Disk, log: Logger) {
  const days = new Map<string, Day>();
  const keyOf = (addressId: string) => `${dayOf(clock.now())} ${addressId}`;

  async function store() {
    for (const [key, day] of days) {
      const [date = "", addressId = ""] = key.split(" ");
      const { bytes, leftOut } = day;
      if (bytes > 0 || leftOut > 0) {
        const known = await addTo(db, { addressId, day: date, bytes, leftOut });
        Object.assign(day, { known, bytes: day.bytes - bytes, leftOut: day.leftOut - leftOut });
      } else if (key !== keyOf(addressId)) days.delete(key);
    }
  }

  const ticker = startTicker({ name: "counting the bytes of events", everyMs: storeEveryMs, run: store, log });
  return {
    /** Counts a body, and says why it must not be kept. Undefined if it may. */
    leftOut(address: HookAddress, bytes: number): "budget" | "disk" | undefined {
      if (bytes === 0) return undefined;
      const key = keyOf(address.id);
      const day = days.get(key) ?? { known: 0, bytes: 0, leftOut: 0 };
      days.set(key, day);
      const isOver = day.known + day.bytes + bytes > budgetOf(address, disk);
      const reason = disk.isShort() ? "disk" : isOver ? "budget" : undefined;
      if (reason) day.leftOut += 1;
      else day.bytes += bytes;
      return reason;
    },
    stop: async () => {
      await ticker.stop();
      await store().catch((err: unknown) => log.warn({ err }, "the bytes of the last events were not counted"));
    },
  };
}

async function addTo(db: Database, usage: typeof hookUsageTable.$inferInsert): Promise<number> {
  const [row] = await db
    .insert(hookUsageTable)
    .values(usage)
    .onConflictDoUpdate({
      target: [hookUsageTable.addressId, hookUsageTable.day],
      set: { bytes: sql`hook_usage.bytes + excluded.bytes`, leftOut: sql`hook_usage.left_out + excluded.left_out` },
    })
    .returning({ bytes: hookUsageTable.bytes });
  return row?.bytes ?? 0;
}

/** Bytes used by each address today, and what its limits left out. */
export async function usageToday(db: Database) {
  const rows = await db
    .select()
    .from(hookUsageTable)
    .where(eq(hookUsageTable.day, dayOf(clock.now())));
  return new Map(rows.map(({ addressId, bytes, leftOut }) => [addressId, { bytes, leftOut }]));
}

export const removeOldUsage = (db: Database) =>
  db.delete(hookUsageTable).where(lt(hookUsageTable.day, dayOf(new Date(clock.nowMs() - keptDays * 86_400_000))));
