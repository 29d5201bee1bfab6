import { sql } from "drizzle-orm";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import {
  allOf,
  conditions,
  type DeliveryQuery,
  entries,
  epochMs,
  hasText,
  isTextInKey,
  isTextInValues,
  isWithin,
  spanOf,
  stepMs,
  timestampOf,
} from "./delivery-filter";

type Page = { keys: string[]; next: string | null };
type Cursor = { atMs: number; key: string };

/** Keys of one page, newest first. Reads only steps in which the counts show a match, so that rare matches are fast. */
export async function pageOf(
  db: Database,
  query: DeliveryQuery,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page> {
  const cursor = after === undefined ? undefined : cursorOf(after);
  const { rows } = await db.execute<{ key: string; at: number }>(pageSql(query, cursor, limit + 1));
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? `${new Date(last.at).toISOString()} ${last.key}` : null;
  return { keys: rows.slice(0, limit).map(({ key }) => key), next };
}

function cursorOf(after: string): Cursor {
  const [, at = "", key = ""] = /^(\d{4}-\S+Z) (.*)$/s.exec(after) ?? [];
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) throw refused("bad_input", "There is no such page.");
  return { atMs, key };
}

function pageSql(query: DeliveryQuery, cursor: Cursor | undefined, limit: number) {
  const filters = Object.values(conditions(query)).filter((condition) => condition !== undefined);
  const isAfterCursor =
    cursor && sql`(at < ${timestampOf(cursor.atMs)} or (at = ${timestampOf(cursor.atMs)} and key > ${cursor.key}))`;
  const { fromMs, toMs } = spanOf(query.filter);
  const lastMs = cursor && cursor.atMs + 1;
  const endMs = toMs === undefined || (lastMs !== undefined && lastMs < toMs) ? lastMs : toMs;
  const isInTime = allOf(sql`key_print = ${query.accountId}`, isWithin(sql`at`, fromMs, endMs), isAfterCursor);
  const newest = sql`order by at desc, key limit ${limit}`;
  const selected = sql`select key, at from ${entries}`;
  const isInValues = hasText(query) ? isTextInValues(query) : undefined;
  const isMatch = allOf(...filters, isInValues);
  const isStep = allOf(
    sql`key_print = ${query.accountId}`,
    isWithin(sql`step`, fromMs === undefined ? undefined : fromMs - stepMs + 1, endMs),
  );
  // The first step may lie partly outside the time span, so its count is not relied on. Each other step has a match.
  const steps = sql`
    select step from (
      select step, n, sum(n) over (order by step desc) as upto, first_value(n) over (order by step desc) as first
      from (
        select step, sum(n) as n from console.delivery_count
        where ${isStep} and ${isMatch} group by step order by step desc limit ${limit + 1}
      ) as newest
    ) as counted where upto - n - first < ${limit} order by step desc`;
  const matching =
    filters.length === 0 && !isInValues
      ? sql`${selected} where ${isInTime} ${newest}`
      : sql`select key, at from (${steps}) as step cross join lateral (
          ${selected} where ${isInTime} and at >= step.step and at < step.step + '15 minutes' and ${isMatch} ${newest}
        ) as found ${newest}`;
  const byKey =
    isInValues &&
    sql`${selected} where ${isInTime} and ${allOf(...filters)} and ${isTextInKey(query)} and not ${isInValues} ${newest}`;
  return sql`select key, ${epochMs(sql`at`)} as at from (
    (${matching}) ${byKey ? sql`union all (${byKey})` : sql``}) as page order by page.at desc, key limit ${limit}`;
}
