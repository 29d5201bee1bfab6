import { sql } from "drizzle-orm";
import { isVersionOf, newestVersion, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { rowsOf } from "./rule";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** More than a week of reads at the shortest pace. */
const maxVersions = 12_000;
const number = "^-?[0-9]{1,15}([.][0-9]+)?$";

/** Average daily spend of the last week, without top-ups. Undefined if less than a day of data exists. */
export async function dailySpend(db: Database, accountId: string, now: Date) {
  const weekAgo = new Date(now.getTime() - weekMs).toISOString();
  const [week] = await rowsOf<{ first: string | null; spent: number | null }>(
    db,
    sql`with newest as (
        select * from ${recordVersionTable} where ${isVersionOf({ accountId, resource: "plan-limits", ref: "" })}
        order by ${newestVersion} limit ${maxVersions}
      ), balances as (
        select id, greatest(seen_at, ${weekAgo}) as at, (record ->> 'localized_balance')::float8 as balance from newest
        where last_seen_at > ${weekAgo} and record ->> 'localized_balance' ~ ${number}
          and record ->> 'localized_currency' = record #>> '{pricing,currency}'
      ), steps as (select at, lag(balance) over (order by id) - balance as step from balances)
      select min(at) as first, sum(greatest(step, 0)) as spent from steps`,
  );
  const days = week?.first ? (now.getTime() - new Date(week.first).getTime()) / dayMs : 0;
  return days < 1 ? undefined : { aDay: (week?.spent ?? 0) / days, overDays: days };
}
