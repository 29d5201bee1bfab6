import { type ClientBase, escapeLiteral } from "pg";

type Queryable = Pick<ClientBase, "query">;
type Column = { name: string; type: string };
/** Values of a row as text, by column. */
export type TextRow = Readonly<Record<string, string | null>>;
export type TextTable = { table: string; columns: readonly Column[] };

export type RewriteOptions = {
  /** Regular expression of PostgreSQL. Only rows with it in a text are read. */
  pattern?: string | undefined;
  /** Returns the columns to change, with their new values. */
  rewrite: (row: TextRow, table: TextTable) => TextRow;
  /** Stands for a removed text. It gets a number if two rows would become equal in a unique column. */
  word: string;
  apply: boolean;
};

/**
 * Tables of the console with their text and JSON columns, without the audit log, whose lines are chained, and the bodies of
 * events, whose only texts are our own IDs.
 */
export async function textTables(client: Queryable): Promise<TextTable[]> {
  const { rows } = await client.query<{ table: string } & Column>(`
    select c.table_name as table, c.column_name as name, case c.data_type when 'ARRAY' then 'text[]' else c.data_type end as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'console' and t.table_type = 'BASE TABLE' and c.table_name <> 'audit_event'
      and c.table_name !~ '^hook_body'
      and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb') or c.udt_name = '_text')
    order by c.table_name, c.ordinal_position`);
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return [...tables].map(([table, columns]) => ({ table, columns }));
}

/** Rewrites the texts of a table, inside the transaction in progress. Returns the changed columns of each changed row. */
export async function rewriteTexts(
  client: Queryable,
  table: TextTable,
  { pattern, rewrite, word, apply }: RewriteOptions,
): Promise<string[][]> {
  const changed: string[][] = [];
  const texts = table.columns.map(({ name }) => `"${name}"::text as "${name}"`).join(", ");
  const all = table.columns.map(({ name }) => `"${name}"::text`).join(", ");
  const where = pattern === undefined ? "" : `where concat_ws(' ', ${all}) ~ ${escapeLiteral(pattern)}`;
  await client.query(
    `declare held no scroll cursor for select ctid::text as ctid_text, ${texts} from console."${table.table}" ${where}`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, string | null>>("fetch 500 from held");
    if (rows.length === 0) break;
    for (const { ctid_text, ...row } of rows) {
      const values = rewrite(row, table);
      const names = Object.keys(values);
      if (names.length === 0) continue;
      changed.push(names);
      if (apply) await replace(client, table, { ctid: ctid_text ?? "", values, word });
    }
  }
  await client.query("close held");
  return changed;
}

type Replacement = { ctid: string; values: TextRow; word: string };

async function replace(client: Queryable, { table, columns }: TextTable, { ctid, values, word }: Replacement) {
  const changed = columns.filter(({ name }) => name in values);
  const set = changed.map(({ name, type }, index) => `"${name}" = $${index + 2}::${type}`).join(", ");
  const numbered = word.replace(/\]$/, "");
  for (let copy = 1; ; copy += 1) {
    const texts = changed.map(({ name }) =>
      copy > 1 ? (values[name]?.replaceAll(word, `${numbered} ${copy}]`) ?? null) : values[name],
    );
    await client.query("savepoint one");
    try {
      await client.query(`update console."${table}" set ${set} where ctid = $1::tid`, [ctid, ...texts]);
      await client.query("release savepoint one");
      return;
    } catch (error) {
      await client.query("rollback to savepoint one");
      const isTaken = error instanceof Error && "code" in error && error.code === "23505";
      if (!isTaken || copy > 1000) throw error;
    }
  }
}
