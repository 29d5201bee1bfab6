import { sql } from "drizzle-orm";
import { isVersionOf, newestVersion, recordVersionTable } from "@/lib/console/collector/tables";
import type { Database } from "@/lib/db/database";
import { rowsOf } from "./rule";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** More than a week of reads at the shortest pace: older ones are not looked at. */
const most = 12_000;
const number = "^-?[0-9]{1,15}([.][0-9]+)?$";

/** What was spent a day within the last week, payments left out; undefined where less than a day is known. */
export async function dailySpend(db: Database, keyPrint: string, now: Date) {
  const weekAgo = new Date(now.getTime() - weekMs).toISOString();
  const [known] = await rowsOf<{ first: string | null; spent: number | null }>(
    db,
    sql`with newest as (
        select * from ${recordVersionTable} where ${isVersionOf({ keyPrint, resource: "plan-limits", ref: "" })}
        order by ${newestVersion} limit ${most}
      ), known as (
        select id, greatest(seen_at, ${weekAgo}) as at, (record ->> 'localized_balance')::float8 as balance from newest
        where last_seen_at > ${weekAgo} and record ->> 'localized_balance' ~ ${number}
          and record ->> 'localized_currency' = record #>> '{pricing,currency}'
      ), steps as (select at, lag(balance) over (order by id) - balance as step from known)
      select min(at) as first, sum(greatest(step, 0)) as spent from steps`,
  );
  const days = known?.first ? (now.getTime() - new Date(known.first).getTime()) / dayMs : 0;
  return days < 1 ? undefined : { aDay: (known?.spent ?? 0) / days, overDays: days };
}
