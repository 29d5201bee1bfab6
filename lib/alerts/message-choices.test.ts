import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { confirmBlocked } from "@/lib/collector/campaigns/blocked-confirmations";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import {
  defaultPace,
  setAlertNight,
  setAlertPace,
  setAlertRule,
  setRecipientTopics,
} from "@/lib/contract/console/alert-settings";
import { auditTable } from "@/lib/db/console/tables/audit";
import { blockedConfirmationTable } from "@/lib/db/console/tables/numbers";
import { userTable } from "@/lib/db/console/tables/people";
import { freshAlerts } from "@/lib/testing/alerts";

const { add, arrived, ask, beginQuietHours, db, raise, raiseAndSend, receiverUrl, recover, sendAfter, sendDue } =
  await freshAlerts();

const read = { accountId: "one organization", resource: "campaigns", ref: "c1" };
const keepCampaign = (status: string) =>
  storeVersion(db, { ...read, answer: answerOf({ name: "Meter readings", status }), at: new Date() });

/** After the alert that is raised next. */
const soon = () => new Date(Date.now() + 1_000);

const headerOf = (nth: number, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(arrived.mails[nth]?.text ?? "")?.[1];

test("refers to the mail that said it when an alert recovers or is sent again", async () => {
  await ask(setAlertRule, { rule: "credential_sync", audience: "support" });
  await raiseAndSend("credential_sync", "CRM key");
  expect(headerOf(0, "In-Reply-To")).toBeUndefined();
  await recover("CRM key");
  await raise("credential_sync", "Billing key");
  await sendAfter(600);
  expect(headerOf(1, "Message-ID")).not.toBe(headerOf(0, "Message-ID"));
  expect([headerOf(1, "In-Reply-To"), headerOf(1, "References")]).toEqual([
    headerOf(0, "Message-ID"),
    headerOf(0, "Message-ID"),
  ]);
  await recover("Billing key");
  await sendAfter(600);
  expect(headerOf(2, "In-Reply-To")).toBe(headerOf(1, "Message-ID"));
});

test("sends what waits when quiet hours are switched off", async () => {
  await beginQuietHours();
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raiseAndSend("deliveries_failing", "1 delivery");
  expect(arrived.mails).toEqual([]);
  await ask(setAlertPace, { ...defaultPace, is_quiet: false });
  await sendDue();
  expect(arrived.mails).toHaveLength(1);
});

test("sends a topic in quiet hours when it is chosen, also what waits already", async () => {
  await beginQuietHours();
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await raiseAndSend("deliveries_failing", "1 delivery");
  await ask(setAlertNight, { topic: "campaigns", is_on: true });
  await sendDue();
  expect(arrived.mails).toEqual([]);
  await ask(setAlertNight, { topic: "deliveries", is_on: true });
  await raise("deliveries_failing", "2 deliveries");
  await sendAfter(600);
  expect(arrived.mails.map(({ text }) => text).join()).toMatch(/1 delivery.*2 deliveries/s);
});

test("lets a person choose the topics that are sent at night", async () => {
  await beginQuietHours();
  const preferences = { night: { deliveries: true, numbers: false } };
  await db.update(userTable).set({ preferences }).where(eq(userTable.id, "support-id"));
  await raise("deliveries_failing", "1 delivery");
  await raise("number_suspended", "+4930");
  await sendDue();
  const toSupport = arrived.mails.filter(({ to }) => to.startsWith("ines")).map(({ text }) => text);
  expect(toSupport).toEqual([expect.stringContaining("1 delivery")]);
  expect(arrived.mails.filter(({ to }) => to.startsWith("mara"))).toEqual([
    expect.objectContaining({ text: expect.stringContaining("+4930") }),
  ]);
});

const chooseNight = (night: Record<string, boolean>) =>
  db.update(userTable).set({ preferences: { night } }).where(eq(userTable.id, "support-id"));
const toSupport = () => arrived.mails.filter(({ to }) => to.startsWith("ines")).map(({ text }) => text);

test("sends what waits when a person chooses its topic at night", async () => {
  await beginQuietHours();
  await chooseNight({ deliveries: false, numbers: false });
  await raise("deliveries_failing", "1 delivery");
  await raiseAndSend("number_suspended", "+4930");
  expect(toSupport()).toEqual([]);
  await chooseNight({ deliveries: false, numbers: true });
  await sendDue();
  expect(toSupport()).toEqual([expect.stringContaining("+4930")]);
  expect(toSupport().join()).not.toContain("1 delivery");
  await ask(setAlertPace, { ...defaultPace, is_quiet: false });
  await sendAfter(600);
  expect(toSupport()[1]).toContain("1 delivery");
});

test("holds what waits when a person no longer wants its topic at night", async () => {
  await beginQuietHours();
  await chooseNight({ deliveries: true });
  await raiseAndSend("deliveries_failing", "1 delivery");
  await raise("deliveries_failing", "2 deliveries");
  await chooseNight({ deliveries: false });
  await sendDue();
  await sendAfter(600);
  expect(toSupport()).toEqual([expect.stringContaining("1 delivery")]);
  await ask(setAlertPace, { ...defaultPace, is_quiet: false });
  await sendAfter(600);
  expect(toSupport()[1]).toContain("2 deliveries");
});

test("holds what waits when an admin no longer sends its topic at night", async () => {
  await beginQuietHours();
  await ask(setAlertNight, { topic: "numbers", is_on: true });
  await raiseAndSend("number_suspended", "+4930");
  await raise("number_suspended", "+4931");
  await ask(setAlertNight, { topic: "numbers", is_on: false });
  await sendDue();
  await sendAfter(600);
  expect(arrived.mails.map(({ text }) => text).join()).not.toContain("+4931");
});

test("limits a recipient to the topics that an admin chose", async () => {
  await db.delete(userTable);
  const { data } = await add("post", `${receiverUrl}/switchboard`);
  await ask(setRecipientTopics, { recipient_id: data.id, topics: ["campaigns", "numbers"] });
  await raise("deliveries_failing", "1 delivery");
  await raiseAndSend("number_suspended", "+4930");
  expect(arrived.posts.map(({ body }) => body)).toEqual([expect.stringContaining("+4930")]);
  await raise("number_suspended", "+4931");
  await ask(setRecipientTopics, { recipient_id: data.id, topics: ["campaigns"] });
  await sendAfter(600);
  expect(arrived.posts).toHaveLength(1);
});

test("says who paused a campaign instead of calling it recovered", async () => {
  await ask(setAlertRule, { rule: "campaign_still", audience: "support" });
  await raiseAndSend("campaign_still", "Meter readings", { ref: "c1", message: "has stalled." });
  await keepCampaign("paused");
  const paused = {
    entry: "e1",
    at: new Date(),
    action: "campaigns.pause",
    target: "c1",
    actorName: "Cam Ortiz",
    mac: "",
  };
  await db.insert(auditTable).values([
    { ...paused, id: 1, kind: "begun" },
    { ...paused, id: 2, kind: "finished", outcome: "ok" },
  ]);
  await recover("Meter readings");
  await sendAfter(600);
  expect(arrived.mails[1]?.text).toContain("A campaign stalls: Meter readings was paused by Cam Ortiz.\r\n");
  expect(arrived.mails[1]?.text).not.toContain("Recovered");
});

async function recoverBlocked() {
  await raiseAndSend("blocked_waiting", "Meter readings", { ref: "c1", message: "was not resumed as scheduled." });
  await recover("Meter readings");
  await sendAfter(600);
  return arrived.mails.findLast(({ to }) => to.startsWith("jonas"))?.text ?? "";
}

test("says that somebody confirmed to call blocked people instead of calling it recovered", async () => {
  await keepCampaign("paused");
  await confirmBlocked(db, "one organization", { campaignId: "c1", at: soon(), people: 1, by: "Mara Okafor" });
  const text = await recoverBlocked();
  expect(text).toContain("Mara Okafor confirmed calling the people in Meter readings who are on the do-not-call list.");
  expect(text).not.toContain("Recovered");
});

test("says that nobody is blocked any more when a scheduled resume still was not sent", async () => {
  await db.delete(blockedConfirmationTable);
  await keepCampaign("paused");
  const text = await recoverBlocked();
  expect(text).toContain("Nobody in Meter readings is on the do-not-call list any more. It has not been resumed.");
  expect(text).not.toContain("Recovered");
});

test.each([
  ["cancelled", "Meter readings has ended."],
  ["running", "Recovered: Meter readings was not resumed as scheduled."],
])("says how a refused resume ended when the campaign is %s", async (status, sentence) => {
  await keepCampaign(status);
  expect(await recoverBlocked()).toContain(sentence);
});
