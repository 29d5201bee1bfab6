import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAlertMessages, setAlertRule } from "@/lib/contract/console/alert-settings";
import { alertMessageTable, alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import { openDatabase } from "@/lib/db/database";
import { freshAlerts } from "@/lib/testing/alerts";

const {
  add,
  anotherProcess,
  arrived,
  ask,
  database,
  db,
  notifierWith,
  pass,
  raise,
  receiverUrl,
  recover,
  sendDue,
  sent,
  setPace,
  states,
} = await freshAlerts();

test("mails an alert only to its audience, with the alerts that each role can see", async () => {
  await raise("credential_sync", "CRM bridge");
  await raise("deliveries_failing", "29 deliveries");
  await sendDue();
  expect(arrived.mails.map(({ to }) => to).toSorted()).toEqual([
    "ines@fernhill.example",
    "jonas@fernhill.example",
    "mara@fernhill.example",
  ]);
  const [admin] = arrived.mails.filter(({ to }) => to.startsWith("mara"));
  expect(admin?.text).toContain("Subject: Switchboard: CRM bridge is <not> well, and 1 more");
  expect(admin?.text).toContain("https://switchboard.fernhill.example/webhooks?webhook=w1");
  expect(arrived.mails.find(({ to }) => to.startsWith("ines"))?.text).not.toContain("CRM bridge");
  expect(await states()).toEqual(["sent 1", "sent 1", "sent 1"]);
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "nobody" });
  await raise("deliveries_failing", "30 deliveries");
  expect(await sent()).toHaveLength(3);
});

test("splits alerts into several messages when one is full", async () => {
  await ask(setAlertRule, { rule: "number_suspended", audience: "admins" });
  for (let nth = 1; nth <= 203; nth++) await raise("number_suspended", `Number ${nth}`);
  expect(await sent()).toHaveLength(3);
  await sendDue();
  expect(arrived.mails.map(({ text }) => text.match(/Number \d+ is/g)?.length).toSorted()).toEqual([101, 101, 4]);
});

test("batches alerts within five minutes of a message into the next one", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  await raise("deliveries_failing", "2 deliveries");
  await raise("deliveries_failing", "3 deliveries");
  await sendDue();
  expect(arrived.mails).toHaveLength(1);
  await pass(299);
  await sendDue();
  expect(arrived.mails).toHaveLength(1);
  await pass(2);
  await sendDue();
  expect(arrived.mails).toHaveLength(2);
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard: 2 deliveries is <not> well, and 1 more");
});

test("sends the next message on time when the clock was set back since the last", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  await db.update(alertMessageTable).set({ sentAt: new Date(Date.now() + 2 * 3_600_000) });
  await raise("deliveries_failing", "2 deliveries");
  await pass(301);
  await sendDue();
  expect(arrived.mails).toHaveLength(2);
});

test("delays alerts in quiet hours and skips those that have cleared by their end", async () => {
  const hour = new Date().getUTCHours();
  const clock = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
  await setPace({ is_quiet: true, from: clock(-1), to: clock(2), has_weekends: false });
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "1 delivery");
  await raise("deliveries_failing", "2 deliveries");
  await sendDue();
  expect(arrived.mails).toEqual([]);
  await ask(setAlertRule, { rule: "number_suspended", audience: "support" });
  await raise("number_suspended", "+4930");
  await sendDue();
  expect(arrived.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Switchboard: +4930 is <not> well\r\n"),
  ]);
  await db.update(alertTable).set({ clearedAt: new Date() }).where(eq(alertTable.subject, "1 delivery"));
  await db.update(alertTable).set({ state: "acknowledged" }).where(eq(alertTable.subject, "2 deliveries"));
  await pass(7_200);
  await sendDue();
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard: 2 deliveries is <not> well\r\n");
  await raise("deliveries_failing", "4 deliveries");
  await db.update(alertTable).set({ state: "resolved" });
  await pass(7_200);
  await sendDue();
  expect(arrived.mails).toHaveLength(2);
  expect((await states()).toSorted()).toEqual(["dropped 1", "sent 1", "sent 1"]);
});

test("sends an event of quiet hours at their end", async () => {
  const hour = new Date().getUTCHours();
  const clock = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
  await setPace({ is_quiet: true, from: clock(-1), to: clock(2), has_weekends: false });
  await ask(setAlertRule, { rule: "campaign_ended", audience: "support" });
  await raise("campaign_ended", "Meters", { state: "resolved", clearedAt: new Date() });
  await sendDue();
  expect(arrived.mails).toEqual([]);
  await pass(7_200);
  await sendDue();
  expect(arrived.mails.map(({ text }) => text)).toEqual([expect.stringContaining("Subject: Switchboard: Meters is")]);
});

