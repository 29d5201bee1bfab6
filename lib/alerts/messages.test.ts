import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { listAlertMessages, setAlertRule } from "@/lib/contract/console/alert-settings";
import { copyRefusal } from "@/lib/contract/console/restored-copy";
import { removeRestoredCopy, saveRestoredCopy } from "@/lib/db/console/restored-copy";
import { alertMessageTable, alertRecipientTable, alertTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import { deliveryTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { userTable } from "@/lib/db/console/tables/people";
import { openDatabase } from "@/lib/db/database";
import { freshAlerts } from "@/lib/testing/alerts";
import { storeDeliveries } from "@/lib/testing/store-deliveries";

const {
  add,
  anotherProcess,
  arrived,
  ask,
  beginQuietHours,
  database,
  db,
  notifierWith,
  raise,
  raiseAndSend,
  receiverUrl,
  recover,
  returns,
  sendAfter,
  sendDue,
  sent,
  setPace,
  states,
} = await freshAlerts();

async function postOnly() {
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
}

test("mails an alert only to its audience, with the alerts that each role can see", async () => {
  await raise("credential_sync", "CRM bridge");
  await raiseAndSend("deliveries_failing", "29 deliveries");
  expect(arrived.mails.map(({ to }) => to).toSorted()).toEqual(["ines@fernhill.example", "mara@fernhill.example"]);
  const [admin] = arrived.mails.filter(({ to }) => to.startsWith("mara"));
  expect(admin?.text).toContain("Subject: Switchboard, api.example.com: 29 deliveries is <not> well, and 1 more");
  expect(admin?.text).toContain("https://switchboard.fernhill.example/webhooks?webhook=w1");
  expect(arrived.mails.find(({ to }) => to.startsWith("ines"))?.text).not.toContain("CRM bridge");
  expect(await states()).toEqual(["sent 1", "sent 1"]);
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "nobody" });
  await raise("deliveries_failing", "30 deliveries");
  expect(await sent()).toHaveLength(2);
});

test("sends no alert from a restored copy, and says why", async () => {
  await saveRestoredCopy(db, { made_at: "2026-11-28T03:00:00Z", restored_at: "2026-11-29T09:00:00Z", by: "" });
  await raiseAndSend("deliveries_failing", "29 deliveries");
  await removeRestoredCopy(db);
  expect(arrived.mails).toEqual([]);
  const stored = await db.select().from(alertMessageTable);
  expect(stored.length).toBeGreaterThan(0);
  for (const { state, problem } of stored) expect([state, problem]).toEqual(["dropped", copyRefusal]);
});

test("sends one line per rule when it has many alerts", async () => {
  await ask(setAlertRule, { rule: "number_suspended", audience: "admins" });
  for (let nth = 1; nth <= 28; nth++) {
    const href = `/phone-numbers?number=${nth}`;
    await raise("number_suspended", `Number ${nth}`, { href });
  }
  await raiseAndSend("credential_sync", "CRM key");
  const [mail, ...others] = arrived.mails;
  expect(others).toEqual([]);
  const [, , numbers] = mail?.text.split("\r\n\r\n") ?? [];
  const lines = numbers?.split("\r\n") ?? [];
  expect(lines[0]).toBe("A number is suspended: Number 1 is <not> well.");
  expect(lines.slice(4, 8)).toEqual([
    "Number 5 is <not> well.",
    "And 23 more.",
    "https://switchboard.fernhill.example/#needs-attention",
    expect.stringMatching(/^The first: seen since .* UTC/),
  ]);
});

test("starts another message when one is full", async () => {
  await ask(setAlertRule, { rule: "number_suspended", audience: "admins" });
  await raise("number_suspended", "Number 1");
  const [waiting] = await db.select().from(alertMessageTable);
  const items = Array.from({ length: 500 }, (_, nth) => ({ ...(waiting?.items ?? [])[0], alertId: `x${nth}` }));
  await db.update(alertMessageTable).set({ items: items as MessageItem[] });
  await raise("number_suspended", "Number 2");
  expect(await sent()).toHaveLength(2);
});

test("says in the subject what is open and what recovered", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raiseAndSend("credential_sync", "CRM key");
  await recover("CRM key");
  for (const name of ["Registry key", "Billing key"]) await raise("credential_sync", name);
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain(
    "Open: Registry key is <not> well, and 1 more. Recovered: CRM key is <not> well\r\n",
  );
  expect(arrived.mails[1]?.text).toContain("Platform: api.example.com");
});

