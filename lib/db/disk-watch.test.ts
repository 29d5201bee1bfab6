import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabase, writeFault } from "./database";
import { watchDisk } from "./disk-watch";
import { startEmbedded } from "./embedded";

const mebibyte = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), "switchboard-disk-"));
const postgres = await startEmbedded(dataDir);
const database = openDatabase(postgres.url);
afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

test("makes the database read-only for open connections while the disk is nearly full", async () => {
  let free = 1_000 * mebibyte;
  const logged: string[] = [];
  const watch = watchDisk({
    url: postgres.url,
    freeBytes: () => free,
    log: (sentence) => logged.push(sentence),
    everyMs: 3_600_000,
  });
  const write = () =>
    database.pool.query("insert into kept values (1)").then(
      () => "written",
      (error: unknown) => writeFault(error)?.message,
    );
  await watch.check();
  await database.pool.query("create table kept (id int)");

  free = 127 * mebibyte;
  await watch.check();
  await expect.poll(write).toMatch(/^Switchboard's disk is nearly full: /);
  expect((await database.pool.query("select count(*)::int as kept from kept")).rows).toEqual([{ kept: 0 }]);

  free = 150 * mebibyte;
  await watch.check();
  expect(await write()).toMatch(/^Switchboard's disk is nearly full: /);

  free = 200 * mebibyte;
  await watch.check();
  await expect.poll(write).toBe("written");
  expect(logged).toEqual([
    "The disk is nearly full (127 MiB are free): the database takes no changes until there is space.",
    "There is space on the disk again: the database takes changes.",
  ]);
  await watch.stop();
});

test("makes a database writable that an earlier run left read-only", async () => {
  const low = watchDisk({ url: postgres.url, freeBytes: () => 1, log: () => {}, everyMs: 3_600_000 });
  await low.check();
  await low.stop();
  const next = watchDisk({ url: postgres.url, freeBytes: () => 1_000 * mebibyte, log: () => {}, everyMs: 3_600_000 });
  await next.check();
  await expect
    .poll(() =>
      database.pool.query("insert into kept values (2)").then(
        () => "written",
        () => "refused",
      ),
    )
    .toBe("written");
  await next.stop();
});