test("retries a message and marks it as failed when attempts run out or the address is gone", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "campaign_managers" });
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  arrived.answerWith = () => 500;
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  expect(await states()).toEqual(["waiting 1"]);
  await pass(60);
  await sendDue();
  await pass(60);
  await sendDue();
  expect(await sent()).toMatchObject([{ state: "failed", tries: 3, problem: "answered 500" }]);
  await raise("deliveries_failing", "2 deliveries");
  arrived.answerWith = () => 410;
  await sendDue();
  expect((await sent())[0]).toMatchObject({ state: "failed", tries: 1, problem: "answered 410" });
  expect(await ask(listAlertMessages, { only: "failed" })).toMatchObject({ total: 2, failed: 2 });
});

test("adds no alert to a message that was attempted", async () => {
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  arrived.answerWith = () => 500;
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  arrived.answerWith = () => 204;
  await raise("deliveries_failing", "2 deliveries");
  await raise("deliveries_failing", "3 deliveries");
  await pass(60);
  await sendDue();
  await pass(300);
  await sendDue();
  const sentOf = arrived.posts.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.alerts.length]);
  expect(sentOf.map(([, alerts]) => alerts)).toEqual([1, 1, 2]);
  expect(new Set(sentOf.map(([id]) => id)).size).toBe(2);
  expect((await states()).toSorted()).toEqual(["sent 1", "sent 2"]);
});

test("sends open alerts and recoveries when a receiver comes back", async () => {
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  arrived.answerWith = () => 500;
  await raise("deliveries_failing", "1 delivery");
  await raise("deliveries_failing", "2 deliveries");
  await sendDue();
  await recover("1 delivery");
  Object.assign(arrived, { posts: [], answerWith: () => 204 });
  await pass(600);
  await sendDue();
  const titles = arrived.posts.flatMap(({ body }) => JSON.parse(body).data.alerts).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["2 deliveries is <not> well.", "Recovered: 1 delivery is <not> well."]);
});

test("sends a message under the same ID when the process that sent it died", async () => {
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
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
  await pass(61);
  await sendDue();
  expect(arrived.posts.map(({ headers }) => headers["webhook-id"])).toEqual([
    (await sent())[0]?.id,
    (await sent())[0]?.id,
  ]);
  expect(await states()).toEqual(["sent 2"]);
});

test("sends a message once when two processes send", async () => {
  const other = anotherProcess();
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  await raise("deliveries_failing", "1 delivery");
  await Promise.all([sendDue(), sendDue(other), sendDue(), sendDue(other)]);
  expect(arrived.posts).toHaveLength(1);
});

test("sends a recovery once to the notified recipients, unless recoveries are off", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await add("post", `${receiverUrl}/switchboard`);
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "everyone" });
  await recover("1 delivery");
  await pass(600);
  await sendDue();
  expect(arrived.mails.map(({ to }) => to)).toEqual(["ines@fernhill.example", "ines@fernhill.example"]);
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard: Recovered: 1 delivery is <not> well\r\n");
  expect(arrived.mails[1]?.text).toMatch(/It lasted \d+ s\.\s+From .* to .* UTC/);
  expect(JSON.parse(arrived.posts[1]?.body ?? "")).toMatchObject({
    type: "alerts.recovered",
    data: { alerts: [{ state: "recovered", until: expect.any(String) }] },
  });
  await setPace({ tells_recovery: false });
  await raise("deliveries_failing", "2 deliveries");
  await pass(600);
  await sendDue();
  const before = arrived.posts.length;
  await recover("2 deliveries");
  await pass(600);
  await sendDue();
  expect(arrived.posts).toHaveLength(before);
});

test("sends a recovery when an alert clears before it was sent, unless quiet hours delay it", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raise("deliveries_failing", "1 delivery");
  await sendDue();
  await raise("deliveries_failing", "2 deliveries");
  await recover("2 deliveries");
  await pass(600);
  await sendDue();
  expect(arrived.mails[1]?.text).toContain("Subject: Switchboard: Recovered: 2 deliveries is <not> well\r\n");
  expect(arrived.mails).toHaveLength(2);
  const hour = new Date().getUTCHours();
  const clock = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
  await setPace({ is_quiet: true, from: clock(-1), to: clock(2), has_weekends: false });
  await raise("deliveries_failing", "3 deliveries");
  await recover("3 deliveries");
  await pass(7_200);
  await sendDue();
  expect(arrived.mails).toHaveLength(2);
});

test("shows only the host of a web address", async () => {
  await add("post", `${receiverUrl}/services/T0/secret-path`);
  const [row] = await db.select().from(alertRecipientTable);
  expect(row?.name).toBe(new URL(receiverUrl).host);
});
