import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { acknowledgeAlerts, resolveAlerts, snoozeAlerts, wakeAlerts } from "@/lib/contract/console/alerts";
import type { Role } from "@/lib/contract/operation";
import { deliveryTable } from "@/lib/db/console/tables/collector";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";
import { personWith } from "@/lib/testing/console";
import { attentionCounts } from "./alerts";
import { saveRule } from "./settings";

const { ask, db, deliver, keep, listed, now, sentences, stateOf } = await freshAlertEngine();

test("alerts when a record changes without a send and the rule is on", async () => {
  const change = async () => {
    await keep("assistants", "as1", { name: "Reception", voice: "a" }, 0);
    await keep("assistants", "as1", { name: "Reception", voice: "b" }, 60);
    await now.engine.evaluate(at(61));
  };
  await change();
  expect(now.notified).toEqual([]);
  await saveRule(db, accountId, "record_changed", { isOn: true });
  await now.engine.evaluate(at(65));
  expect(now.notified).toEqual(["record_changed: Reception changed outside Switchboard."]);
});

test("alerts when the address of a webhook changes", async () => {
  await saveRule(db, accountId, "record_changed", { isOn: true });
  await keep("webhooks", "w1", { url: "https://old.example/in" }, 0);
  await keep("webhooks", "w1", { url: "https://crm.example/in" }, 60);
  await now.engine.evaluate(at(61));
  expect(now.notified).toEqual(["record_changed: crm.example changed outside Switchboard."]);
  expect((await listed())[0]?.href).toBe("/webhooks/w1");
});

test("clears alerts without a recovery when their rule is turned off for the account", async () => {
  now.isLow = true;
  await now.engine.evaluate(at(0));
  expect(await sentences()).toEqual(["Switchboard's disk is nearly full."]);
  expect(await listed("support")).toEqual([]);
  await saveRule(db, "another organization", "disk_low", { isOn: false });
  await now.engine.evaluate(at(1));
  expect(await stateOf("disk_low")).toEqual(["open"]);
  await saveRule(db, accountId, "disk_low", { isOn: false });
  await now.engine.evaluate(at(2));
  expect(await stateOf("disk_low")).toEqual(["over"]);
  expect(now.recovered).toEqual([]);
});

test("reopens a resolved alert only when its fingerprint changes", async () => {
  const record = { name: "CRM bridge", last_sync_error: "provider answered 401" };
  await keep("credentials", "crd", record);
  await now.engine.evaluate(at(1));
  await ask(resolveAlerts, { rule: "credential_sync" });
  await now.engine.evaluate(at(2));
  expect(await listed()).toEqual([]);
  await keep("credentials", "crd", { ...record, last_sync_error: "provider answered 500" }, 3);
  await now.engine.evaluate(at(3));
  expect((await listed()).map(({ state }) => state)).toEqual(["open"]);
  expect(now.notified).toHaveLength(2);
});

test("reopens a resolved and snoozed alert when its count grows, not when it falls", async () => {
  await deliver(40, { minute: 1 });
  await now.engine.evaluate(at(2));
  const alert = { rule: "deliveries_failing", alert_id: (await listed())[0]?.id };
  await ask(snoozeAlerts, alert);
  await ask(resolveAlerts, alert);
  const arrive = { status: "delivered", outcome: "arrived" as const, changedAt: at(3), outcomeAt: at(3) };
  await db
    .update(deliveryTable)
    .set(arrive)
    .where(inArray(deliveryTable.key, keysOf(25)));
  await now.engine.evaluate(at(4));
  expect(await listed()).toEqual([]);
  await deliver(10, { minute: 5 });
  await now.engine.evaluate(at(6));
  expect(await listed()).toEqual([]);
  expect(now.notified).toEqual(["deliveries_failing: 40 deliveries to w1 did not arrive."]);
  await deliver(40, { minute: 7 });
  await now.engine.evaluate(at(8));
  expect(await listed()).toMatchObject([{ snoozed: null }]);
  expect(now.notified[1]).toBe("deliveries_failing: 65 deliveries to w1 did not arrive.");
});

/** Keys of deliveries of the first minute. */
const keysOf = (count: number) => Array.from({ length: count }, (_, nth) => `1 failed call.ended undefined ${nth}`);

test("snoozes for one person, or for everyone when an admin gives a reason", async () => {
  const record = { name: "CRM bridge", last_sync_error: "provider answered 401" };
  await keep("credentials", "crd", record);
  await now.engine.evaluate(at(1));
  const count = async (role: Role) => (await attentionCounts(db, accountId)).of(personWith(role));
  const rule = "credential_sync";
  await ask(snoozeAlerts, { rule, hours: 4 }, "support");
  expect([await count("support"), await count("admin")]).toEqual([0, 1]);
  expect((await listed("support"))[0]?.snoozed).toMatchObject({ by: "support", for_everyone: false });
  await ask(wakeAlerts, { rule }, "support");
  expect(await count("support")).toBe(1);

  const everyone = { rule, for_everyone: true };
  await expect(ask(snoozeAlerts, { ...everyone, reason: "x" }, "support")).rejects.toMatchObject({ code: "forbidden" });
  for (const nothing of [{}, { reason: "\u2800\u200b" }])
    await expect(ask(snoozeAlerts, { ...everyone, ...nothing })).rejects.toMatchObject({ code: "bad_input" });
  await ask(snoozeAlerts, { ...everyone, reason: "The provider knows." });
  expect([await count("support"), await count("admin")]).toEqual([0, 0]);
  await keep("credentials", "crd", { ...record, last_sync_error: "provider answered 500" }, 3);
  await now.engine.evaluate(at(3));
  expect([await count("support"), await count("admin")]).toEqual([1, 1]);
  await expect(ask(acknowledgeAlerts, { rule }, "campaign_manager")).rejects.toMatchObject({ code: "not_found" });
});
