import { type SQL, sql } from "drizzle-orm";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { type Searcher, textCondition } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { pastedIds } from "@/lib/format/pasted-ids";
import { type FieldFilters, filtersOf, isOpenRow, rowsPassing } from "./delivery-filter";
import { deliveriesWithText, type EventSearch, eventSearch, isOfEvents } from "./event-rows";
import { allOf, type Span, textArray, timestampOf } from "./log-sql";

/** Where a searched text can be found. `inWords` is undefined if it is in the words of no entry. */
type TextConditions = { inKey: SQL; inWords: SQL | undefined };

/** A filter of the stored log with all that it needs. */
export type LogQuery = {
  accountId: string;
  filter: DeliveryFilter;
  filters: FieldFilters;
  span: Span;
  /** Undefined without a searched text. */
  text: TextConditions | undefined;
  /** Events that are rows, and those to whose deliveries the filter narrows the log. */
  events: EventSearch;
  searcher: Searcher;
};

type QueryContext = { accountId: string; searcher?: Searcher | undefined };

export async function queryFor(
  db: Database,
  { accountId, searcher = {} }: QueryContext,
  filter: DeliveryFilter,
): Promise<LogQuery> {
  const texts = filter.text?.trim() ? textsIn(filter.text) : undefined;
  const text = texts && (await textConditions(db, { accountId, searcher }, texts));
  const events = await eventSearch(db, { accountId, searcher, texts }, filter);
  return { accountId, filter, filters: filtersOf(filter), span: spanOf(filter), text, events, searcher };
}

function textsIn(text: string): readonly string[] {
  const ids = pastedIds(text);
  return ids.length > 0 ? ids : [text.trim()];
}

const spanOf = ({ from, to }: Pick<DeliveryFilter, "from" | "to">): Span => ({
  fromMs: msOf(from),
  toMs: msOf(to),
});

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

/** Webhooks are also found by their URL. */
async function textConditions(
  db: Database,
  { accountId, searcher }: { accountId: string; searcher: Searcher },
  texts: readonly string[],
): Promise<TextConditions> {
  const isIn = (column: SQL) => textCondition(texts, column, searcher);
  const { rows } = await db.execute<{ ref: string }>(sql`
    select distinct ref from console.record_version
    where key_print = ${accountId} and resource = 'webhooks' and ref <> '' and ${isIn(sql`(record ->> 'url')`)}`);
  const inWords = [sql`webhook_id`, sql`status`, sql`event`].map(isIn);
  if (rows.length > 0) inWords.push(sql`webhook_id = any(${textArray(rows.map(({ ref }) => ref))})`);
  const cells = await cellsWith(db, accountId, sql`(${sql.join(inWords, sql` or `)})`);
  const isInWords = sql`cell = any(${sql.param(cells)}::bigint[])`;
  const keys = await deliveriesWithText(db, accountId, texts, searcher);
  const inKey = keys.length > 0 ? sql`(${isIn(sql`key`)} or key = any(${textArray(keys)}))` : isIn(sql`key`);
  return { inKey, inWords: cells.length > 0 ? isInWords : undefined };
}

async function cellsWith(db: Database, accountId: string, isIn: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ cell: string }>(
    sql`with recursive ${knownCells(accountId)} select cell::text as cell from known where ${isIn}`,
  );
  return rows.map(({ cell }) => cell);
}

/**
 * A recursive query, `known`, of the cells with their fields. Jumps from one cell in the index to the next, so words are compared
 * once for each cell and not for each entry.
 */
export function knownCells(accountId: string): SQL {
  const next = (isNext: SQL) => sql`
    select cell, webhook_id, event, status, attempts, outcome, late from console.delivery as d
    where ${allOf(sql`d.key_print = ${accountId}`, isNext)} order by d.cell limit 1`;
  return sql`known as (
    (${next(sql`true`)}) union all
    select later.* from known cross join lateral (${next(sql`d.cell > known.cell`)}) as later
  )`;
}

export const isOlderView = ({ filter }: Pick<LogQuery, "filter">) => filter.view === "older";

type Part = { where: SQL; isMain: boolean };

/**
 * Conditions of entries whose span touches a time, each for an index. No entry satisfies two. Most are tried in it. Some were tried
 * before it and arrived in it or later, or may have been tried before they were first seen.
 */
export function partsIn({ fromMs, toMs }: Span): Part[] {
  const from = fromMs === undefined ? undefined : timestampOf(fromMs);
  const to = toMs === undefined ? undefined : timestampOf(toMs);
  const isTried = allOf(sql`at is not null`, from && sql`at >= ${from}`, to && sql`at < ${to}`);
  const parts: Part[] = [{ where: isTried, isMain: true }];
  if (!from && !to) return parts;
  const isOutside = [from && sql`at < ${from}`, to && sql`at >= ${to}`].filter((condition) => condition !== undefined);
  const isSpanning = allOf(
    sql`(last_at > at or begins_at < at)`,
    from && sql`last_at >= ${from}`,
    to && sql`begins_at < ${to}`,
    sql`(${sql.join(isOutside, sql` or `)})`,
  );
  parts.push({ where: isSpanning, isMain: false });
  if (from)
    parts.push({
      where: sql`${isOpenRow} and at < ${from} and last_at < ${from}`,
      isMain: false,
    });
  return parts;
}

/** Subquery for the entries of a time, or for those whose first try is unknown. */
export function entriesIn({ accountId, events }: LogQuery, span: Span | "older", columns: SQL, condition?: SQL) {
  const isNamed = isOfEvents(accountId, events);
  const parts = span === "older" ? [{ where: sql`at is null` }] : partsIn(span);
  const selects = parts.map(
    ({ where }) =>
      sql`select ${columns} from console.delivery where ${allOf(sql`key_print = ${accountId}`, where, condition, isNamed)}`,
  );
  return sql`(${sql.join(selects, sql` union all `)})`;
}

/** Condition of entries that pass all filters except time. */
export const isMatching = ({ accountId, filters, text, events }: LogQuery): SQL =>
  allOf(
    rowsPassing(filters),
    text && (text.inWords ? sql`(${text.inWords} or ${text.inKey})` : text.inKey),
    isOfEvents(accountId, events),
  );
