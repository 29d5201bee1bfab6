import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Gap } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { Database } from "@/lib/db/database";
import type { LogQuery } from "./log-query";
import { webhooksOf } from "./log-reader";
import { allOf, timeArray } from "./log-sql";
import { gapsIn, watchedTimes } from "./watched";

export async function gapsOf(db: Database, query: LogQuery, chosen: readonly string[]): Promise<Gap[]> {
  const { accountId, span, filters } = query;
  const ids = chosen.filter((id) => id !== NO_WORD);
  const times = await watchedTimes(db, accountId, ids.length > 0 ? ids : await webhooksOf(db, accountId));
  const gaps = gapsIn(times, span, clock.nowMs());
  if (gaps.length === 0) return [];
  const isMissed = allOf(sql`outcome <> 'arrived'`, filters.webhook?.rows);
  const { rows } = await db.execute<{ nth: number; count: number }>(sql`
    select gap.nth::int as nth, count(d.key)::int as count
    from unnest(${timeArray(gaps.map(({ fromMs }) => fromMs))}, ${timeArray(gaps.map(({ toMs }) => toMs))})
      with ordinality as gap (from_at, to_at, nth)
    join console.delivery as d on d.key_print = ${accountId} and ${isMissed}
      and d.begins_at < gap.to_at and d.at >= gap.to_at and d.begins_at <= gap.from_at
    group by gap.nth`);
  const countOf = new Map(rows.map(({ nth, count }) => [nth - 1, count]));
  return gaps.map(({ fromMs, toMs, reason }, nth) => ({
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    reason,
    not_delivered: countOf.get(nth) ?? 0,
  }));
}
