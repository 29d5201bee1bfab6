import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { type CountedFields, type FieldRow, fieldsOf, isArrived, isFailed } from "./delivery-filter";
import { entriesIn, type LogQuery, queryFor } from "./log-query";
import { allOf, epochMs, type Span } from "./log-sql";

export const longestStep = 364 * 86_400_000;

/** Entries with equal fields, and of them those that contain the searched text: all of them, and by steps of the first try. */
export type Cell = {
  fields: CountedFields;
  count: number;
  found: number;
  steps: ReadonlyMap<number, { count: number; found: number }>;
};

type CellRow = FieldRow & { is_text: boolean; total: number; steps: (number | null)[]; counts: number[] };

/** Counts the entries of a time, or those whose first try is unknown, by their fields. The one query behind all counts. */
export async function cellsIn(db: Database, query: LogQuery, span: Span | "older", everyMs: number): Promise<Cell[]> {
  const { text } = query;
  const all = await countRows(db, query, span, everyMs);
  const found =
    text && [...all.values()].some((row) => !row.is_text)
      ? await countRows(db, query, span, everyMs, allOf(text.inKey, text.inWords && sql`not ${text.inWords}`))
      : new Map<string, CellRow>();
  return [...all].map(([name, row]) => cellOf(row, row.is_text ? row : found.get(name)));
}

async function countRows(db: Database, query: LogQuery, span: Span | "older", everyMs: number, condition?: SQL) {
  const columns = sql`cell, case when arrivals_here > 1 then 2 else arrivals_here end as arrivals, at`;
  const { rows } = await unsorted<CellRow>(
    db,
    sql`
    select fields.*, cell.arrivals, cell.total, cell.steps, cell.counts, ${query.text ? (query.text.inWords ?? sql`false`) : sql`true`} as is_text from (
      select cell, arrivals, sum(n)::float8 as total, array_agg(${epochMs(sql`step`)}) as steps, array_agg(n::float8) as counts from (
        select cell, arrivals, date_bin(${`${everyMs / 1000} seconds`}::interval, at, 'epoch') as step, count(*) as n
        from ${entriesIn(query, span, columns, condition)} as entry group by 1, 2, 3
      ) as step group by cell, arrivals
    ) as cell cross join lateral (
      select webhook_id, webhook_id as webhook, event, status, attempts, outcome, late from console.delivery as d
      where d.key_print = ${query.accountId} and d.cell = cell.cell limit 1
    ) as fields`,
  );
  return new Map(rows.map((row) => [JSON.stringify(fieldsOf(row)), row]));
}

/** There are few cells, but PostgreSQL expects as many as entries and would sort them. An index has all that is counted. */
const unsorted = <Row extends Record<string, unknown>>(db: Database, query: SQL) =>
  db.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
          set_config('random_page_cost', '1.1', true)`,
      );
      return tx.execute<Row>(query);
    },
    { accessMode: "read only" },
  );

function cellOf(row: CellRow, found: CellRow | undefined): Cell {
  const foundAt = new Map(found?.steps.map((step, nth) => [step, found.counts[nth] ?? 0]));
  return {
    fields: fieldsOf(row),
    count: row.total,
    found: found?.total ?? 0,
    steps: new Map(
      row.steps.flatMap((step, nth) =>
        step === null ? [] : [[step, { count: row.counts[nth] ?? 0, found: foundAt.get(step) ?? 0 }] as const],
      ),
    ),
  };
}

/** Deliveries since a time that did not arrive, that have not arrived yet, and those that did one or the other. */
export async function failedSince(db: Database, accountId: string, since: Date) {
  const query = await queryFor(db, { accountId }, {});
  const cells = await cellsIn(db, query, { fromMs: since.getTime(), toMs: undefined }, longestStep);
  const sum = (test: (fields: CountedFields) => boolean) =>
    cells.reduce((total, { fields, count }) => total + (test(fields) ? count : 0), 0);
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select exists (select from console.delivery where key_print = ${accountId}) as known`,
  );
  const [failed, arrived] = [sum(isFailed), sum(isArrived)];
  return {
    failed,
    notYet: sum(({ outcome }) => outcome === "not_yet"),
    of: failed + arrived,
    known: rows[0]?.known === true,
  };
}
