import { sql } from "drizzle-orm";
import { entriesIn, idsOf, type LogQuery } from "@/lib/collector/webhook-log/log-query";
import { allOf, epochMs, numberArray, textArray, timestampOf } from "@/lib/collector/webhook-log/log-sql";
import type { Database } from "@/lib/db/database";

/** A time in which deliveries of an event are looked for. */
export type Moment = { event: string; fromMs: number; toMs: number };

export type NearDelivery = { kind: number; key: string; atMs: number; deliveredMs: number | null; isNamed: boolean };

/**
 * Deliveries of events that can have been tried first in these times, and those whose ID is one of `ids`. `isNamed` is true if a
 * value in the entry is one of them.
 */
export async function deliveriesNear(
  db: Database,
  query: LogQuery,
  moments: readonly Moment[],
  ids: readonly string[],
): Promise<NearDelivery[]> {
  const columns = sql`key, kind, at, delivered_at, raw`;
  const near = moments.map(({ event, fromMs, toMs }) => {
    const kinds = query.kinds.filter((kind) => kind.event === event);
    const isNear = sql`kind = any(${numberArray(idsOf(kinds))}) and coalesce(begins_at, at) <= ${timestampOf(toMs)}
      and at >= ${timestampOf(fromMs)}`;
    return sql`select * from ${entriesIn(query, { fromMs, toMs }, columns, allOf(isNear))} as entry`;
  });
  const byId = sql`select ${columns} from console.delivery
    where key_print = ${query.accountId} and key = any(${textArray(ids)}) and at is not null`;
  const names = sql`jsonb_path_exists(raw, '$.** ? (@ == $ids[*])', ${JSON.stringify({ ids })}::jsonb)`;
  const { rows } = await db.execute<NearDelivery>(sql`
    select distinct on (key) key, kind, ${epochMs(sql`at`)} as "atMs", ${epochMs(sql`delivered_at`)} as "deliveredMs",
      ${names} as "isNamed"
    from (${sql.join([byId, ...near], sql` union all `)}) as entry order by key`);
  return rows;
}

/** When deliveries with these IDs were tried first, in milliseconds. */
export async function firstTries(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ key: string; atMs: number }>(sql`
    select key, ${epochMs(sql`at`)} as "atMs" from console.delivery
    where key_print = ${accountId} and key = any(${textArray(ids)}) and at is not null`);
  return new Map(rows.map(({ key, atMs }) => [key, atMs]));
}
