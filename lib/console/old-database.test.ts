import { setTimeout as sleep } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { Notifier } from "@/lib/alerts/notifier";
import { createMessageSender } from "@/lib/alerts/send-messages";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { createAutomation } from "@/lib/automation/automation";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { getAlertSettings } from "@/lib/contract/console/alert-settings";
import { listAlerts } from "@/lib/contract/console/alerts";
import { listAudit } from "@/lib/contract/console/audit";
import { listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { listImports } from "@/lib/contract/console/imports";
import { listVersions } from "@/lib/contract/console/record-history";
import { listSaved } from "@/lib/contract/console/saved";
import { getDelivery, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import type { InputOf } from "@/lib/contract/inputs";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { alertMessageTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import { createLeader } from "@/lib/db/leader";
import type { Mail } from "@/lib/mailer";
import { keyFor } from "@/lib/secret";
import { freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { oldDatabase, oldHashes, oldMigrations, rowsOf, stored } from "@/lib/testing/database/old-database";
import { recordSends } from "@/lib/testing/record-sends";
import { createConnectionSetting } from "./connection-setting";

const { secret, accountId, cookie } = stored;
const meters = "5b1f6a0e-0d3c-4a57-9a35-7d2c90b1e401";
const tariff = "5b1f6a0e-0d3c-4a57-9a35-7d2c90b1e402";
const reminders = "5b1f6a0e-0d3c-4a57-9a35-7d2c90b1e403";
const log = pino({ level: "silent" });
const read = () => Promise.reject(new Error("The platform is not reachable."));

const database = await oldDatabase();
const { db, pool } = database;
// Another process leads, so that nothing is polled, removed or sent during the tests.
const leader = createLeader({ url: database.url, name: "collector", onChange: () => undefined });
afterAll(leader.close);
while (!leader.isLeading()) await sleep(10);
const { console, run, signIn } = await freshConsole({ database, secret, collect: { accountId, read } });

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  run(op, input as Record<string, unknown>, personWith("admin")) as Promise<OutputOf<Op>>;

test("has the migrations that the earlier version ran, unchanged", async () => {
  expect(oldMigrations.map(({ hash }) => hash)).toEqual(oldHashes);
});

test("removes the queue of pg-boss when it migrates", async () => {
  expect((await pool.query("select to_regnamespace('console_jobs') as queue")).rows).toEqual([{ queue: null }]);
});

test("names the person of a session that better-auth started", async () => {
  expect(await console.personOf(cookie)).toMatchObject({ ...mara, role: "admin" });
});

test.each([
  [mara.email, password],
  ["ines@fernhill.example", "moss kettle under stairs"],
  ["jonas@fernhill.example", "\uFB01ne coral anvil 93"],
])("signs %s in when the password was set in the earlier version", async (email, given) => {
  expect((await signIn(email, "not the password")).status).toBe(401);
  const { status, jar } = await signIn(email, given);
  expect(status).toBe(200);
  expect(await console.personOf(jar.join("; "))).toMatchObject({ email });
});

test("takes a password in its other Unicode form when it was typed once as it was set", async () => {
  expect((await signIn("jonas@fernhill.example", "\uFB01ne coral anvil 93")).status).toBe(200);
  expect((await signIn("jonas@fernhill.example", "fine coral anvil 93")).status).toBe(200);
  expect((await signIn("jonas@fernhill.example", "\uFB01ne coral anvil 93")).status).toBe(200);
});

test("verifies the audit chain and continues it when there are new entries", async () => {
  const before = await verifyAudit(db, auditKeyOf(secret));
  expect(before).toMatchObject({ fault: undefined, since: new Date(String(rowsOf("audit_event")[0]?.at)) });
  expect(before.rows).toBeGreaterThanOrEqual(rowsOf("audit_event").length);
  await recordSends(console, 2);
  expect(await verifyAudit(db, auditKeyOf(secret))).toMatchObject({ fault: undefined, rows: before.rows + 4 });
});

test("lists a send as unknown when the audit log has no end of it", async () => {
  expect((await ask(listAudit, { outcome: "unknown" })).data).toMatchObject([
    { action: "campaigns.resume", target: meters, finished_at: null, actor_name: "Planned by Jonas Weil" },
  ]);
});

test("lists the open alerts", async () => {
  expect((await ask(listAlerts, {})).data).toMatchObject([
    { rule: "deliveries_failing", state: "open", subject: "3 deliveries", is_notified: true },
    { rule: "campaign_still", state: "open", subject: "Meters" },
  ]);
});

test("keeps an alert rule and a recipient", async () => {
  const { rules, recipients } = await ask(getAlertSettings, {});
  const rule = { rule: "deliveries_failing", limit: "3/15", audience: "admins", is_always: true, open: 1 };
  expect(rules).toContainEqual(expect.objectContaining(rule));
  // Its limit was a number of attempts.
  const late = { rule: "deliveries_late", limit: "15", audience: "everyone", is_on: true, open: 0 };
  expect(rules).toContainEqual(expect.objectContaining(late));
  expect(recipients).toMatchObject([{ kind: "email", name: "operations@fernhill.example" }]);
});

test("keeps messages waiting, and sends them when they are due", async () => {
  const messages = () => db.select().from(alertMessageTable).orderBy(asc(alertMessageTable.dueAt));
  const waiting = await messages();
  expect(waiting.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual([
    ...["waiting 1", "waiting 1", "waiting 1", "waiting 0"],
  ]);
  for (const { nextAttemptAt, dueAt } of waiting) expect(nextAttemptAt).toEqual(dueAt);

  const mails: Mail[] = [];
  const mailer = { from: "switchboard@fernhill.example", send: async (mail: Mail) => void mails.push(mail) };
  const key = keyFor("alert recipients", secret);
  const names = { origin: "https://switchboard.example", platform: "api.example.com" };
  const notifier = new Notifier({ ...names, mailer, key, mayConnect: () => false });
  const sender = createMessageSender({ db, accountId, notifier, changed: () => undefined, log });
  await sender.startDue();
  await sender.whenIdle();
  expect(mails.map(({ to }) => to.split("@")[0]).sort()).toEqual(["jonas", "mara", "operations", "operations"]);
  expect((await messages()).map(({ state }) => state)).toEqual(Array(4).fill("sent"));
});

test("keeps guard rails as pauses of alert rules, with their limits and the campaigns they paused", async () => {
  const { rules, hours } = await ask(listPauses, {});
  const limit = { minimum: null, percent: 20, minutes: 15, least: 20 };
  const pause = { campaign_id: reminders, name: "Appointment reminders" };
  expect(rules).toMatchObject([
    {
      ...{ rule: "balance_low", is_on: true, limit, campaigns: [reminders], changed_by: mara.name },
      pauses: [{ ...pause, outcome: "ok", restarted_at: null }],
    },
    {
      ...{ rule: "deliveries_share", is_on: false, campaigns: null, pauses: [] },
      limit: { ...limit, percent: 35, least: 40, minutes: 30 },
    },
    {
      ...{ rule: "calls_failing", is_on: true, limit: { ...limit, percent: 95, least: 5_000 } },
      pauses: [{ ...pause, outcome: "refused", restarted_at: "2026-11-25T19:55:00.000Z" }],
    },
  ]);
  expect(hours).toMatchObject({
    ...{ is_on: false, campaigns: [tariff], pauses: [] },
    hours: { zone: "Europe/London", days: [1, 2, 3], from: "08:30", to: "19:00" },
  });
  const set = (await ask(getAlertSettings, {})).rules.map(({ rule, is_on, limit }) => `${rule} ${is_on} ${limit}`);
  for (const rule of ["balance_low true 7", "deliveries_share true 10/60", "calls_failing true 20/15"])
    expect(set).toContain(rule);
});

test("keeps a future action scheduled, and settles interrupted ones from the audit log", async () => {
  const planned = async () =>
    (await ask(listPlanned, {})).data.map((plan) => `${plan.action} ${plan.campaign_name}: ${plan.state}`).sort();
  const others = ["pause Meters: planned", "resume Tariff change: done", "pause Appointment reminders: done"];
  const refused = "pause Appointment reminders: refused";
  expect(await planned()).toEqual(
    ["pause Tariff change: sending", "resume Meters: sending", refused, ...others].sort(),
  );

  const [next] = await db.select().from(plannedActionTable).where(eq(plannedActionTable.state, "planned"));
  expect(next?.nextAttemptAt).toEqual(next?.at);

  let sent = 0;
  const trail = createAuditTrail(db, { key: auditKeyOf(secret), log });
  const options = { db, accountId, trail, read, isLeading: () => true, changed: () => {}, log, tickMs: 20 };
  const automation = createAutomation(options);
  automation.automate(async () => Promise.reject(new Error(`Sent ${++sent} times.`)));
  await expect
    .poll(planned)
    .toEqual(["pause Tariff change: done", "resume Meters: unknown", refused, ...others].sort());
  await automation.close();
  await trail.close();
  expect(sent).toBe(0);
});

const deliveryKeys = async (filter: DeliveryFilter) => (await ask(listDeliveries, filter)).data.map(({ key }) => key);

test("lists deliveries by their time, with one of unknown time as older", async () => {
  expect(await deliveryKeys({})).toEqual(["f1", "f2", "f3", "d6", "d5", "d4", "d2", "d1"]);
  expect(await deliveryKeys({ view: "older" })).toEqual(["d3"]);
  const { total, not_delivered, older } = await ask(summarizeDeliveries, {});
  expect({ total, not_delivered, older }).toEqual({ total: 8, not_delivered: 4, older: { total: 1, failed: 1 } });
});

test("shows how a delivery changed", async () => {
  const { data } = await ask(getDelivery, { entry_id: "d4" });
  expect(data).toMatchObject({ status: "delivered", attempts: 3, is_older: false });
  const change = expect.objectContaining({ field: "status", before: "retrying", after: "delivered" });
  expect(data?.changes[0]?.fields).toContainEqual(change);
});

test("merges the attempts of one delivery when the log is read again", async () => {
  const answer = new TextEncoder().encode(JSON.stringify({ raw: rowsOf("delivery").map(({ raw }) => raw) }));
  const before = new Date(stored.stoppedAt);
  const at = new Date(before.getTime() + 60_000);
  expect(await storeLog(db, { accountId, answer, at, before })).toEqual({ rows: 10, added: 0, changed: 1, gone: 0 });
  await db.update(collectorTaskTable).set({ at });
  expect((await ask(getDelivery, { entry_id: "d6" })).data).toMatchObject({ status: "delivered", attempts: 2 });
  expect(await ask(summarizeDeliveries, {})).toMatchObject({
    total: 8,
    not_delivered: 0,
    retrying: 3,
    older: { total: 1 },
  });
});

test("lists saved records with their labels", async () => {
  const { data } = await ask(listSaved, { resource: "campaigns" });
  expect(data.map(({ ref, label, name }) => [ref.slice(-1), label, name])).toEqual([
    ["1", "Meters", "Winter meter readings"],
    ["2", null, "Tariff change"],
    ["3", null, "Appointment reminders"],
  ]);
});

test("shows a campaign's progress and changes from samples and versions", async () => {
  const { data } = await ask(getCampaignProgress, { campaign_id: meters });
  expect(data).toMatchObject({ status: "running", changes_kept: 0 });
  expect(data?.samples.map(({ handled }) => handled)).toEqual([66, 86, 106, 126, 126]);
  expect((await ask(listVersions, { resource: "campaigns", ref: meters })).data?.changes).toHaveLength(3);
});

test("lists the import journal", async () => {
  const sent = { file_name: "meters-north.csv", rows: 400, accepted: 400, outcome: "ok", by: "Jonas Weil" };
  expect((await ask(listImports, { campaign_id: meters })).data).toMatchObject([sent]);
});

test("opens the connection that an admin set, with its key", async () => {
  const connection = { baseUrl: "https://voice-api.fernhill.example", key: "vap_canary_4f9e2d71c0b8" };
  expect(await createConnectionSetting(db, secret).read()).toMatchObject({ ...connection, setBy: mara.name });
});
