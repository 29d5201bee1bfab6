import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  changePlanned,
  type PlannedAction,
  planAction,
  removePlanned,
} from "@/lib/contract/console/automation/planned";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { freshAutomation } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";

const { startProcess } = await freshAutomation();
const mara = { ...personWith("campaign_manager"), name: "Mara Okafor" };

test.each([
  ["is past", "2020-01-01T09:00", "UTC"],
  ["is skipped by the clocks", "2027-03-28T01:30", "Europe/London"],
  ["is years away", "2032-01-01T09:00", "UTC"],
  ["is in the year 0", "0000-01-01T00:00", "Asia/Tokyo"],
  ["is in the last year of the calendar", "9999-12-31T23:59", "Pacific/Kiritimati"],
  ["is in the last year, west of Greenwich", "9999-12-31T23:59", "Pacific/Pago_Pago"],
])("refuses a planned time when it %s", async (_name, local, zone) => {
  const answer = startProcess().ask(planAction, { campaign_id: "c", action: "start", local, zone });
  await expect(answer).rejects.toMatchObject({ code: "bad_input" });
});

test("refuses a planned action without a campaign", async () => {
  const { ask, planned } = startProcess();
  const when = { action: "start" as const, local: wallTimeOf(Date.now() + 3_600_000, "UTC").text, zone: "UTC" };
  await expect(ask(planAction, { campaign_id: "", ...when })).rejects.toThrow("Choose a campaign.");
  expect(await planned()).toEqual([]);
});

test("refuses an equal action for the same time in another time zone", async () => {
  const { ask, planned } = startProcess();
  const inUtc = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const inTokyo = wallTimeOf(Date.parse(`${inUtc}Z`), "Asia/Tokyo").text;
  const when = { campaign_id: "c", action: "start" as const, local: inUtc, zone: "UTC" };
  const repeated = { code: "not_possible", message: "This is already scheduled by Mara Okafor." };
  const { data: first }: { data: PlannedAction } = await ask(planAction, when, mara);
  await expect(ask(planAction, { ...when, local: inTokyo, zone: "Asia/Tokyo" })).rejects.toMatchObject(repeated);
  const { data: other }: { data: PlannedAction } = await ask(planAction, { ...when, action: "pause" });
  const { campaign_id: _, ...same } = when;
  await expect(ask(changePlanned, { ...same, planned_id: other.id })).rejects.toMatchObject(repeated);
  await ask(changePlanned, { ...same, planned_id: first.id });
  await ask(removePlanned, { planned_id: first.id });
  await ask(planAction, when);
  expect((await planned()).filter(({ state }) => state === "planned")).toHaveLength(2);
});

test("accepts one action when several people plan the same at once", async () => {
  const one = startProcess();
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const plan = { campaign_id: randomUUID(), action: "resume" as const, local, zone: "UTC" };
  const by = mara;
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => one.ask(planAction, plan, by)));
  const refused = all.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  expect(refused).toEqual(Array(7).fill("not_possible"));
  expect(await one.planned()).toHaveLength(1);
});
