import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "./testing";

const { db, pool } = await freshDatabase();

test("a database answers queries over a Unix socket", async () => {
  const { rows } = await db.execute(sql`select 1 + 1 as two`);
  expect(rows).toEqual([{ two: 2 }]);
});

test("text is UTF-8 and sorted the same on every computer", async () => {
  const { rows } = await pool.query(
    "select getdatabaseencoding() as encoding, datlocale as locale from pg_database where datname = current_database()",
  );
  expect(rows).toEqual([{ encoding: "UTF8", locale: "C.UTF-8" }]);
});

test("a statement that never ends is ended for it", async () => {
  const { rows } = await pool.query("show statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "15s" }]);
});

test("a connection that the server cuts is replaced at the next query", async () => {
  await pool.query("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a connection that is cut while somebody holds it fails their next query, and nothing else", async () => {
  const held = await pool.connect();
  const { rows } = await held.query("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => held.once("end", resolve));
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  await expect(held.query("select 1")).rejects.toThrow();
  held.release(true);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
