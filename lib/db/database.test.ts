import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseProxy } from "@/lib/testing/database/database-proxy";
import { freshDatabase } from "@/lib/testing/database/fresh-database";

import { openDatabase } from "./database";

const { db, pool } = await freshDatabase();

test("answers queries over a Unix socket", async () => {
  const { rows } = await db.execute(sql`select 1 + 1 as two`);
  expect(rows).toEqual([{ two: 2 }]);
});

test("uses UTF-8 and the same collation on every computer", async () => {
  const { rows } = await pool.query(
    "select getdatabaseencoding() as encoding, datlocale as locale from pg_database where datname = current_database()",
  );
  expect(rows).toEqual([{ encoding: "UTF8", locale: "C.UTF-8" }]);
});

test("sets a statement timeout", async () => {
  const { rows } = await pool.query("show statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "15s" }]);
});

test("ends a transaction of a stopped process after five seconds", async () => {
  const { rows } = await pool.query("show idle_in_transaction_session_timeout");
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: "5s" }]);
});

test("replaces a connection that the server closed at the next query", async () => {
  await pool.query("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("fails only the next query of a client whose connection was closed", async () => {
  const client = await pool.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
  client.release(true);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("has all its connections when transactions could not begin", async () => {
  const { url } = await freshDatabase();
  const proxy = await databaseProxy(url);
  const few = openDatabase(proxy.url, { connections: 2 });
  onTestFinished(few.close);
  await few.db.execute(sql`select 1`);
  proxy.swallow();
  const lost = few.db.transaction(async () => undefined);
  setTimeout(proxy.cut, 50);
  await expect(lost).rejects.toThrow();
  proxy.mend();
  expect(few.pool.totalCount).toBe(0);
  await few.db.transaction((tx) => tx.execute(sql`select 1`));
});
