import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setCampaignHours } from "@/lib/contract/console/automation/hours";
import { delayActions, planAction } from "@/lib/contract/console/automation/planned";
import { copyRefusal } from "@/lib/contract/console/restored-copy";
import { removeRestoredCopy, saveRestoredCopy } from "@/lib/db/console/restored-copy";
import { userTable } from "@/lib/db/console/tables/people";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { closedHours, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";

const { db, makeDue, outcomesOf, planned, sends, startProcess, storeCampaign } = await freshScheduledActions();

const copy = { made_at: "2026-11-28T03:00:00.000Z", restored_at: "2026-11-29T09:00:00.000Z", by: "ops" };
beforeEach(() => saveRestoredCopy(db, copy));
afterEach(() => removeRestoredCopy(db));

test("sends no scheduled action from a restored copy, and says why", async () => {
  await removeRestoredCopy(db);
  const one = startProcess();
  const { campaign_id } = await planned(one);
  await saveRestoredCopy(db, copy);
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toBe(`Not sent: ${copyRefusal}`);
  expect(await outcomesOf(campaign_id)).toEqual(["refused"]);
  expect(sends()).toEqual([]);
});

test("pauses no campaign from a restored copy, and does once it is put into use", async () => {
  const one = startProcess();
  const id = randomUUID();
  await storeCampaign(id, { status: "running" });
  await one.turnOn("calling_hours", closedHours());
  await settled();
  expect(sends()).toEqual([]);
  expect(await one.planned()).toEqual([]);
  await removeRestoredCopy(db);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
});

test("plans nothing on a restored copy that it would not send", async () => {
  const one = startProcess();
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const refusal = { code: "not_possible", message: copyRefusal };
  const when = { campaign_id: "c", action: "start" as const, local, zone: "UTC" };
  await expect(one.ask(planAction, when)).rejects.toMatchObject(refusal);
  const hours = { campaign_id: "c", days: [1], from: "09:00", to: "17:00", zone: "UTC" };
  await expect(one.ask(setCampaignHours, hours)).rejects.toMatchObject(refusal);
  expect(await one.planned()).toEqual([]);
});

test("sends from a restored copy what a person has just pressed", async () => {
  const one = startProcess();
  const by = { ...personWith("campaign_manager"), id: randomUUID(), name: "Mara Okafor" };
  await db
    .insert(userTable)
    .values({ id: by.id, name: by.name, email: `${by.id}@fernhill.example`, role: "campaign_manager" });
  const campaign_id = randomUUID();
  await one.ask(delayActions, { action: "resume", campaigns: [{ campaign_id }] }, by);
  await makeDue(0);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});
