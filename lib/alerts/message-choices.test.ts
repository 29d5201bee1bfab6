import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerOf, keepVersion } from "@/lib/collector/records/keep-versions";
import {
  setAlertNight,
  setAlertPace,
  setAlertRule,
  setRecipientTopics,
  usualPace,
} from "@/lib/contract/console/alert-settings";
import { auditTable } from "@/lib/db/console/tables/audit";
import { userTable } from "@/lib/db/console/tables/people";
import { freshAlerts } from "@/lib/testing/alerts";

const { add, arrived, ask, beginQuietHours, db, raise, raiseAndSend, receiverUrl, recover, sendAfter, sendDue } =
  await freshAlerts();

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
  await ask(setAlertPace, { ...usualPace, is_quiet: false });
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
  const read = { accountId: "one organization", resource: "campaigns", ref: "c1" };
  await keepVersion(db, { ...read, answer: answerOf({ name: "Meter readings", status: "paused" }), at: new Date() });
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
