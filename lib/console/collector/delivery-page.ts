import { sql } from "drizzle-orm";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import {
  type Asked,
  both,
  conditions,
  entries,
  hasText,
  inMs,
  isTextInKey,
  isTextShared,
  isWithin,
  momentOf,
  spanOf,
  stepMs,
} from "./delivery-filter";

type Page = { keys: string[]; next: string | null };
type Place = { atMs: number; key: string };

/**
 * The keys of one page, newest first. What is counted says in which steps anything matches: however rare that is, no others
 * are looked at.
 */
export async function pageOf(
  db: Database,
  asked: Asked,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page> {
  const place = after === undefined ? undefined : placeOf(after);
  const { rows } = await db.execute<{ key: string; at: number }>(queryOf(asked, place, limit + 1));
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? `${new Date(last.at).toISOString()} ${last.key}` : null;
  return { keys: rows.slice(0, limit).map(({ key }) => key), next };
}

function placeOf(after: string): Place {
  const [, at = "", key = ""] = /^(\d{4}-\S+Z) (.*)$/s.exec(after) ?? [];
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) throw refused("bad_input", "There is no such page.");
  return { atMs, key };
}

function queryOf(asked: Asked, place: Place | undefined, most: number) {
  const all = Object.values(conditions(asked)).filter((each) => each !== undefined);
  const beyond = place && sql`(at < ${momentOf(place.atMs)} or (at = ${momentOf(place.atMs)} and key > ${place.key}))`;
  const { fromMs, toMs } = spanOf(asked.filter);
  const lastMs = place && place.atMs + 1;
  const endMs = toMs === undefined || (lastMs !== undefined && lastMs < toMs) ? lastMs : toMs;
  const isInTime = both(sql`key_print = ${asked.keyPrint}`, isWithin(sql`at`, fromMs, endMs), beyond);
  const newest = sql`order by at desc, key limit ${most}`;
  const selected = sql`select key, at from ${entries}`;
  const isShared = hasText(asked) ? isTextShared(asked) : undefined;
  const isSought = both(...all, isShared);
  const isStep = both(
    sql`key_print = ${asked.keyPrint}`,
    isWithin(sql`step`, fromMs === undefined ? undefined : fromMs - stepMs + 1, endMs),
  );
  // Of the first step any part may be out of time, so its own count is not counted on. Each of the others holds one at least.
  const steps = sql`
    select step from (
      select step, n, sum(n) over (order by step desc) as upto, first_value(n) over (order by step desc) as first
      from (
        select step, sum(n) as n from console.delivery_count
        where ${isStep} and ${isSought} group by step order by step desc limit ${most + 1}
      ) as newest
    ) as counted where upto - n - first < ${most} order by step desc`;
  const matching =
    all.length === 0 && !isShared
      ? sql`${selected} where ${isInTime} ${newest}`
      : sql`select key, at from (${steps}) as step cross join lateral (
          ${selected} where ${isInTime} and at >= step.step and at < step.step + '15 minutes' and ${isSought} ${newest}
        ) as found ${newest}`;
  const byKey =
    isShared &&
    sql`${selected} where ${isInTime} and ${both(...all)} and ${isTextInKey(asked)} and not ${isShared} ${newest}`;
  return sql`select key, ${inMs(sql`at`)} as at from (
    (${matching}) ${byKey ? sql`union all (${byKey})` : sql``}) as page order by page.at desc, key limit ${most}`;
}
