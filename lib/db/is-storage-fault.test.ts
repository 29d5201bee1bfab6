import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { isStorageFault, openDatabase, writeFault } from "./database";

const { db, url } = await freshDatabase();

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => isStorageFault(error),
  );

test("reports a missing table as a storage fault", async () => {
  expect(await failure(db.execute(sql`select * from nowhere`))).toBe(true);
});

test("does not report a rejected value as a storage fault", async () => {
  expect(await failure(db.execute(sql`select ${"many"}::int`))).toBe(false);
  await db.execute(sql`create table once (id int unique)`);
  await db.execute(sql`insert into once values (1)`);
  expect(await failure(db.transaction((tx) => tx.execute(sql`insert into once values (1)`)))).toBe(false);
  expect(isStorageFault(new TypeError("x is not a function"))).toBe(false);
});

test.each([
  ["a missing server", "postgresql://nobody@127.0.0.1:9/nothing"],
  ["a missing socket", "postgresql://nobody@/nothing?host=/nowhere"],
  ["a missing database", url.replace(/test_\w+/, "test_gone")],
])("reports %s as a storage fault, with and without a transaction", async (_what, missingUrl) => {
  const other = openDatabase(missingUrl);
  expect(await failure(other.db.execute(sql`select 1`))).toBe(true);
  expect(await failure(other.db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(true);
  await other.close();
  expect(await failure(other.db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(true);
});

test.each([
  ["disk_full for our own server", url, "disk_full"],
  ["read_only for another server", url.replace("@localhost:5432", "@localhost"), "read_only"],
])("reports a read-only database as %s", async (_name, databaseUrl, code) => {
  const read = openDatabase(databaseUrl);
  const write = read.db.transaction((tx) => tx.execute(sql`create table never ()`), { accessMode: "read only" });
  expect(await write.catch(writeFault)).toMatchObject({ code });
  await read.close();
});
