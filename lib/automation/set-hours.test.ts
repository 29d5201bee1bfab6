import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import { removeCampaignHours, setCampaignHours } from "@/lib/contract/console/automation/hours";
import { changePlanned, listPlanned } from "@/lib/contract/console/automation/planned";
import type { OutputOf } from "@/lib/contract/operation";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { accountId, closedHours, openHours, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { json } from "@/lib/testing/fault-replies";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";
import { guardOf } from "./campaign-guard";

const { auditOf, db, call, makeDue, platform, sends, startProcess } = await freshScheduledActions();

type Started = ReturnType<typeof startProcess>;

/** A process that reads the campaign with a status that can be changed. */
function startWith(status: string) {
  const campaign = { id: "c", status };
  return { one: startProcess({ readPlan: async () => ({ ...campaign }) }), campaign };
}

async function setHours(process: Started, hours: typeof openHours, campaign_id = randomUUID()) {
  const by = { ...personWith("campaign_manager"), id: randomUUID(), name: "Ines Duarte" };
  await db
    .insert(userTable)
    .values({ id: by.id, name: by.name, email: `${by.id}@fernhill.example`, role: "campaign_manager" });
  await process.ask(setCampaignHours, { campaign_id, ...hours }, by);
  return { campaign_id, by };
}

const actionsOf = async (process: Started, campaign_id: string) =>
  (await process.planned()).filter((action) => action.campaign_id === campaign_id);

const statesOf = async (process: Started, campaign_id: string) =>
  (await actionsOf(process, campaign_id)).map(({ action, state }) => `${action} ${state}`);

const hoursOfAll = async (process: Started) =>
  ((await process.ask(listPlanned, {})) as OutputOf<typeof listPlanned>).hours;

/** Makes the next action due, as soon as it is planned, without moving it out of its hours. */
async function makeNextDue() {
  const isPlanned = eq(plannedActionTable.state, "planned");
  const update = () => db.update(plannedActionTable).set({ nextAttemptAt: new Date() }).where(isPlanned).returning();
  await expect.poll(async () => (await update()).length).toBeGreaterThan(0);
}

test("pauses at once outside the hours, and resumes in the morning", async () => {
  const { one, campaign } = startWith("running");
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => statesOf(one, campaign_id)).toEqual(["resume planned", "pause done"]);
  campaign.status = "paused";
  await makeNextDue();
  await expect.poll(sends).toEqual(["pause", "resume"].map((verb) => `POST /v1/campaigns/${campaign_id}/${verb}`));
  expect((await auditOf(campaign_id)).map(({ actorName }) => actorName)).toEqual(
    ["Ines Duarte", "Ines Duarte"].map((name) => `Hours set by ${name}`),
  );
});

test("plans the next action once when several processes lead, also after a restart", async () => {
  const { one, campaign } = startWith("running");
  startProcess();
  startProcess();
  const { campaign_id } = await setHours(one, openHours);
  expect(await statesOf(one, campaign_id)).toEqual(["pause planned"]);
  campaign.status = "paused";
  await db.delete(plannedActionTable);
  const restarted = startProcess();
  await expect.poll(() => statesOf(restarted, campaign_id)).toEqual(["pause planned"]);
  await settled();
  expect(await statesOf(restarted, campaign_id)).toEqual(["pause planned"]);
  expect(sends()).toEqual([]);
});

