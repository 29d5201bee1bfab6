import { type SQL, sql } from "drizzle-orm";
import { eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { rowsPassing, splitFilters } from "./delivery-filter";
import { isEventIn, isOfEvents, shownEvents } from "./event-rows";
import { isMatching, isOlderView, knownCells, type LogQuery, partsIn } from "./log-query";
import { allOf, epochMs, timestampOf } from "./log-sql";

type Page = { keys: string[]; next: string | null };

/** Place of an entry in the order. `atMs` is undefined for entries whose first try is unknown. */
type Cursor = { atMs: number | undefined; key: string };

type PageInput = { after: string | undefined; limit: number };

/** Keys of one page of deliveries and events, newest first. */
export async function pageOf(db: Database, query: LogQuery, { after, limit }: PageInput): Promise<Page> {
  const cursor = after === undefined ? undefined : cursorOf(after);
  const { rows } = await db.execute<{ key: string; at: number | null }>(pageSql(query, cursor, limit + 1));
  const last = rows[limit - 1];
  const next =
    rows.length > limit && last
      ? `${last.at === null ? olderMark : new Date(last.at).toISOString()} ${last.key}`
      : null;
  return { keys: rows.slice(0, limit).map(({ key }) => key), next };
}

const olderMark = "older";

function cursorOf(after: string): Cursor {
  const [, at = "", key = ""] = /^(older|\d{4}-\S+Z) (.*)$/s.exec(after) ?? [];
  const atMs = at === olderMark ? undefined : Date.parse(at);
  if (Number.isNaN(atMs)) throw refused("bad_input", "There is no such page.");
  return { atMs, key };
}

function pageSql(query: LogQuery, cursor: Cursor | undefined, limit: number): SQL {
  const newest = sql`order by at desc nulls last, key limit ${limit}`;
  const parts = isOlderView(query) ? [{ where: sql`at is null`, isMain: true }] : partsIn(query.span);
  const selects = parts.flatMap(({ where, isMain }) => {
    const isListed = allOf(
      sql`key_print = ${query.accountId}`,
      where,
      cursor && isAfterCursor(cursor),
      isOfEvents(query.accountId, query.events),
    );
    if (isMain) return mainSelects(query, isListed, newest);
    const found = sql`select key, at from console.delivery where ${allOf(isListed, isMatching(query))}`;
    // The fence keeps PostgreSQL from reading all entries in their order to find the few that span the time.
    return sql`(select key, at from (${found} offset 0) as spanning ${newest})`;
  });
  const events = eventsSql(query, cursor);
  if (events) selects.push(sql`(${events} ${newest})`);
  return sql`with recursive ${knownCells(query.accountId)}
    select key, ${epochMs(sql`at`)} as at from (${sql.join(selects, sql` union all `)}) as page ${newest}`;
}

/** The newest entries of each cell that passes, so that rare ones are found as fast as frequent ones, and those found by their key. */
function mainSelects({ filters, text }: LogQuery, isListed: SQL, newest: SQL): SQL[] {
  const { here, ofCells, hasCells } = splitFilters(filters);
  const select = (condition: SQL | undefined) =>
    sql`(select key, at from console.delivery where ${allOf(isListed, condition)} ${newest})`;
  if (!hasCells && !text) return [select(here?.rows)];
  const eachCell = sql`(select found.key, found.at
    from (select cell from known where ${allOf(rowsPassing(ofCells), text?.inWords)}) as cells cross join lateral (
      select key, at from console.delivery as d where ${allOf(sql`d.cell = cells.cell`, isListed, here?.rows)} ${newest}
    ) as found ${newest})`;
  if (!text) return [eachCell];
  const byKey = select(allOf(text.inKey, text.inWords && sql`not ${text.inWords}`, rowsPassing(filters)));
  return text.inWords ? [eachCell, byKey] : [byKey];
}

/** Events without a delivery; undefined if none is a row. */
function eventsSql({ accountId, events, span }: LogQuery, cursor: Cursor | undefined): SQL | undefined {
  const isShown = shownEvents(events);
  if (!isShown || (cursor && cursor.atMs === undefined)) return undefined;
  const isLater = cursor && sql`first_at <= ${timestampOf(cursor.atMs ?? 0)}`;
  const condition = allOf(sql`key_print = ${accountId}`, isShown, isEventIn(span), isLater);
  const found = sql`select ${eventKey("")} || id as key, first_at as at from console.hook_event where ${condition}`;
  return sql`select key, at from (${found}) as event where ${(cursor && isAfterCursor(cursor)) ?? sql`true`}`;
}

function isAfterCursor({ atMs, key }: Cursor) {
  if (atMs === undefined) return sql`key > ${key}`;
  // The first condition bounds the index.
  return sql`(at <= ${timestampOf(atMs)} and (at < ${timestampOf(atMs)} or key > ${key}))`;
}
