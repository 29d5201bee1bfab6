import { type SQL, sql } from "drizzle-orm";
import type { DeliveryFilter } from "@/lib/contract/console/webhook-log/filter";
import { numberLike, type Searcher, textCondition } from "@/lib/db/console/text-search";
import type { Database } from "@/lib/db/database";
import { pastedIds } from "@/lib/format/pasted-ids";
import { isOpen, type Kind, type KindTests, kindsOf, passes, testsOf } from "./kinds";
import { allOf, epochMs, numberArray, timestampOf } from "./log-sql";
import type { LogWords } from "./log-words";

export type Span = { fromMs: number | undefined; toMs: number | undefined };

/** A filter of the stored log with all that it needs: the kinds of entries, and which of them pass. */
export type LogQuery = {
  accountId: string;
  filter: DeliveryFilter;
  words: LogWords;
  kinds: readonly Kind[];
  tests: KindTests;
  span: Span;
  /** The searched text, or the IDs if it is several. Undefined without one. */
  texts: readonly string[] | undefined;
  searcher: Searcher;
};

type QueryContext = { accountId: string; words: LogWords; searcher?: Searcher | undefined };

export async function queryFor(
  db: Database,
  { accountId, words, searcher = {} }: QueryContext,
  filter: DeliveryFilter,
): Promise<LogQuery> {
  const texts = filter.text?.trim() ? textsIn(filter.text) : undefined;
  const isText = texts === undefined ? () => true : await textTest(db, { accountId, searcher }, texts);
  const kinds = await kindsOf(db, accountId, words, isText);
  return { accountId, filter, words, kinds, tests: testsOf(filter), span: spanOf(filter), texts, searcher };
}

function textsIn(text: string): readonly string[] {
  const ids = pastedIds(text);
  return ids.length > 0 ? ids : [text];
}

const spanOf = ({ from, to }: Pick<DeliveryFilter, "from" | "to">): Span => ({
  fromMs: msOf(from),
  toMs: msOf(to),
});

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

/** A test for kinds whose webhook, status or event contains one of the texts. Webhooks also match by their URL. */
async function textTest(
  db: Database,
  { accountId, searcher }: { accountId: string; searcher: Searcher },
  texts: readonly string[],
) {
  const isInUrl = textCondition(texts, sql`(record ->> 'url')`, searcher);
  const { rows } = await db.execute<{ ref: string }>(sql`
    select distinct ref from console.record_version
    where key_print = ${accountId} and resource = 'webhooks' and ref <> '' and ${isInUrl}`);
  const ofUrl = new Set(rows.map(({ ref }) => ref));
  const parts = texts.map((text) => text.toLowerCase());
  return ({ webhook, status, event }: Kind) =>
    ofUrl.has(webhook) ||
    [webhook, status, event].some((word) => parts.some((part) => isFoundIn(word.toLowerCase(), part)));

  function isFoundIn(word: string, part: string) {
    const isWhole = searcher.hidesNumbers === true && /\d/.test(part) && numberLike.test(word);
    return isWhole ? word === part : word.includes(part);
  }
}

/** True if the ID of an entry contains one of the texts. */
export const isTextInKey = (texts: readonly string[], searcher: Searcher) => textCondition(texts, sql`key`, searcher);

export const idsOf = (kinds: readonly Kind[]) => kinds.map(({ id }) => id);

export const isOlderView = ({ filter }: Pick<LogQuery, "filter">) => filter.view === "older";

type Part = { where: SQL; isMain: boolean };

/**
 * Conditions of entries whose span touches a time, each for an index. No entry satisfies two. Most are tried in it. Some were tried
 * before it and arrived in it or later, or may have been tried before they were first seen.
 */
export function partsIn({ fromMs, toMs }: Span, open: readonly Kind[]): Part[] {
  const from = fromMs === undefined ? undefined : timestampOf(fromMs);
  const to = toMs === undefined ? undefined : timestampOf(toMs);
  const isTried = allOf(sql`at is not null`, from && sql`at >= ${from}`, to && sql`at < ${to}`);
  const parts: Part[] = [{ where: isTried, isMain: true }];
  if (!from && !to) return parts;
  const isElsewhere = [from && sql`at < ${from}`, to && sql`at >= ${to}`].filter(
    (condition) => condition !== undefined,
  );
  const isSpanning = allOf(
    sql`(last_at > at or begins_at < at)`,
    from && sql`last_at >= ${from}`,
    to && sql`begins_at < ${to}`,
    sql`(${sql.join(isElsewhere, sql` or `)})`,
  );
  parts.push({ where: isSpanning, isMain: false });
  if (from && open.length > 0)
    parts.push({
      where: sql`kind = any(${numberArray(idsOf(open))}) and at < ${from} and last_at < ${from}`,
      isMain: false,
    });
  return parts;
}

/** Subquery for the entries of a time, or for those whose first try is unknown. */
export function entriesIn({ accountId, kinds }: LogQuery, span: Span | "older", columns: SQL, condition?: SQL) {
  const parts = span === "older" ? [{ where: sql`at is null` }] : partsIn(span, kinds.filter(isOpen));
  const selects = parts.map(
    ({ where }) =>
      sql`select ${columns} from console.delivery where ${allOf(sql`key_print = ${accountId}`, where, condition)}`,
  );
  return sql`(${sql.join(selects, sql` union all `)})`;
}

/** Kinds that pass all tests. Those whose values do not contain the searched text match by the IDs of their entries only. */
export function matchingKinds({ kinds, tests }: LogQuery) {
  const matching = kinds.filter((kind) => passes(tests, kind));
  return {
    byValues: matching.filter(({ isTextInValues }) => isTextInValues),
    byId: matching.filter(({ isTextInValues }) => !isTextInValues),
  };
}

export function isMatching(query: LogQuery): SQL {
  const { byValues, byId } = matchingKinds(query);
  const isOf = (kinds: readonly Kind[]) => sql`kind = any(${numberArray(idsOf(kinds))})`;
  // A condition that all kinds meet would keep PostgreSQL from reading in order.
  if (byValues.length === query.kinds.length) return sql`true`;
  if (query.texts === undefined) return isOf(byValues);
  return sql`(${isOf(byValues)} or (${isOf(byId)} and ${isTextInKey(query.texts, query.searcher)}))`;
}

/** Newest first try of each kind, with the last change of that entry. */
export async function newestByKind(db: Database, accountId: string, kinds: readonly Kind[]) {
  const { rows } = await db.execute<{ kind: number; at: number; last: number }>(sql`
    select kind, ${epochMs(sql`newest.at`)} as at, ${epochMs(sql`newest.last_at`)} as last
    from unnest(${numberArray(idsOf(kinds))}) as kinds (kind) cross join lateral (
      select at, last_at from console.delivery as d where d.key_print = ${accountId} and d.kind = kinds.kind and at is not null
      order by at desc nulls last limit 1) as newest`);
  return new Map(rows.map(({ kind, at, last }) => [kind, { atMs: at, lastMs: last }]));
}
