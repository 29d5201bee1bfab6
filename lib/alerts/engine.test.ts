import { expect, test } from "vitest";
import { acknowledgeAlert, snoozeAlert, wakeAlert } from "@/lib/contract/console/alerts";
import { deliveryTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";
import { personWith } from "@/lib/testing/console";
import { attentionCounts } from "./alerts";

const { ask, db, deliver, engineOf, keep, listed, now, reads, sample, sentences, stateOf } = await freshAlertEngine();

test("raises a delivery alert at the limit, holds it below and clears it after the last failure", async () => {
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in?key=secret" });
  await deliver(4, { minute: 1 });
  await now.engine.evaluate(at(2));
  expect(await stateOf("deliveries_failing")).toEqual([]);
  await deliver(1, { minute: 3, attempts: 5 });
  await now.engine.evaluate(at(4));
  await now.engine.evaluate(at(5));
  expect(now.notified).toEqual(["deliveries_failing: 5 deliveries to warehouse.example.com did not arrive."]);
  expect((await listed())[0]).toMatchObject({
    why: "Event: call.ended, tried up to 5 times",
    since: at(1).toISOString(),
    href: "/webhooks?webhook=w1&view=not_delivered",
  });
  await now.engine.evaluate(at(17));
  expect(await sentences()).toEqual(["5 deliveries to warehouse.example.com did not arrive."]);
  await now.engine.evaluate(at(20));
  expect(await stateOf("deliveries_failing")).toEqual(["open"]);
  await now.engine.evaluate(at(22));
  expect(await stateOf("deliveries_failing")).toEqual(["open"]);
  await now.engine.evaluate(at(24));
  expect(await stateOf("deliveries_failing")).toEqual(["over"]);
  await deliver(9, { minute: 30 });
  await now.engine.evaluate(at(31));
  expect(await stateOf("deliveries_failing")).toEqual(["over", "open"]);
  expect(now.notified).toHaveLength(2);
});

test("raises nothing for failures of the first read and for first attempts", async () => {
  await deliver(50, { minute: 0, first: true });
  await deliver(50, { minute: 1, status: "pending", attempts: 1 });
  await now.engine.evaluate(at(2));
  expect(await listed()).toEqual([]);
});

test("raises nothing when an older failure of unknown time changes only in other fields", async () => {
  await deliver(50, { minute: 0, first: true });
  await db.update(deliveryTable).set({ changedAt: at(1) });
  await now.engine.evaluate(at(2));
  expect(await listed()).toEqual([]);
});

test("alerts on failures that left the log, unless their webhook was removed", async () => {
  await keep("webhooks", "w2", { url: "https://crm.example.com/in" }, -1);
  await deliver(20, { minute: 1 });
  await deliver(20, { minute: 1, webhook: "w2", attempts: 6 });
  await db.update(deliveryTable).set({ goneAt: at(2) });
  await db.update(recordVersionTable).set({ goneAt: at(2) });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["deliveries_failing: 20 deliveries to w1 did not arrive."]);
});

test("alerts on a share of failures and on many attempts when not all deliveries fail", async () => {
  await deliver(4, { minute: 1, attempts: 7 });
  await deliver(26, { minute: 1, status: "delivered" });
  await deliver(1, { minute: 1, attempts: 6, webhook: "w2" });
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual([
    "deliveries_share: 13% of the deliveries to w1 did not arrive.",
    "delivery_attempts: 1 delivery to w2 was tried again and again.",
  ]);
  const share = (await listed()).find(({ rule }) => rule === "deliveries_share");
  const [, minutes] = /in (\d+) minutes/.exec(share?.why ?? "") ?? [];
  const span = `${at(2 - Number(minutes)).toISOString()}..${at(2).toISOString()}`;
  expect(new URLSearchParams(share?.href.split("?")[1]).get("between")).toBe(span);
});

test("raises nothing for usual words of success in any case", async () => {
  for (const status of ["success", "Delivered", "completed"])
    await deliver(30, { minute: 0, status, attempts: 1, webhook: status });
  await now.engine.evaluate(at(6));
  expect(await sentences()).toEqual([]);
});