test("says that an alert is over when it is clearing while its message waits", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raise("credential_sync", "CRM key");
  await db.update(alertTable).set({ clearSince: new Date() });
  await sendDue();
  expect(arrived.mails[0]?.text).toContain("Recovered: CRM key is <not> well\r\n");
  await recover("CRM key");
  await sendAfter(600);
  expect(arrived.mails).toHaveLength(1);
});

test("sends an alert again when it returns after a message that said it was over", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raise("credential_sync", "CRM key");
  await db.update(alertTable).set({ clearSince: new Date() });
  await sendDue();
  await db.update(alertTable).set({ clearSince: null });
  await returns("CRM key");
  await returns("CRM key");
  await sendAfter(600);
  expect(arrived.mails).toHaveLength(2);
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard, api.example.com: CRM key is <not> well\r\n");
});

test("drops a waiting alert when another one took it over", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raise("credential_sync", "First key");
  await db.update(alertTable).set({ clearedAt: new Date(), clearedAs: "merged", state: "resolved" });
  await sendDue();
  expect(await states()).toEqual(["dropped 1"]);
});

test("drops a recovery when the alert was raised again", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raiseAndSend("credential_sync", "CRM key", { ref: "crm" });
  await recover("CRM key");
  await raise("credential_sync", "CRM key", { ref: "crm" });
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard, api.example.com: CRM key is <not> well\r\n");
});

test("does not call a deleted credential recovered", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raiseAndSend("credential_sync", "CRM key", { ref: "crm" });
  const read = { accountId: "one organization", resource: "credentials", ref: "crm" };
  await storeVersion(db, { ...read, answer: answerOf({ name: "CRM key" }), at: new Date() });
  await db.update(recordVersionTable).set({ goneAt: new Date() });
  await recover("CRM key");
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain("CRM key is no longer on the platform\r\n");
});

test("says when the record changed, beside when the alert was first seen", async () => {
  await ask(setAlertRule, { rule: "number_suspended", audience: "support" });
  const changedAt = new Date("2026-11-19T16:48:00Z");
  await raiseAndSend("number_suspended", "+4930", { since: new Date("2026-11-26T19:55:26Z"), changedAt });
  expect(arrived.mails[0]?.text).toContain("Seen since 2026-11-26 19:55 UTC; the record changed 2026-11-19 16:48 UTC.");
});

test("drops waiting messages of a platform when another one was connected", async () => {
  await ask(setAlertRule, { rule: "number_suspended", audience: "support" });
  await raise("number_suspended", "+4930");
  await sendDue(anotherProcess(db, notifierWith(), "another organization"));
  expect(arrived.mails).toEqual([]);
  expect(await sent()).toMatchObject([{ state: "dropped", problem: "Another platform was connected." }]);
  expect(await ask(listAlertMessages, { only: "failed" })).toMatchObject({ data: [], failed: 0 });
});

test("says what became of the deliveries when they failed and arrived while a message waited", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  const tried = new Date("2026-11-26T20:14:00Z");
  const log = { accountId: "one organization", webhookId: "w1", firstSeenAt: tried, notSeenAt: tried, at: tried };
  const entries = (status: string, arrivedAt: Date) =>
    Array.from({ length: 13 }, (_, nth) => ({
      ...{ ...log, key: `dl_${nth}`, status, attempts: 6, late: status === "delivered" ? 1 : -1 },
      ...{ changedAt: arrivedAt, lastAt: arrivedAt },
    }));
  const failing = { since: tried, ref: "w1", count: 13, deliveryIds: ["dl_0", "dl_1"] };
  await storeDeliveries(db, entries("failed", tried));
  await raiseAndSend("deliveries_failing", "13 deliveries", failing);
  expect(arrived.mails[0]?.text).toContain(
    "Because & so.\r\nSince 2026-11-26 20:14 UTC.\r\nWebhook: w1.\r\nIDs: dl_0, dl_1.",
  );
  await db.delete(deliveryTable);
  await storeDeliveries(db, entries("delivered", new Date("2026-11-26T20:16:36Z")));
  await db.update(alertTable).set({ clearSince: new Date("2026-11-26T20:17:00Z") });
  await recover("13 deliveries");
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain("13 deliveries to w1 failed, all arrived by 20:16 UTC\r\n");
  const link = /https:\S+webhooks\S+/.exec(arrived.mails[1]?.text ?? "")?.[0] ?? "";
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    ...{ webhook: "w1", late: "1..", between: "2026-11-26T20:14:00.000Z..2026-11-26T20:17:00.001Z" },
  });
});

