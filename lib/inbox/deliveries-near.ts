import { sql } from "drizzle-orm";
import { type CountedFields, type FieldRow, fieldsOf } from "@/lib/collector/webhook-log/delivery-filter";
import { entriesIn, type LogQuery } from "@/lib/collector/webhook-log/log-query";
import { allOf, epochMs, textArray, timestampOf } from "@/lib/collector/webhook-log/log-sql";
import type { Database } from "@/lib/db/database";

/** A time in which deliveries of an event are looked for. */
export type Moment = { event: string; fromMs: number; toMs: number };

type NearRow = { key: string; atMs: number; deliveredMs: number | null; isNamed: boolean };

export type NearDelivery = NearRow & { fields: CountedFields };

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
  const columns = sql`key, webhook_id, event, status, attempts, outcome, late, arrivals_here, at, delivered_at, raw`;
  const near = moments.map(({ event, fromMs, toMs }) => {
    const isNear = sql`event = ${event} and coalesce(begins_at, at) <= ${timestampOf(toMs)}
      and at >= ${timestampOf(fromMs)}`;
    return sql`select * from ${entriesIn(query, { fromMs, toMs }, columns, allOf(isNear))} as entry`;
  });
  const byId = sql`select ${columns} from console.delivery
    where key_print = ${query.accountId} and key = any(${textArray(ids)}) and at is not null`;
  const names = sql`jsonb_path_exists(raw, '$.** ? (@ == $ids[*])', ${JSON.stringify({ ids })}::jsonb)`;
  const { rows } = await db.execute<NearRow & FieldRow>(sql`
    select distinct on (key) key, webhook_id as webhook, event, status, attempts, outcome, late, arrivals_here as arrivals,
      ${epochMs(sql`at`)} as "atMs", ${epochMs(sql`delivered_at`)} as "deliveredMs",
      ${names} as "isNamed"
    from (${sql.join([byId, ...near], sql` union all `)}) as entry order by key`);
  return rows.map((row) => ({ ...row, fields: fieldsOf(row) }));
}

/** Names of the events that the log has of these times, in milliseconds. */
export async function eventNames(db: Database, query: LogQuery, times: readonly number[]): Promise<string[]> {
  if (times.length === 0) return [];
  const span = { fromMs: Math.min(...times), toMs: Math.max(...times) };
  const { rows } = await db.execute<{ event: string }>(
    sql`select distinct event from ${entriesIn(query, span, sql`event`)} as entry where event <> ''`,
  );
  return rows.map(({ event }) => event);
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
