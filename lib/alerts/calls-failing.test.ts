import { expect, test } from "vitest";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { db, keep, listed, now, sentences, stateOf } = await freshAlertEngine();

const turnOn = () => db.insert(alertRuleTable).values({ accountId, rule: "calls_failing", isOn: true });
const counted = (status: string, completed_contacts: number, failed_contacts: number) => ({
  ...{ name: "Winter", status, total_contacts: 500 },
  ...{ completed_contacts, failed_contacts },
});

test("raises no alert about failed calls until an admin turns the rule on", async () => {
  await keep("campaigns", "c1", counted("running", 100, 0), 0);
  await keep("campaigns", "c1", counted("running", 112, 8), 10);
  await now.engine.evaluate(at(11));
  expect(await sentences()).toEqual([]);
  await turnOn();
  await now.engine.evaluate(at(12));
  expect(await listed()).toMatchObject([
    {
      rule: "calls_failing",
      subject: "Winter",
      message: "has too many failed calls.",
      why: "8 of 20 failed in 15 min.",
    },
  ]);
});

test("raises no alert for fewer than twenty contacts, or below the limit", async () => {
  await turnOn();
  await keep("campaigns", "few", counted("running", 0, 0), 0);
  await keep("campaigns", "few", counted("running", 2, 17), 10);
  await keep("campaigns", "good", counted("running", 0, 0), 0);
  await keep("campaigns", "good", counted("running", 81, 19), 10);
  await now.engine.evaluate(at(11));
  expect(await sentences()).toEqual([]);
});

test("keeps the alert of a paused campaign until its failures are past, then says that it recovered", async () => {
  await turnOn();
  await keep("campaigns", "c1", counted("running", 100, 0), 0);
  await keep("campaigns", "c1", counted("running", 112, 8), 10);
  await now.engine.evaluate(at(11));
  await keep("campaigns", "c1", counted("paused", 112, 8), 12);
  await now.engine.evaluate(at(13));
  expect(await stateOf("calls_failing")).toEqual(["open"]);
  await now.engine.evaluate(at(27));
  await now.engine.evaluate(at(33));
  expect(await stateOf("calls_failing")).toEqual(["over"]);
});

const pause = {
  ...{ accountId, campaignId: "c1", action: "pause" as const, local: "2026-11-20T14:00", zone: "UTC" },
  ...{ cause: "calls_failing" as const, by: "Alert rule: Calls of a campaign fail" },
};

test("reports a pause that the platform refused, but none that is tried again or whose cause is gone", async () => {
  await keep("campaigns", "c1", counted("running", 100, 0), 0);
  const row = { ...pause, at: at(5), plannedAt: at(5), endedAt: at(5), state: "refused" as const, message: "Not now" };
  await db.insert(plannedActionTable).values([
    { ...row, id: "refused", status: 409 },
    { ...row, id: "again", status: 429, campaignId: "c2" },
    { ...row, id: "gone", status: 409, campaignId: "c3", clearedAt: at(6) },
  ]);
  await now.engine.evaluate(at(7));
  expect((await listed()).filter(({ rule }) => rule === "action_failed")).toMatchObject([
    { message: "was not paused by the alert rule “Calls of a campaign fail”.", why: "Not now" },
  ]);
});