test("alerts when an event of each day stops while the log is read", async () => {
  const day = 24 * 60;
  for (const days of [1, 2, 3]) await deliver(1, { minute: -days * day - 30, status: "delivered" });
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual([]);
  now.engine = engineOf();
  await reads("webhooks.logs", -1);
  await now.engine.evaluate(at(0));
  expect(now.notified).toEqual(["events_silent: call.ended no longer arrives at w1."]);
  await deliver(1, { minute: 4, status: "delivered" });
  await now.engine.evaluate(at(5));
  await reads("webhooks.logs", 9);
  await now.engine.evaluate(at(10));
  expect(await stateOf("events_silent")).toEqual(["over"]);
});

test("holds an alert of a silent event until the event comes again", async () => {
  const hour = 60;
  for (let hours = 96; hours >= 0; hours -= 1) await deliver(1, { minute: -hours * hour, status: "delivered" });
  const evaluate = async (minute: number) => {
    now.engine = engineOf();
    await reads("webhooks.logs", minute);
    await now.engine.evaluate(at(minute));
  };
  for (const hours of [7, 25, 31, 80]) {
    await evaluate(hours * hour);
    await evaluate(hours * hour + 2);
    expect(await stateOf("events_silent")).toEqual(["open"]);
  }
  expect((await listed())[0]).toMatchObject({
    why: "None in 3 d 8 h. It arrived every day until then",
    since: at(0).toISOString(),
  });
  await deliver(1, { minute: 81 * hour, status: "delivered" });
  await evaluate(81 * hour + 1);
  await evaluate(81 * hour + 3);
  expect(await stateOf("events_silent")).toEqual(["over"]);
});

test("clears an alert of a silent event when its webhook is gone or not subscribed", async () => {
  const day = 24 * 60;
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in", events: ["call.ended"] });
  await keep("webhooks", "", { rows: 1 });
  for (const webhook of ["w1", "gone"])
    for (const days of [1, 2, 3]) await deliver(1, { webhook, minute: -days * day - 30, status: "delivered" });
  await reads("webhooks.logs", 0);
  await now.engine.evaluate(at(0));
  await keep("webhooks", "w1", { url: "https://warehouse.example.com/in", events: ["call.started"] }, 1);
  for (const minute of [2 * day, 2 * day + 6]) {
    await reads("webhooks.logs", minute);
    await now.engine.evaluate(at(minute));
  }
  expect(await stateOf("events_silent")).toEqual(["over", "over"]);
});

test("alerts when calls start without an end event, until an end event comes", async () => {
  const day = 24 * 60;
  const evaluate = async (minute: number) => {
    now.engine = engineOf();
    await now.engine.evaluate(at(minute));
    await now.engine.evaluate(at(minute + 5));
    await now.engine.evaluate(at(minute + 10));
    return stateOf("calls_unended");
  };
  await deliver(30, { minute: -60, event: "call.started", status: "delivered" });
  await deliver(15, { minute: -40, event: "call.ended", status: "delivered" });
  expect(await evaluate(0)).toEqual(["open"]);
  expect(now.notified).toEqual(["calls_unended: 15 calls reported a start but no end to w1."]);
  expect((await listed())[0]?.why).toBe("30 started over half an hour ago, 15 ended, in 25 hours");
  expect(await evaluate(2 * day)).toEqual(["open"]);
  await deliver(1, { minute: 3 * day, event: "call.started", status: "delivered" });
  expect(await evaluate(3 * day + 60)).toEqual(["open"]);
  await deliver(1, { minute: 3 * day + 80, event: "call.ended", status: "delivered" });
  expect(await evaluate(3 * day + 90)).toEqual(["over"]);
});

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
  expect(await sentences("campaign_manager")).toHaveLength(2);
  expect(await sentences("support")).toHaveLength(5);
  expect((await attentionCounts(db, accountId)).of(personWith("campaign_manager"))).toBe(2);
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
  await ask(acknowledgeAlert, { alert_id: (await listed())[0]?.id });
  await now.engine.evaluate(at(2 * day + 2));
  expect(now.notified).toHaveLength(2);
});

test("stops daily notifications while an alert is snoozed for everyone", async () => {
  const pricing = { min_credit_balance: "50.00", currency: "EUR" };
  const day = 24 * 60;
  await keep("plan-limits", "", { localized_balance: "18.40", localized_currency: "EUR", pricing });
  await now.engine.evaluate(at(0));
  const alert_id = (await listed())[0]?.id;
  await ask(snoozeAlert, { alert_id, hours: 4 }, "support");
  await now.engine.evaluate(at(day + 1));
  expect(now.notified).toHaveLength(2);
  await ask(snoozeAlert, { alert_id, for_everyone: true, reason: "It is paid on Monday." });
  await now.engine.evaluate(at(2 * day + 2));
  expect(now.notified).toHaveLength(2);
  await ask(wakeAlert, { alert_id });
  await now.engine.evaluate(at(2 * day + 3));
  expect(now.notified).toHaveLength(3);
});