test("says which deliveries have not arrived when no more of them fail", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  const tried = new Date("2026-11-26T20:14:00Z");
  const entry = { accountId: "one organization", webhookId: "w1", status: "failed", attempts: 6, at: tried };
  const seen = { firstSeenAt: tried, notSeenAt: tried, changedAt: tried };
  await storeDeliveries(db, [
    { ...entry, ...seen, key: "dl_1" },
    { ...entry, ...seen, key: "dl_2", outcome: "retrying" },
  ]);
  await raiseAndSend("deliveries_failing", "5 deliveries", {
    since: tried,
    ref: "w1",
    count: 5,
    deliveryIds: ["dl_1"],
  });
  await db.update(alertTable).set({ clearSince: new Date("2026-11-26T20:40:00Z") });
  await recover("5 deliveries");
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain(
    "5 deliveries to w1 failed: 1 has not arrived, 1 has not arrived yet, 3 arrived\r\n",
  );
});

test("batches alerts within five minutes of a message into the next one", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raiseAndSend("deliveries_failing", "1 delivery");
  await raise("deliveries_failing", "2 deliveries");
  await raiseAndSend("deliveries_failing", "3 deliveries");
  expect(arrived.mails).toHaveLength(1);
  await sendAfter(299);
  expect(arrived.mails).toHaveLength(1);
  await sendAfter(2);
  expect(arrived.mails).toHaveLength(2);
  expect(arrived.mails[1]?.text).toContain(
    "Subject: Switchboard, api.example.com: 2 deliveries is <not> well, and 1 more",
  );
});

test("sends the next message on time when the clock was set back since the last", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raiseAndSend("deliveries_failing", "1 delivery");
  await db.update(alertMessageTable).set({ sentAt: new Date(Date.now() + 2 * 3_600_000) });
  await raise("deliveries_failing", "2 deliveries");
  await sendAfter(301);
  expect(arrived.mails).toHaveLength(2);
});

test("delays alerts in quiet hours and skips those that have cleared by their end", async () => {
  await beginQuietHours();
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "1 delivery");
  await raiseAndSend("deliveries_failing", "2 deliveries");
  expect(arrived.mails).toEqual([]);
  await ask(setAlertRule, { rule: "number_suspended", audience: "support" });
  await raiseAndSend("number_suspended", "+4930");
  expect(arrived.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Switchboard, api.example.com: +4930 is <not> well\r\n"),
  ]);
  await db.update(alertTable).set({ clearedAt: new Date() }).where(eq(alertTable.subject, "1 delivery"));
  await db.update(alertTable).set({ state: "acknowledged" }).where(eq(alertTable.subject, "2 deliveries"));
  await sendAfter(7_200);
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard, api.example.com: 2 deliveries is <not> well\r\n");
  await raise("deliveries_failing", "4 deliveries");
  await db.update(alertTable).set({ state: "resolved" });
  await sendAfter(7_200);
  expect(arrived.mails).toHaveLength(2);
  expect((await states()).toSorted()).toEqual(["dropped 1", "sent 1", "sent 1"]);
});

test("sends an event of quiet hours at their end", async () => {
  await beginQuietHours();
  await ask(setAlertRule, { rule: "campaign_ended", audience: "support" });
  await raiseAndSend("campaign_ended", "Meters", { state: "resolved", clearedAt: new Date() });
  expect(arrived.mails).toEqual([]);
  await sendAfter(7_200);
  expect(arrived.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Subject: Switchboard, api.example.com: Meters is"),
  ]);
});

test("retries a message and marks it as failed when attempts run out or the address is gone", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "campaign_managers" });
  await postOnly();
  arrived.answerWith = () => 500;
  await raiseAndSend("deliveries_failing", "1 delivery");
  expect(await states()).toEqual(["waiting 1"]);
  await sendAfter(60);
  await sendAfter(60);
  expect(await sent()).toMatchObject([{ state: "failed", tries: 3, problem: "answered 500" }]);
  await raise("deliveries_failing", "2 deliveries");
  arrived.answerWith = () => 410;
  await sendDue();
  expect((await sent())[0]).toMatchObject({ state: "failed", tries: 1, problem: "answered 410" });
  expect(await ask(listAlertMessages, { only: "failed" })).toMatchObject({ total: 2, failed: 2 });
});

