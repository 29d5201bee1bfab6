import { type SQL, sql } from "drizzle-orm";
import {
  type DeliveryQuery,
  entries,
  hasText,
  isTextInKey,
  isTextInValues,
  isWithin,
  type Span,
  stepMs,
} from "./delivery-filter";

export const longestStep = 364 * 86_400_000;

/**
 * SQL for counts of entries in a time span, grouped into cells of entries with equal fields. Whole steps come from
 * `delivery_count`. Entries are scanned for steps that the span cuts, for finer charts, and for a searched text in their IDs.
 * Entries whose ID contains the text move to the cell of matches.
 */
export function cellsOf(query: DeliveryQuery, span: Span, everyMs: number): SQL {
  const { whole, cut } = splitSpan(span, everyMs < stepMs);
  const every = sql`${`${everyMs / 1000} seconds`}::interval`;
  const isAccount = sql`key_print = ${query.accountId}`;
  const cell = sql`webhook_id, coalesce(status, '') as status, coalesce(event, '') as event, coalesce(attempts, -1) as attempts, is_timed`;
  const isInValues = hasText(query) ? isTextInValues(query) : sql`true`;
  const isFound = hasText(query) ? sql`(${isInValues} or ${isTextInKey(query)})` : sql`true`;
  const parts = cut.map(
    ({ fromMs, toMs }) => sql`select date_bin(${every}, at, 'epoch') as step, ${cell}, ${isFound} as is_found, 1 as n
      from ${entries} where ${isAccount} and ${isWithin(sql`at`, fromMs, toMs)}`,
  );
  if (whole)
    parts.push(sql`select date_bin(${every}, step, 'epoch') as step, ${cell}, ${isInValues} as is_found, n
      from console.delivery_count where ${isAccount} and ${isWithin(sql`step`, whole.fromMs, whole.toMs)}`);
  if (whole && hasText(query))
    parts.push(sql`select step, webhook_id, status, event, attempts, is_timed, is_found, case when is_found then n else -n end
      from (select date_bin(${every}, at, 'epoch') as step, ${cell}, count(*) as n from ${entries}
        where ${isAccount} and ${isWithin(sql`at`, whole.fromMs, whole.toMs)} and ${isTextInKey(query)} and not ${isInValues}
        group by 1, 2, 3, 4, 5, 6) as by_key
      cross join (values (true), (false)) as moved (is_found)`);
  return sql`select step, webhook_id, status, event, attempts, is_timed, is_found, sum(n) as n
    from (${sql.join(parts, sql` union all `)}) as part
    group by step, webhook_id, status, event, attempts, is_timed, is_found`;
}

function splitSpan({ fromMs, toMs }: Span, isFine: boolean): { whole?: Span; cut: Span[] } {
  const innerFrom = fromMs === undefined ? undefined : Math.ceil(fromMs / stepMs) * stepMs;
  const innerTo = toMs === undefined ? undefined : Math.floor(toMs / stepMs) * stepMs;
  const isWithinOne = innerFrom !== undefined && innerTo !== undefined && innerFrom >= innerTo;
  if (isFine || isWithinOne) return { cut: [{ fromMs, toMs }] };
  const cut = [
    { fromMs, toMs: innerFrom },
    { fromMs: innerTo, toMs },
  ].filter(({ fromMs: from, toMs: to }) => from !== undefined && to !== undefined && from < to);
  return { whole: { fromMs: innerFrom, toMs: innerTo }, cut };
}