test("alerts when a campaign stalls in its calling hours, and once when it ends", async () => {
  for (const minute of [0, 2, 4, 6, 8, 10, 12]) await sample(20, minute);
  await now.engine.evaluate(at(9));
  await now.engine.evaluate(at(12));
  expect(now.notified).toEqual(["campaign_still: Meters has stalled."]);
  expect((await listed())[0]?.why).toBe("No movement for 12 min, 80 people waiting.");
  await sample(21, 13);
  await now.engine.evaluate(at(13));
  expect(await stateOf("campaign_still")).toEqual(["over"]);
  await sample(100, 14, { status: "completed" });
  await now.engine.evaluate(at(15));
  await now.engine.evaluate(at(16));
  expect(now.notified.slice(1)).toEqual(["campaign_ended: Meters ended: completed."]);
  expect(await listed()).toEqual([]);
});

test("raises nothing when a campaign stands still outside its calling hours", async () => {
  const record = { timezone: "UTC", calling_window: { days: [1, 2, 3, 4, 5], start: "09:00", end: "14:05" } };
  for (const minute of [0, 10, 20]) await sample(20, minute, record);
  await now.engine.evaluate(at(20));
  expect(now.notified).toEqual([]);
});

test("alerts when the platform does not answer, and recovers after a minute of answers", async () => {
  await reads("webhooks.logs", 5, "upstream-timeout", 0);
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual([]);
  await now.engine.evaluate(at(5));
  await reads("webhooks.logs", 6);
  await now.engine.evaluate(at(6));
  expect(await stateOf("platform_silent")).toEqual(["open"]);
  await now.engine.evaluate(at(7));
  expect(await stateOf("platform_silent")).toEqual(["over"]);
  expect(now.notified).toEqual(["platform_silent: The platform does not answer."]);
  expect(now.recovered).toEqual(["platform_silent: The platform"]);
});

test("alerts on a refused key when recently successful tasks are refused", async () => {
  for (const task of ["webhooks.logs", "credentials.list", "numbers.list"]) await reads(task, 0);
  await reads("webhooks.logs", 1, "upstream-auth", 0);
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual([]);
  await reads("credentials.list", 2, "upstream-auth", 0);
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["platform_silent: The platform refuses the key."]);
  await reads("webhooks.logs", 3);
  await now.engine.evaluate(at(3));
  await now.engine.evaluate(at(4));
  expect(await stateOf("platform_silent")).toEqual(["over"]);
});

test("raises nothing when the key lacks the right to a single endpoint", async () => {
  await reads("calls.get c1", 0);
  for (const minute of [1, 10, 20, 30, 40]) {
    await reads("webhooks.logs", minute);
    await reads("credentials.list", minute + 5, "upstream-auth", -600);
    await reads("calls.get c1", minute + 6, "upstream-auth", 0);
    await now.engine.evaluate(at(minute + 6));
  }
  expect(now.notified).toEqual([]);
});

test("alerts on the webhook log when the key can only read other endpoints", async () => {
  for (const task of ["webhooks.logs", "credentials.list"]) await reads(task, 0);
  await reads("credentials.list", 40);
  await reads("webhooks.logs", 41, "upstream-auth", 0);
  await now.engine.evaluate(at(41));
  expect(now.notified).toEqual(["collector_behind: The webhook log has not been refreshed lately."]);
  expect((await listed())[0]?.why).toBe("The platform does not allow this key to read it.");
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

test("alerts on a platform that stopped answering when the clock was set back two hours", async () => {
  await reads("credentials.list", 120);
  await reads("webhooks.logs", 10, "upstream-timeout", 120);
  await now.engine.evaluate(at(10));
  expect(now.notified).toEqual(["platform_silent: The platform does not answer."]);
});

test("raises no alert when its process does not lead", async () => {
  await keep("credentials", "c1", { name: "CRM bridge", last_sync_error: "401" });
  now.isLeading = false;
  await now.engine.evaluate(at(1));
  expect(await listed()).toEqual([]);
});
