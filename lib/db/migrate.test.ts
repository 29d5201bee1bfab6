import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import * as alerts from "@/lib/db/console/tables/alerts";
import * as audit from "@/lib/db/console/tables/audit";
import * as automation from "@/lib/db/console/tables/automation";
import * as figures from "@/lib/db/console/tables/campaign-figures";
import * as collector from "@/lib/db/console/tables/collector";
import * as connection from "@/lib/db/console/tables/connection";
import * as erasures from "@/lib/db/console/tables/erasures";
import * as imports from "@/lib/db/console/tables/imports";
import * as inbox from "@/lib/db/console/tables/inbox";
import * as numbers from "@/lib/db/console/tables/numbers";
import * as people from "@/lib/db/console/tables/people";
import * as registry from "@/lib/db/console/tables/registry";
import { emptyDatabase, freshDatabase } from "@/lib/testing/database/fresh-database";
import { openDatabase } from "./database";
import { migrate } from "./migrate";

const { pool, url } = await emptyDatabase();
const absolute = mkdtempSync(join(tmpdir(), "switchboard-migrations-"));
const folder = relative(process.cwd(), absolute);
afterAll(() => rmSync(absolute, { recursive: true }));

test("migrates once when two processes start together", async () => {
  write(["create table shop.orders (id int); select pg_sleep(0.3); insert into shop.orders values (1)"]);
  const copies = [openDatabase(url), openDatabase(url)];
  await Promise.all(copies.map((copy) => migrate(copy.pool, { schema: "shop", folder })));
  await Promise.all(copies.map((copy) => copy.close()));
  expect((await pool.query("select id from shop.orders")).rows).toEqual([{ id: 1 }]);
});

test("runs only new migrations at a later start", async () => {
  write([
    "create table shop.orders (id int); select pg_sleep(0.3); insert into shop.orders values (1)",
    "insert into shop.orders values (2)",
  ]);
  await migrate(pool, { schema: "shop", folder });
  await migrate(pool, { schema: "shop", folder });
  expect((await pool.query("select id from shop.orders order by id")).rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("rolls back a failed migration and frees the lock", async () => {
  write([
    "create table shop.orders (id int); select pg_sleep(0.3); insert into shop.orders values (1)",
    "insert into shop.orders values (2)",
    "insert into shop.orders values (3); select nonsense",
  ]);
  await expect(migrate(pool, { schema: "shop", folder })).rejects.toThrow();
  await expect(migrate(pool, { schema: "shop", folder })).rejects.toThrow();
  expect((await pool.query("select count(*)::int as orders from shop.orders")).rows).toEqual([{ orders: 2 }]);
});

test("runs migrations without a statement timeout", async () => {
  write(["create table slow.seen as select current_setting('statement_timeout') as statement_timeout"]);
  await migrate(pool, { schema: "slow", folder });
  expect((await pool.query("select * from slow.seen")).rows).toEqual([{ statement_timeout: "0" }]);
});

test("refuses a schema of a newer version, and does not change it", async () => {
  write(["create table newer.orders (id int)", "insert into newer.orders values (2)"]);
  await migrate(pool, { schema: "newer", folder });
  write(["create table newer.orders (id int)"]);
  await expect(migrate(pool, { schema: "newer", folder })).rejects.toThrow(
    /^The database belongs to a newer Switchboard: its schema newer has version 2, and this Switchboard knows version 1\./,
  );
  expect((await pool.query("select id from newer.orders")).rows).toEqual([{ id: 2 }]);
});

test("keeps the index for parts of texts when a later migration makes a table again", async () => {
  const { pool: migrated } = await freshDatabase();
  const { rows } = await migrated.query<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'console' and indexdef like '%gin_trgm_ops%' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual(["delivery_key_part", "found_call_part", "hook_event_part"]);
});

test("has every index that is declared, also after a migration makes a column again", async () => {
  const { pool: migrated } = await freshDatabase();
  const { rows } = await migrated.query<{ name: string }>("select indexname as name from pg_indexes");
  const declared = consoleTables.flatMap((table) => getTableConfig(table).indexes.map(({ config }) => config.name));
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});

const modules = [
  alerts,
  audit,
  automation,
  figures,
  collector,
  connection,
  erasures,
  imports,
  inbox,
  numbers,
  people,
  registry,
];
const consoleTables = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value): value is PgTable => is(value, PgTable));

function write(statements: string[]) {
  mkdirSync(join(absolute, "meta"), { recursive: true });
  const entries = statements.map((_, idx) => ({
    idx,
    version: "7",
    when: 1_000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  writeFileSync(
    join(absolute, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const [idx, statement] of statements.entries()) writeFileSync(join(absolute, `000${idx}.sql`), statement);
}
