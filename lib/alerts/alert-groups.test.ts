import { expect, test } from "vitest";
import {
  acknowledgeAlerts,
  listAlertGroups,
  listAlerts,
  resolveAlerts,
  snoozeAlerts,
  wakeAlerts,
} from "@/lib/contract/console/alerts";
import { driftTable } from "@/lib/db/console/tables/registry";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { ask, db, groups, keep, listed, now, stateOf } = await freshAlertEngine();

const rule = "number_suspended";

async function suspend(count: number, minute = 0, status = "suspended") {
  for (let index = 0; index < count; index += 1)
    await keep("phone-numbers", `n${index}`, { phone_number: `+44207946000${index}`, status }, minute);
  await now.engine.evaluate(at(minute + 1));
}

test("groups the alerts of a rule in one line, with the first names and the earliest time", async () => {
  await suspend(4);
  await keep("credentials", "crd", { name: "CRM bridge", last_sync_error: "provider answered 401" });
  await now.engine.evaluate(at(5));
  const [alerts, [single]] = [await groups(), (await groups()).filter(({ count }) => count === 1)];
  expect(alerts.map(({ subject, message }) => `${subject} ${message}`)).toContain("4 phone numbers are suspended.");
  expect(alerts.find((group) => group.rule === rule)).toMatchObject({ count: 4, open: 4, only: null, is_phone: false });
  expect(alerts.find((group) => group.rule === rule)?.why).toMatch(/^\+\d+, \+\d+ and 2 more/);
  expect(single).toMatchObject({
    subject: "CRM bridge",
    message: "is failing to sync.",
    only: { link: "Open credential" },
  });
});

test("acknowledges the alerts that a rule has when the request arrives", async () => {
  await suspend(2);
  const seen = await groups();
  await suspend(5, 10);
  expect(seen[0]?.count).toBe(2);
  expect(await ask(acknowledgeAlerts, { rule })).toEqual({ message: "5 phone numbers are suspended." });
  expect(await groups("support")).toMatchObject([{ count: 5, open: 0, owners: ["admin"], is_mine: false }]);
  await expect(ask(acknowledgeAlerts, { rule }, "support")).rejects.toMatchObject({ code: "not_found" });
  expect(await ask(resolveAlerts, { rule }, "support")).toEqual({ message: "5 phone numbers are suspended." });
  expect(await groups()).toEqual([]);
});

test("acknowledging a group keeps the owner of an alert that somebody has", async () => {
  await suspend(3);
  const alert_id = (await listed())[0]?.id;
  await ask(acknowledgeAlerts, { rule, alert_id }, "support");
  expect(await ask(acknowledgeAlerts, { rule })).toEqual({ message: "2 phone numbers are suspended." });
  expect((await listed()).map(({ owner }) => owner).sort()).toEqual(["admin", "admin", "support"]);
});

test("snoozes a group apart from alerts that are raised later", async () => {
  await suspend(2);
  await ask(snoozeAlerts, { rule, hours: 4 });
  expect(await groups()).toMatchObject([{ count: 2, snoozed: { for_everyone: false } }]);
  await suspend(3, 10);
  const counts = (await groups()).map(({ count, snoozed }) => [count, snoozed !== null]);
  expect(counts.sort()).toEqual([
    [1, false],
    [2, true],
  ]);
  await ask(resolveAlerts, { rule });
  expect(await stateOf(rule)).toEqual(expect.arrayContaining(["open", "open", "resolved"]));
  expect(await ask(wakeAlerts, { rule })).toEqual({ message: "2 phone numbers are suspended." });
  expect(await groups()).toMatchObject([{ count: 2, snoozed: null }]);
});

test("does not change alerts of a rule that the role may not see", async () => {
  await keep("credentials", "crd", { name: "CRM bridge", last_sync_error: "provider answered 401" });
  await now.engine.evaluate(at(1));
  const own = { rule: "credential_sync" };
  for (const op of [acknowledgeAlerts, resolveAlerts, snoozeAlerts, wakeAlerts])
    await expect(ask(op, own, "campaign_manager")).rejects.toMatchObject({ code: "not_found" });
  expect(await ask(listAlerts, own, "campaign_manager")).toEqual({ data: [] });
});

test("counts notes about the connected platform only", async () => {
  const note = { operation: "webhooks.list", path: "x", kind: "unknown-field", word: "", came: "1", times: 1 } as const;
  const times = { firstSeenAt: at(0), lastSeenAt: at(0) };
  for (const account of [accountId, "another organization"])
    await db.insert(driftTable).values({ ...note, ...times, accountId: account });
  const { notes } = await ask<{ notes: unknown }>(listAlertGroups, {});
  expect(notes).toEqual({ words: 0, fields: 1 });
});
