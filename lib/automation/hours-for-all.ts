import { eq } from "drizzle-orm";
import { endPauses, pauseStates, pausesLock } from "@/lib/alerts/pause-settings";
import { clock } from "@/lib/clock";
import { type AdminHours, sameHours, setHoursForAll } from "@/lib/contract/console/automation/hours";
import { defaultHours, type HoursForAll } from "@/lib/contract/console/automation/pauses";
import { isReadable, isWithin, type WeeklyHours } from "@/lib/contract/console/campaign-hours";
import { implement } from "@/lib/contract/console/context";
import { refused } from "@/lib/contract/problem";
import { callingHoursTable } from "@/lib/db/console/tables/automation";
import { type Database, lockInTransaction } from "@/lib/db/database";
import { daysOf } from "@/lib/format/format-time";
import { withoutUndefined } from "@/lib/format/json";

type HoursRow = typeof callingHoursTable.$inferSelect;
type Account = { db: Database; accountId: string };

const weeklyOf = ({ zone, days, from, to }: WeeklyHours): WeeklyHours => ({ zone, days, from, to });

/** Hours in which an admin lets campaigns call, beside those that are set for one campaign. */
export const hoursForAll = ({ db, accountId, changed }: Account & { changed: (resources: string[]) => void }) =>
  implement(setHoursForAll, async ({ is_on, campaigns, ...times }, { person }) => {
    const row = await db.transaction(async (tx) => {
      await lockInTransaction(tx, pausesLock(accountId));
      const [before] = await tx.select().from(callingHoursTable).where(eq(callingHoursTable.accountId, accountId));
      const weekly = { ...defaultHours, ...(before && weeklyOf(before)), ...withoutUndefined(times) };
      if (weekly.from === weekly.to) throw refused("bad_input", `to: ${sameHours}`);
      const set: Omit<HoursRow, "accountId"> = {
        ...{ ...weekly, days: weekly.days.toSorted(), isOn: is_on ?? before?.isOn ?? false },
        campaigns: campaigns === undefined ? (before?.campaigns ?? null) : campaigns,
        ...{ by: person.name, setAt: clock.now(), found: null },
      };
      await tx
        .insert(callingHoursTable)
        .values({ accountId, ...set })
        .onConflictDoUpdate({ target: callingHoursTable.accountId, set });
      if (!set.isOn) await endPauses(tx, accountId, "calling_hours");
      return set;
    });
    changed(["automation"]);
    const hours = `${daysOf(row.days)} ${row.from} to ${row.to}, ${row.zone}`;
    return {
      data: await readHoursForAll(db, accountId),
      message: row.isOn ? `Calling hours for all campaigns: ${hours}` : "Calling hours for all campaigns switched off",
    };
  });

/** The row of an account, also while it is off. */
export const hoursRowForAll = async (db: Pick<Database, "select">, accountId: string): Promise<HoursRow | undefined> =>
  (await db.select().from(callingHoursTable).where(eq(callingHoursTable.accountId, accountId)))[0];

export async function readHoursForAll(db: Database, accountId: string): Promise<HoursForAll> {
  const row = await hoursRowForAll(db, accountId);
  return {
    ...{ hours: row ? weeklyOf(row) : defaultHours, is_on: row?.isOn ?? false, campaigns: row?.campaigns ?? null },
    ...{ changed_by: row?.by ?? null, changed_at: row?.setAt.toISOString() ?? null },
    ...{ found: row?.isOn ? (row.found ?? null) : null, ...(await pauseStates(db, accountId))("calling_hours") },
  };
}

/** Null while they are off. */
export async function adminHours(db: Database, accountId: string): Promise<AdminHours | null> {
  const row = await hoursRowForAll(db, accountId);
  return row?.isOn ? { ...weeklyOf(row), campaigns: row.campaigns ?? null, set_by: row.by } : null;
}

/** The hours for all campaigns, if they are on for the campaign and closed. */
export async function closedHours({ db, accountId }: Account, campaign_id: string, now: Date) {
  const row = await hoursRowForAll(db, accountId);
  if (!row?.isOn || !(row.campaigns?.includes(campaign_id) ?? true)) return null;
  return !isReadable(row) || isWithin(row, now.getTime()) ? null : { hours: weeklyOf(row), changedAt: row.setAt };
}
