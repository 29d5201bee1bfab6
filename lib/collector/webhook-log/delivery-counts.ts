import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { isArrived, isFailed, type Kind } from "./kinds";
import { entriesIn, idsOf, isTextInKey, type LogQuery, queryFor, type Span } from "./log-query";
import { epochMs, numberArray } from "./log-sql";
import { logWords } from "./log-words";

export const longestStep = 364 * 86_400_000;

/** Entries of one kind, and of them those that contain the searched text: all of them, and by steps of the first try. */
export type Cell = {
  kind: Kind;
  count: number;
  found: number;
  steps: ReadonlyMap<number, { count: number; found: number }>;
};

type CellRow = { kind: number; total: number; steps: (number | null)[]; counts: number[] };

/** Counts the entries of a time, or those whose first try is unknown, by kind. The one query behind all counts. */
export async function cellsIn(db: Database, query: LogQuery, span: Span | "older", everyMs: number): Promise<Cell[]> {
  const all = await countRows(db, query, span, everyMs);
  const byId = query.kinds.filter(({ isTextInValues }) => !isTextInValues);
  const isInId =
    query.texts === undefined || byId.length === 0
      ? undefined
      : sql`kind = any(${numberArray(idsOf(byId))}) and ${isTextInKey(query.texts, query.searcher)}`;
  const found = isInId ? await countRows(db, query, span, everyMs, isInId) : new Map<number, CellRow>();
  return query.kinds.flatMap((kind) => {
    const row = all.get(kind.id);
    return row ? [cellOf(kind, row, kind.isTextInValues ? row : found.get(kind.id))] : [];
  });
}

async function countRows(db: Database, query: LogQuery, span: Span | "older", everyMs: number, condition?: SQL) {
  const { rows } = await db.execute<CellRow>(sql`
    select kind, sum(n)::float8 as total, array_agg(${epochMs(sql`step`)}) as steps, array_agg(n::float8) as counts from (
      select kind, date_bin(${`${everyMs / 1000} seconds`}::interval, at, 'epoch') as step, count(*) as n
      from ${entriesIn(query, span, sql`kind, at`, condition)} as entry group by 1, 2
    ) as cell group by kind`);
  return new Map(rows.map((row) => [row.kind, row]));
}

function cellOf(kind: Kind, { total, steps, counts }: CellRow, found: CellRow | undefined): Cell {
  const foundAt = new Map(found?.steps.map((step, nth) => [step, found.counts[nth] ?? 0]));
  return {
    kind,
    count: total,
    found: found?.total ?? 0,
    steps: new Map(
      steps.flatMap((step, nth) =>
        step === null ? [] : [[step, { count: counts[nth] ?? 0, found: foundAt.get(step) ?? 0 }] as const],
      ),
    ),
  };
}

/** Deliveries since a time that did not arrive, that have not arrived yet, and those that did one or the other. */
export async function failedSince(db: Database, accountId: string, since: Date) {
  const query = await queryFor(db, { accountId, words: await logWords(db) }, {});
  const cells = await cellsIn(db, query, { fromMs: since.getTime(), toMs: undefined }, longestStep);
  const sum = (test: (kind: Kind) => boolean) =>
    cells.reduce((total, { kind, count }) => total + (test(kind) ? count : 0), 0);
  const [failed, arrived] = [sum(isFailed), sum(isArrived)];
  return {
    failed,
    notYet: sum(({ outcome }) => outcome === "not_yet"),
    of: failed + arrived,
    known: query.kinds.length > 0,
  };
}
