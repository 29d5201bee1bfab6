import { expect, test } from "vitest";
import { acknowledgeAlerts, snoozeAlerts, wakeAlerts } from "@/lib/contract/console/alerts";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";
import { personWith } from "@/lib/testing/console";
import { attentionCounts } from "./alerts";

const { ask, db, keep, listed, now, sentences, stateOf } = await freshAlertEngine();

test("alerts on stored credentials, numbers, balance and calls", async () => {
  await keep("credentials", "crd", {
    name: "CRM bridge",
    last_sync_status: "x",
    last_sync_error: "provider answered 401",
  });
  await keep("credentials", "odd", { name: "Odd bridge", last_sync_error: { code: 401 } });
  await keep("credentials", "well", { name: "Well bridge", last_sync_error: "" });
  await keep("assistants", "as1", { name: "Reception", max_duration_seconds: 600 });
  await keep("phone-numbers", "n1", { phone_number: "+442079460903", status: "suspended", assistant_id: "as1" });
  const pricing = { min_credit_balance: "50.00", currency: "EUR" };
  await keep("plan-limits", "", { localized_balance: "18.40", localized_currency: "EUR", pricing });
  await keep("calls", "call1", { status: "in-progress", started_at: at(0).toISOString(), assistant_id: "as1" }, 20);
  await now.engine.evaluate(at(21));
  expect((await sentences()).toSorted()).toEqual([
    "+442079460903 is suspended.",
    "18.40 EUR of credit is below the minimum.",
    "A call has run past its limit.",
    "CRM bridge is failing to sync.",
    "Odd bridge is failing to sync.",
  ]);
  expect((await listed()).find(({ rule }) => rule === "number_suspended")).toMatchObject({
    is_phone: true,
    why: "People who call Reception do not get through.",
  });
  expect(await sentences("campaign_manager")).toHaveLength(3);
  expect(await sentences("support")).toHaveLength(5);
  expect((await attentionCounts(db, accountId)).of(personWith("campaign_manager"))).toBe(3);
  await keep("phone-numbers", "n1", { phone_number: "+442079460903", status: "active" }, 22);
  await now.engine.evaluate(at(23));
  await now.engine.evaluate(at(25));
  expect(await stateOf("number_suspended")).toEqual(["over"]);
  await keep("phone-numbers", "n1", { phone_number: "+442079460903", status: "suspended", assistant_id: "as9" }, 26);
  await now.engine.evaluate(at(27));
  expect((await listed()).find(({ rule }) => rule === "number_suspended")).toMatchObject({
    why: "People who call it do not get through.",
  });
});

test("notifies daily of a falling balance until somebody acknowledges it", async () => {
  const pricing = { min_credit_balance: "50.00", currency: "EUR" };
  const plan = (localized_balance: string) => ({ localized_balance, localized_currency: "EUR", pricing });
  const day = 24 * 60;
  await keep("plan-limits", "", plan("300.00"), -2 * day);
  await keep("plan-limits", "", plan("200.00"), -day);
  await keep("plan-limits", "", plan("250.00"), -100);
  await keep("plan-limits", "", plan("150.00"), 0);
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["balance_low: 150.00 EUR of credit is left."]);
  expect((await listed())[0]?.why).toBe("At 100.00 EUR a day it reaches the minimum of 50.00 EUR in 1 day.");
  await now.engine.evaluate(at(day / 2));
  expect(now.notified).toHaveLength(1);
  await now.engine.evaluate(at(day + 1));
  expect(now.notified).toHaveLength(2);
  await ask(acknowledgeAlerts, { rule: "balance_low" });
  await now.engine.evaluate(at(2 * day + 2));
  expect(now.notified).toHaveLength(2);
});

test("stops daily notifications while an alert is snoozed for everyone", async () => {
  const pricing = { min_credit_balance: "50.00", currency: "EUR" };
  const day = 24 * 60;
  await keep("plan-limits", "", { localized_balance: "18.40", localized_currency: "EUR", pricing });
  await now.engine.evaluate(at(0));
  const rule = "balance_low";
  await ask(snoozeAlerts, { rule, hours: 4 }, "support");
  await now.engine.evaluate(at(day + 1));
  expect(now.notified).toHaveLength(2);
  await ask(snoozeAlerts, { rule, for_everyone: true, reason: "It is paid on Monday." });
  await now.engine.evaluate(at(2 * day + 2));
  expect(now.notified).toHaveLength(2);
  await ask(wakeAlerts, { rule });
  await now.engine.evaluate(at(2 * day + 3));
  expect(now.notified).toHaveLength(3);
});

test("evaluates rules when the clock was set back two hours", async () => {
  const low = { localized_balance: "1.00", localized_currency: "EUR" };
  await now.engine.evaluate(at(120));
  await keep("plan-limits", "", { ...low, pricing: { min_credit_balance: "10.00", currency: "EUR" } });
  await now.engine.evaluate(at(0));
  expect(await sentences()).toEqual(["1.00 EUR of credit is below the minimum."]);
});

test("clears an alert whose cause was gone before the clock was set back", async () => {
  await keep("credentials", "c1", { name: "CRM bridge", last_sync_error: "401" });
  await now.engine.evaluate(at(120));
  await keep("credentials", "c1", { name: "CRM bridge", last_sync_error: null }, 121);
  await now.engine.evaluate(at(121));
  await now.engine.evaluate(at(1));
  expect(await stateOf("credential_sync")).toEqual(["over"]);
});

test("raises no alert when its process does not lead", async () => {
  await keep("credentials", "c1", { name: "CRM bridge", last_sync_error: "401" });
  now.isLeading = false;
  await now.engine.evaluate(at(1));
  expect(await listed()).toEqual([]);
});

test("begins an alert when it was first seen, and gives the record's own time apart", async () => {
  const number = { phone_number: "+442079460903", status: "suspended", updated_at: "2026-11-19T16:48:00Z" };
  await keep("phone-numbers", "n1", number, 5);
  await keep("credentials", "crd", { name: "CRM key", last_sync_error: "401", updated_at: at(60).toISOString() }, 5);
  await now.engine.evaluate(at(6));
  const [credential, phone] = (await listed()).toSorted((a, b) => a.rule.localeCompare(b.rule));
  expect(phone).toMatchObject({ since: at(5).toISOString(), changed_at: "2026-11-19T16:48:00.000Z" });
  expect(credential).toMatchObject({ since: at(5).toISOString(), changed_at: null });
});

test("begins an alert on a long call when the call was found, not before", async () => {
  await keep("assistants", "as1", { name: "Reception", max_duration_seconds: 600 });
  await keep("calls", "c1", { status: "in-progress", started_at: at(-300).toISOString(), assistant_id: "as1" }, 5);
  await now.engine.evaluate(at(6));
  expect((await listed())[0]?.since).toBe(at(5).toISOString());
});

test("reports a return when an alert is found again while it is clearing", async () => {
  const record = { name: "CRM key", last_sync_error: "401" };
  await keep("credentials", "crd", record);
  await now.engine.evaluate(at(1));
  await keep("credentials", "crd", { ...record, last_sync_error: null }, 2);
  await now.engine.evaluate(at(2));
  await keep("credentials", "crd", record, 2.5);
  await now.engine.evaluate(at(2.5));
  expect(now.returned).toEqual(["credential_sync: CRM key"]);
  expect([now.notified.length, now.recovered.length]).toEqual([1, 0]);
});
