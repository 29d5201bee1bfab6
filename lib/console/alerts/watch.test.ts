import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { answerOf, keepVersion } from "@/lib/console/collector/keep-versions";
import { openDatabase } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { alertTable } from "./tables";
import { createAlerts } from "./watch";

const database = await freshDatabase();
const { db, pool } = database;
await migrate(pool, consoleMigrations);
const keyPrint = "one organization";
const log = pino({ level: "silent" });
const open: { close(): Promise<void> }[] = [];
const changes: string[][] = [];

function alerts({ leads = true, isLow = false, evaluateMs = 20 } = {}) {
  const listeners = new Set<(names: readonly string[]) => void>();
  const made = createAlerts({
    ...{ database, keyPrint, log, origin: "http://127.0.0.1", secret: "x".repeat(32) },
    isLeading: () => leads,
    isDiskLow: async () => isLow,
    changed: (names) => changes.push([...names]),
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    alerts: { mayConnect: () => true, tickMs: 10, evaluateMs },
  });
  open.push(made);
  return { made, listeners };
}
const titles = async () => (await db.select().from(alertTable)).map(({ subject }) => subject);

afterAll(() => Promise.all(open.map((each) => each.close())));

test("only the process that leads looks, and one that is closed leaves nothing behind", async () => {
  const error = { name: "CRM bridge", last_sync_error: "401" };
  await keepVersion(db, {
    keyPrint,
    resource: "credentials",
    ref: "c",
    answer: answerOf(error),
    at: new Date(),
    askedBy: null,
  });
  const { made: follower } = alerts({ leads: false });
  const { made, listeners } = alerts();
  await expect.poll(titles).toEqual(["CRM bridge"]);
  await expect.poll(() => changes).toContainEqual(["alerts"]);
  await Promise.all([made.close(), follower.close()]);
  expect(listeners.size).toBe(0);
  open.length = 0;
});

test("a clock that is set back stops no look", async () => {
  const { made } = alerts();
  for (const name of ["ERP bridge", "Fax bridge"]) {
    const it = { keyPrint, resource: "credentials", ref: name, answer: answerOf({ name, last_sync_error: "401" }) };
    await keepVersion(db, { ...it, at: new Date(), askedBy: null });
    await expect.poll(titles).toContain(name);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  }
  vi.useRealTimers();
  await made.close();
  open.length = 0;
});

test("a nearly full disk is reported although the database takes no changes", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await pool.query(`alter database "${name}" set default_transaction_read_only = on`);
  const usual = openDatabase(database.url, { connections: 1 });
  open.push(usual);
  await expect(usual.pool.query("create table console.t (x int)")).rejects.toMatchObject({ code: "25006" });
  alerts({ isLow: true });
  await expect.poll(titles).toContain("Switchboard's disk");
});