test("adds no alert to a message that was attempted", async () => {
  await postOnly();
  arrived.answerWith = () => 500;
  await raiseAndSend("deliveries_failing", "1 delivery");
  arrived.answerWith = () => 204;
  await raise("deliveries_failing", "2 deliveries");
  await raise("deliveries_failing", "3 deliveries");
  await sendAfter(60);
  await sendAfter(300);
  const sentOf = arrived.posts.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.alerts.length]);
  expect(sentOf.map(([, alerts]) => alerts)).toEqual([1, 1, 2]);
  expect(new Set(sentOf.map(([id]) => id)).size).toBe(2);
  expect((await states()).toSorted()).toEqual(["sent 1", "sent 2"]);
});

test("sends open alerts and recoveries when a receiver comes back", async () => {
  await postOnly();
  arrived.answerWith = () => 500;
  await raise("deliveries_failing", "1 delivery");
  await raiseAndSend("deliveries_failing", "2 deliveries");
  await recover("1 delivery");
  Object.assign(arrived, { posts: [], answerWith: () => 204 });
  await sendAfter(600);
  const titles = arrived.posts.flatMap(({ body }) => JSON.parse(body).data.alerts).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["2 deliveries is <not> well.", "Recovered: 1 delivery is <not> well."]);
});

test("sends a message under the same ID when the process that sent it died", async () => {
  await postOnly();
  arrived.answerWith = () => undefined;
  await raise("deliveries_failing", "1 delivery");
  const dying = { database: openDatabase(database.url, { connections: 2 }), notifier: notifierWith() };
  void sendDue(anotherProcess(dying.database.db, dying.notifier)).catch(() => undefined);
  await expect.poll(() => arrived.posts.length).toBe(1);
  await dying.database.close();
  dying.notifier.close();
  expect(await states()).toEqual(["sending 1"]);
  arrived.answerWith = () => 204;
  await sendDue();
  expect(arrived.posts).toHaveLength(1);
  await sendAfter(61);
  expect(arrived.posts.map(({ headers }) => headers["webhook-id"])).toEqual([
    (await sent())[0]?.id,
    (await sent())[0]?.id,
  ]);
  expect(await states()).toEqual(["sent 2"]);
});

test("sends a message once when two processes send", async () => {
  const other = anotherProcess();
  await postOnly();
  await raise("deliveries_failing", "1 delivery");
  await Promise.all([sendDue(), sendDue(other), sendDue(), sendDue(other)]);
  expect(arrived.posts).toHaveLength(1);
});

test("sends a recovery once to the notified recipients, unless recoveries are off", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await add("post", `${receiverUrl}/switchboard`);
  await raiseAndSend("deliveries_failing", "1 delivery");
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "everyone" });
  await recover("1 delivery");
  await sendAfter(600);
  expect(arrived.mails.map(({ to }) => to)).toEqual(["ines@fernhill.example", "ines@fernhill.example"]);
  expect(arrived.mails[1]?.text).toContain(
    "Subject: Switchboard, api.example.com: Recovered: 1 delivery is <not> well\r\n",
  );
  expect(arrived.mails[1]?.text).toMatch(/It lasted \d+ s\.\s+From .* to .* UTC/);
  expect(JSON.parse(arrived.posts[1]?.body ?? "")).toMatchObject({
    type: "alerts.recovered",
    data: { alerts: [{ state: "recovered", until: expect.any(String) }] },
  });
  await setPace({ notifies_recovery: false });
  await raise("deliveries_failing", "2 deliveries");
  await sendAfter(600);
  const before = arrived.posts.length;
  await recover("2 deliveries");
  await sendAfter(600);
  expect(arrived.posts).toHaveLength(before);
});

test("sends a recovery when an alert clears before it was sent, unless quiet hours delay it", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raiseAndSend("deliveries_failing", "1 delivery");
  await raise("deliveries_failing", "2 deliveries");
  await recover("2 deliveries");
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain(
    "Subject: Switchboard, api.example.com: Recovered: 2 deliveries is <not> well\r\n",
  );
  expect(arrived.mails).toHaveLength(2);
  await beginQuietHours();
  await raise("deliveries_failing", "3 deliveries");
  await recover("3 deliveries");
  await sendAfter(7_200);
  expect(arrived.mails).toHaveLength(2);
});

test("shows only the host of a web address", async () => {
  await add("post", `${receiverUrl}/services/T0/secret-path`);
  const [row] = await db.select().from(alertRecipientTable);
  expect(row?.name).toBe(new URL(receiverUrl).host);
});
