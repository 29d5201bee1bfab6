import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { backupOld } from "@/lib/alerts/system-rules";
import { type Backups, getBackups, makeBackup, setBackups } from "@/lib/contract/console/backups";
import type { Operation } from "@/lib/contract/operation";
import { restored, secret } from "@/lib/testing/backup";
import { freshConsole, personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { recordSends } from "@/lib/testing/record-sends";
import { testFolder } from "@/lib/testing/test-folder";
import { createBackups, isDue } from "./automatic-backups";
import { readBackups, saveBackups } from "./backup-settings";

const folder = testFolder("backup");
const open: { stop: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((backups) => backups.stop()));
});

const database = await freshDatabase();
const { console } = await freshConsole({ database });
await recordSends(console, 1);

function start(name: string, { leads = true, directory = join(folder, name) } = {}) {
  const log = pino({ level: "silent" });
  const options = { database, secret, isLeading: () => leads, changed: () => {}, log, tickMs: 20 };
  const backups = createBackups({ ...options, backupDirectory: directory });
  open.push(backups);
  const run = async (op: Operation, input: object = {}) => {
    const found = backups.operations.find((implemented) => implemented.op === op);
    return (await found?.run(input as never, {
      person: personWith("admin"),
      address: null,
      requestId: "r",
    })) as Backups;
  };
  const files = () => readdirSync(directory);
  const ended = () => expect.poll(async () => (await run(getBackups)).is_running, { interval: 50 }).toBe(false);
  return { run, files, ended };
}

test("backs up when an admin asks, keeps so many files, and each can be restored", async () => {
  const { run, files, ended } = start("asked");
  await run(setBackups, { hour: null, keep: 2 });
  expect(await run(getBackups)).toMatchObject({ hour: null, keep: 2, set_by: "admin", last: null, problem: null });
  for (let count = 1; count <= 3; count += 1) {
    await run(makeBackup);
    expect(await run(getBackups)).toMatchObject({ is_running: true });
    await ended();
  }
  const { last } = await run(getBackups);
  expect(files()).toHaveLength(2);
  expect(files()).toContain(last?.file);
  expect(last?.bytes).toBeGreaterThan(5_000);
  expect((await restored(join(folder, "asked", last?.file ?? ""))).result.audit).toMatchObject({ fault: undefined });
});

test("reports why a backup failed, and keeps the last good one", async () => {
  const directory = join(folder, "a file");
  writeFileSync(directory, "");
  const { run, ended } = start("failing", { directory });
  const { last } = await run(getBackups);
  await run(makeBackup);
  await ended();
  const problem = `${directory} is not a folder. Choose another. The earlier backups are whole.`;
  expect(await run(getBackups)).toMatchObject({ last, problem });
});

test("removes what crashes left, but not what another process is writing", async () => {
  const directory = join(folder, "leftovers");
  mkdirSync(directory);
  const old = join(directory, "switchboard-2026-01-01.zip.1a2b3c4d.partial");
  for (const path of [old, join(directory, "switchboard-by-hand.zip.5e6f7a8b.partial")]) writeFileSync(path, "");
  utimesSync(old, new Date(0), new Date(0));
  const { run, files, ended } = start("leftovers");
  await run(makeBackup);
  await ended();
  const { last } = await run(getBackups);
  expect(files().toSorted()).toEqual([last?.file, "switchboard-by-hand.zip.5e6f7a8b.partial"]);
});

test("says where backups and the secret lie", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const directory = join(dataDir, "backups");
  const place = { folder: directory, is_beside_data: true };
  // Only one process leads, so none of these goes on beside the last.
  const withOtherSecret = async () => {
    const backups = await start("data/backups").run(getBackups);
    await open.pop()?.stop();
    return backups;
  };
  expect(await withOtherSecret()).toMatchObject({ place, secret_file: null });
  writeFileSync(join(dataDir, "secret"), "another secret of thirty-two characters");
  expect(await withOtherSecret()).toMatchObject({ secret_file: null });
  writeFileSync(join(dataDir, "secret"), `${secret}\n`);
  const { run, ended } = start("data/backups");
  expect(await run(getBackups)).toMatchObject({ secret_file: join(dataDir, "secret") });
  await run(makeBackup);
  await ended();
  expect(await run(getBackups)).toMatchObject({ last: { folder: directory } });
});

test("makes none in a process that does not lead", async () => {
  const { run } = start("following", { leads: false });
  await run(makeBackup);
  await sleep(200);
  expect(await run(getBackups)).toMatchObject({ is_running: true });
});

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const run = { since: "2026-11-20T10:00:00Z", tried_at: null, problem: null, is_running: false };

test.each([
  ["before its hour", run, "21T02:59", false],
  ["at its hour", run, "21T03:00", true],
  ["after one of this day", { ...run, tried_at: "2026-11-21T03:00:01Z" }, "21T23:00", false],
  ["at its hour of the next day", { ...run, tried_at: "2026-11-21T03:00:01Z" }, "22T03:00", true],
  ["when days were missed", { ...run, tried_at: "2026-11-21T03:00:01Z" }, "25T01:00", true],
  ["soon after a failure", { ...run, tried_at: "2026-11-21T03:00:01Z", problem: "full" }, "21T03:30", false],
  ["an hour after a failure", { ...run, tried_at: "2026-11-21T03:00:01Z", problem: "full" }, "21T04:01", true],
  ["an hour after a crash", { ...run, tried_at: "2026-11-21T03:00:01Z", is_running: true }, "21T04:01", true],
])("finds the backup due or not %s", (_when, state, now, due) => {
  expect(isDue(3, state, at(now))).toBe(due);
  expect(isDue(null, state, at(now))).toBe(false);
});

test("raises an alert when the last good backup is older than the limit, and none when they are off", async () => {
  const { db } = database;
  const found = (now: string, limit = "30") => backupOld.find({ db, now: new Date(at(now)), limit } as never);
  const last = { at: "2026-11-20T03:00:00Z", file: "a.zip", bytes: 1 };
  await saveBackups(db, "settings", { hour: 3, keep: 7 }, "admin");
  await saveBackups(db, "run", { ...run, tried_at: last.at, last, problem: "The disk is full." }, "Switchboard");
  expect(await readBackups(db)).toMatchObject({ run: { last } });
  expect(await found("21T08:59")).toEqual([]);
  const why = "The last attempt failed: The disk is full.";
  expect(await found("21T09:00")).toMatchObject([{ message: "has no recent backup.", since: new Date(last.at), why }]);
  expect(await found("21T09:00", "54")).toEqual([]);
  await saveBackups(db, "settings", { hour: null, keep: 7 }, "admin");
  expect(await found("25T09:00")).toEqual([]);
});