test("does not resume a campaign when a person paused it during the open hours", async () => {
  const { one, campaign } = startWith("running");
  const { campaign_id } = await setHours(one, openHours);
  await call(pauseCampaign, { campaign_id });
  campaign.status = "paused";
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause skipped");
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("resume skipped");
  expect((await actionsOf(one, campaign_id)).map(({ message }) => message)).toContain(
    "admin paused it. It stays paused until somebody resumes it.",
  );
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/pause`]);
});

test("does not resume a campaign when its status was unreadable at the pause of a person's paused campaign", async () => {
  const { one, campaign } = startWith("simmering");
  const { campaign_id } = await setHours(one, openHours);
  await call(pauseCampaign, { campaign_id });
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause done");
  campaign.status = "paused";
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("resume skipped");
});

test("ends the hours when the campaign has ended", async () => {
  const { one } = startWith("completed");
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => statesOf(one, campaign_id)).toEqual(["pause skipped"]);
  await settled();
  expect(await hoursOfAll(one)).toEqual([]);
  expect(sends()).toEqual([]);
});

test("sends nothing and says so when the zone is not known", async () => {
  const { one } = startWith("running");
  const { campaign_id } = await setHours(one, openHours);
  await db.update(campaignHoursTable).set({ zone: "Europe/Atlantis" });
  expect(await hoursOfAll(one)).toMatchObject([{ campaign_id, is_readable: false }]);
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toEqual(["pause refused"]);
  await settled();
  expect((await actionsOf(one, campaign_id)).map(({ message }) => message)).toEqual([
    "Not sent: the time zone or times are not known: Europe/Atlantis.",
  ]);
  expect(sends()).toEqual([]);
});

test("pauses late after a restart while the hours are closed, and leaves another account's alone", async () => {
  const own = startProcess({ isLeading: () => false });
  const { campaign_id } = await setHours(own, closedHours());
  await makeDue(6);
  await db.update(campaignHoursTable).set({ setAt: new Date(Date.now() - 400_000) });
  const other = startProcess({ account: "another organization" });
  await settled();
  expect((await other.other_platforms()).map(({ state }) => state)).toEqual(["planned"]);
  startWith("running");
  await expect.poll(() => statesOf(own, campaign_id)).toContain("pause done");
});

test("tries a pause again when it was rate limited", async () => {
  const { one } = startWith("running");
  platform.answer(json(429, { success: false }));
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => sends().length).toBe(1);
  await expect.poll(() => statesOf(one, campaign_id)).toEqual(["pause planned"]);
  platform.answer(json(200, { success: true }));
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause done");
});

test("does not resume a campaign when the hours for all campaigns are closed", async () => {
  const { one, campaign } = startWith("running");
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause done");
  await one.turnOn("calling_hours", closedHours());
  campaign.status = "paused";
  await makeNextDue();
  await expect.poll(() => statesOf(one, campaign_id)).toContain("resume refused");
});

test("reports calls outside the hours when a person resumed the campaign", async () => {
  const { one, campaign } = startWith("running");
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause done");
  const guard = async () => (await guardOf(db, { accountId, campaign_id, status: "running" })).outside_set_hours;
  expect(await guard()).toBeNull();
  campaign.status = "running";
  await call(resumeCampaign, { campaign_id });
  expect(await guard()).toMatchObject({ from: "09:00", to: "17:30", zone: "Europe/London" });
  expect(Date.parse((await guard())?.until ?? "")).toBeGreaterThan(Date.now());
});

test("switches the hours off with their next action, and refuses to change that alone", async () => {
  const { one } = startWith("running");
  const { campaign_id } = await setHours(one, openHours);
  const [next] = await actionsOf(one, campaign_id);
  const when = { action: "pause" as const, local: next?.local ?? "", zone: "UTC" };
  await expect(one.ask(changePlanned, { planned_id: next?.id ?? "", ...when })).rejects.toMatchObject({
    code: "not_possible",
  });
  await one.ask(removeCampaignHours, { campaign_id });
  await settled();
  expect(await actionsOf(one, campaign_id)).toEqual([]);
  await expect(one.ask(removeCampaignHours, { campaign_id })).rejects.toMatchObject({ code: "not_found" });
});

test("tries a resume again when the campaign could not be read", async () => {
  const campaign: { status?: string } = { status: "running" };
  const one = startProcess({
    readPlan: async () => {
      if (campaign.status === undefined) throw new Error("The platform did not answer.");
      return { id: "c", ...campaign };
    },
  });
  const { campaign_id } = await setHours(one, closedHours());
  await expect.poll(() => statesOf(one, campaign_id)).toContain("pause done");
  campaign.status = undefined;
  await makeNextDue();
  const messageOf = async () => (await actionsOf(one, campaign_id))[0]?.message;
  await expect.poll(messageOf).toBe("Not sent: the campaign could not be checked.");
  expect(await statesOf(one, campaign_id)).toContain("resume planned");
});
