import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { testAlertRecipient } from "@/lib/contract/console/alert-settings";
import type { ConnectionSource } from "@/lib/contract/console/connection";
import { alertMessageTable, alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import { openDatabase } from "@/lib/db/database";
import type { Mail } from "@/lib/mailer";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { createAlerts } from "./watch";

const database = await freshDatabase();
const { db, pool } = database;
const accountId = "one organization";
const log = pino({ level: "silent" });
const open: { close(): Promise<void> }[] = [];
const changes: string[][] = [];

const mails: string[] = [];
const mailer = { from: "switchboard@example.com", send: async ({ to }: Mail) => void mails.push(to) };

function alerts({ leads = true, isLow = false, evaluateMs = 20, source = "set" as ConnectionSource } = {}) {
  const listeners = new Set<(names: readonly string[]) => void>();
  const instance = createAlerts({
    ...{ database, accountId, log, origin: "http://127.0.0.1", secret: "x".repeat(32) },
    connection: { host: "api.example.com", source },
    isLeading: () => leads,
    isDiskLow: async () => isLow,
    changed: (names) => changes.push([...names]),
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    alerts: { mailer, mayConnect: () => true, tickMs: 10, evaluateMs },
  });
  open.push(instance);
  return { instance, listeners };
}
const titles = async () => (await db.select().from(alertTable)).map(({ subject }) => subject);

afterAll(() => Promise.all(open.map((resource) => resource.close())));

test("evaluates rules only in the leader and unsubscribes when it is closed", async () => {
  const error = { name: "CRM bridge", last_sync_error: "401" };
  await storeVersion(db, {
    accountId,
    resource: "credentials",
    ref: "c",
    answer: answerOf(error),
    at: new Date(),
  });
  const { instance: follower } = alerts({ leads: false });
  const { instance, listeners } = alerts();
  await expect.poll(titles).toEqual(["CRM bridge"]);
  await expect.poll(() => changes).toContainEqual(["alerts"]);
  await Promise.all([instance.close(), follower.close()]);
  expect(listeners.size).toBe(0);
  open.length = 0;
});

test("mails nobody about the demo, but sends a test", async () => {
  await db.insert(userTable).values({ id: "a", name: "Mara", email: "mara@example.com", role: "admin" });
  await db.delete(alertTable);
  const { instance } = alerts({ source: "demo" });
  await expect.poll(titles).toEqual(["CRM bridge"]);
  expect(await db.select().from(alertMessageTable)).toEqual([]);
  const sendTest = instance.operations.find(({ op }) => op.id === testAlertRecipient.id);
  const context = { person: { ...personWith("admin"), email: "mara@example.com" }, address: null, requestId: "r" };
  expect(await sendTest?.run({ recipient_id: "mail" }, context)).toMatchObject({ arrived: true });
  expect(mails).toEqual(["mara@example.com"]);
  await db.delete(alertMessageTable);
  await db.delete(userTable);
  await instance.close();
});

test("alerts on a nearly full disk when the database is read-only", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await pool.query(`alter database "${name}" set default_transaction_read_only = on`);
  const usual = openDatabase(database.url, { connections: 1 });
  open.push(usual);
  await expect(usual.pool.query("create table console.t (x int)")).rejects.toMatchObject({ code: "25006" });
  alerts({ isLow: true });
  await expect.poll(titles).toContain("Switchboard's disk");
});
