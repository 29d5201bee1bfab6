import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isStorageFault, openDatabase, writeFault } from "./database";
import { freshDatabase } from "./testing";

const { db, url } = await freshDatabase();

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => isStorageFault(error),
  );

test("a table that is gone is the storage's fault", async () => {
  expect(await failure(db.execute(sql`select * from nowhere`))).toBe(true);
});

test("a value that the database refuses is ours", async () => {
  expect(await failure(db.execute(sql`select ${"many"}::int`))).toBe(false);
  await db.execute(sql`create table once (id int unique)`);
  await db.execute(sql`insert into once values (1)`);
  expect(await failure(db.transaction((tx) => tx.execute(sql`insert into once values (1)`)))).toBe(false);
  expect(isStorageFault(new TypeError("x is not a function"))).toBe(false);
});

test.each([
  ["a server that is not there", "postgresql://nobody@127.0.0.1:9/nothing"],
  ["a socket that is not there", "postgresql://nobody@/nothing?host=/nowhere"],
  ["a database that is not there", url.replace(/test_\w+/, "test_gone")],
])("%s is the storage's fault, asked at once or in a transaction", async (_what, gone) => {
  const other = openDatabase(gone);
  expect(await failure(other.db.execute(sql`select 1`))).toBe(true);
  expect(await failure(other.db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(true);
  await other.close();
  expect(await failure(other.db.transaction((tx) => tx.execute(sql`select 1`)))).toBe(true);
});

test.each([
  ["its disk is nearly full when Switchboard started it", url, "disk_full"],
  ["it is read-only when somebody else runs it", url.replace("@localhost:5432", "@localhost"), "read_only"],
])("a read-only database says that %s", async (_name, at, code) => {
  const read = openDatabase(at);
  const write = read.db.transaction((tx) => tx.execute(sql`create table never ()`), { accessMode: "read only" });
  expect(await write.catch(writeFault)).toMatchObject({ code });
  await read.close();
});
