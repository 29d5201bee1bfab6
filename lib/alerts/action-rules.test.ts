import { expect, test } from "vitest";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { accountId, at, freshAlertEngine } from "@/lib/testing/alert-engine";

const { db, listed, now, stateOf } = await freshAlertEngine();

const dayMinutes = 24 * 60;

test.each([
  ["missed", "c1 was not paused as scheduled."],
  ["refused", "c1 was not paused as scheduled."],
  ["unknown", "c1 may not have been paused as scheduled."],
] as const)("alerts when a scheduled action is %s, and clears after a day", async (state, sentence) => {
  const message = "Not sent: Switchboard was not running at that time.";
  await db.insert(plannedActionTable).values({
    ...{ id: `a ${state}`, accountId, campaignId: "c1", action: "pause", state, message, endedAt: at(6), at: at(0) },
    ...{ local: "2026-11-20T14:00", zone: "UTC", personId: "p", by: "Mara", plannedAt: at(-60) },
  });
  await now.engine.evaluate(at(7));
  expect(now.notified).toEqual([`action_failed: ${sentence}`]);
  expect((await listed())[0]?.why).toBe(message);
  await now.engine.evaluate(at(dayMinutes + 7));
  expect(await stateOf("action_failed")).toEqual(["over"]);
  await db.delete(plannedActionTable);
});
