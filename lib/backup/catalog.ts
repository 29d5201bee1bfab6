import type { Readable, Writable } from "node:stream";
import { type Client, escapeIdentifier } from "pg";
import type { SequenceCopy, TableCopy } from "./manifest";

type Queryable = Pick<Client, "query">;
export type TableInfo = Pick<TableCopy, "schema" | "name" | "columns">;

/** Rows are compared as text, so both ends write texts the same way. No time limit ends the work. */
const sessionSettings = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  /** From PostgreSQL 17 on. */
  transaction_timeout: "0",
};

/** For the transaction in progress. */
export const applySettings = (client: Queryable) =>
  client.query(
    `select set_config(name, value, true) from json_each_text($1) as own(name, value)
     where lower(name) in (select lower(name) from pg_settings)`,
    [JSON.stringify(sessionSettings)],
  );

/** A COPY stream neither ends when its connection is lost nor keeps an early error, so it is destroyed then. */
export async function copyWith<Stream extends Readable | Writable, Done>(
  client: Client,
  stream: Stream,
  run: (stream: Stream) => Promise<Done>,
): Promise<Done> {
  const destroy = () => void stream.destroy(new Error("The connection to the database was lost."));
  client.once("end", destroy);
  stream.on("error", (error) => stream.destroy(error));
  try {
    return await run(stream);
  } finally {
    client.off("end", destroy);
  }
}

export const tableName = ({ schema, name }: Pick<TableCopy, "schema" | "name">) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = ({ columns }: Pick<TableCopy, "columns">) => columns.map(escapeIdentifier).join(", ");

/** The tables of some schemas, each after those that it refers to. Generated columns are left out, as COPY requires, and the parts of a table. */
export async function listTables(client: Queryable, schemas: readonly string[]): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo & { oid: string; refers: string[] }>(
    `select class.oid::text, nspname as schema, relname as name,
       array(select attname::text from pg_attribute where attrelid = class.oid and attnum > 0
         and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select distinct confrelid::text from pg_constraint where conrelid = class.oid and contype = 'f'
         and confrelid <> class.oid) as refers
     from pg_class as class join pg_namespace as space on space.oid = relnamespace
     where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relname <> '__drizzle_migrations' order by nspname, relname`,
    [schemas],
  );
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const placed = new Set(ordered.map(({ oid }) => oid));
    const next = rows.filter(({ oid, refers }) => !placed.has(oid) && refers.every((other) => placed.has(other)));
    if (next.length === 0) throw new Error("The tables refer to each other in a circle, which no backup can restore.");
    ordered.push(...next);
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Current values of the sequences. They are outside of any snapshot, so they are read after all rows. */
export async function readSequences(client: Queryable, schemas: readonly string[]): Promise<SequenceCopy[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace as space on space.oid = relnamespace
     where nspname = any($1) and relkind = 'S' and relname not like '\\_\\_drizzle%' order by nspname, relname`,
    [schemas],
  );
  const sequences: SequenceCopy[] = [];
  for (const row of rows) {
    const { rows: values } = await client.query<Pick<SequenceCopy, "last" | "is_called">>(
      `select last_value::text as last, is_called from ${tableName(row)}`,
    );
    for (const value of values) sequences.push({ ...row, ...value });
  }
  return sequences;
}

/** Sum of a hash of each row, so that two tables with the same rows in another order have the same sum. */
export async function rowSum(client: Queryable, table: TableInfo): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columnList(table)})::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as sum
     from ${tableName(table)}`,
  );
  return rows[0]?.sum ?? "";
}
