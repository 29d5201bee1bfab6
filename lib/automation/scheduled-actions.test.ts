import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { clock } from "@/lib/clock";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import { changePlanned, type PlannedAction, planAction, removePlanned } from "@/lib/contract/console/automation";
import { savePreferences } from "@/lib/contract/console/me";
import type { Operation } from "@/lib/contract/operation";
import { guardRailPauseTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { accountKeyTable } from "@/lib/db/console/tables/connection";
import { userTable } from "@/lib/db/console/tables/people";
import { isZone, wallTimeOf } from "@/lib/format/zoned-time";
import { accountId, closedHours, freshAutomation, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { json, slow } from "@/lib/testing/fault-replies";
import { automaticRequestId } from "./automatic-sends";

const { auditOf, console, db, platform, sends, startProcess, storeCampaign } = await freshAutomation();

async function person(role: "admin" | "campaign_manager" | "support" = "campaign_manager") {
  const id = randomUUID();
  await db.insert(userTable).values({ id, name: "Mara Okafor", email: `${id}@fernhill.example`, role });
  return { ...personWith(role), id, name: "Mara Okafor" };
}

/** Plans an action in the future. `makeDue` moves its time into the past. */
async function planned(process: ReturnType<typeof startProcess>, minutesAgo: number, planner = person()) {
  const campaign_id = randomUUID();
  const by = await planner;
  const { local, zone } = { local: wallTimeOf(Date.now() + 3_600_000, "Asia/Tokyo").text, zone: "Asia/Tokyo" };
  const input = { campaign_id, action: "resume" as const, local, zone };
  const { data }: { data: PlannedAction } = await process.ask(planAction, input, by);
  expect(isZone(data.zone)).toBe(true);
  const dueAt = new Date(Date.now() - minutesAgo * 60_000);
  const due = { at: dueAt, nextAttemptAt: dueAt };
  return { campaign_id, by, id: data.id, makeDue: () => db.update(plannedActionTable).set(due) };
}

test("sends a planned action once when several processes lead", async () => {
  const [one] = [startProcess(), startProcess(), startProcess()];
  const { campaign_id, by, makeDue } = await planned(one, 1);
  await settled();
  expect(sends()).toEqual([]);
  await makeDue();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  await settled();
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
  expect(await auditOf(campaign_id)).toEqual([
    expect.objectContaining({ actorName: "Scheduled by Mara Okafor", actorId: by.id, role: "campaign_manager" }),
  ]);
});

test("marks an action as missed when it is more than five minutes late", async () => {
  const one = startProcess();
  const { campaign_id, makeDue } = await planned(one, 6);
  await makeDue();
  await expect.poll(async () => (await one.planned())[0]?.ended_at).not.toBeNull();
  expect(await one.planned()).toMatchObject([
    { state: "missed", message: "Not sent: Switchboard was not running at that time." },
  ]);
  expect(sends()).toEqual([]);
  expect((await one.acts())[0]).toMatchObject({ target: campaign_id, outcome: "refused" });
});

test("lists actions of another platform by its name when Switchboard is connected elsewhere", async () => {
  const { campaign_id } = await planned(startProcess({ isLeading: () => false }), -60);
  await storeCampaign(campaign_id, { status: "running" });
  const other = startProcess({ account: "another organization" });
  const waiting = { campaign_id, campaign_name: `Campaign ${campaign_id}`, state: "planned" };
  expect(await other.planned()).toEqual([]);
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "another platform" }]);
  const platformAccount = { account: accountId, address: "https://api.example.com:8443/base" };
  await db.insert(accountKeyTable).values({ ...platformAccount, keyFingerprint: accountId });
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "api.example.com:8443" }]);
  await db.insert(accountKeyTable).values({ ...platformAccount, keyFingerprint: "the demo platform's key" });
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "the demo platform" }]);
  expect(await startProcess({ isLeading: () => false }).elsewhere()).toEqual([]);
});

test("marks an overdue action of another platform as missed without sending it", async () => {
  const own = startProcess({ isLeading: () => false });
  const late = await planned(own, 6);
  await late.makeDue();
  const due = await planned(own, 4);
  const isDue = eq(plannedActionTable.id, due.id);
  await db
    .update(plannedActionTable)
    .set({ at: new Date(Date.now() - 60_000), nextAttemptAt: new Date(Date.now() - 60_000) })
    .where(isDue);
  const other = startProcess({ account: "another organization" });
  await expect.poll(own.planned).toMatchObject([
    { id: due.id, state: "planned" },
    { state: "missed", message: "Not sent: Switchboard was not connected to this platform at that time." },
  ]);
  expect((await other.elsewhere()).map(({ id }) => id)).toEqual([due.id]);
  expect((await other.acts())[0]).toMatchObject({ target: late.campaign_id, outcome: "refused" });
  expect(sends()).toEqual([]);
});

test("gives the reason when an action is missed because earlier ones took too long", async () => {
  platform.answer(slow(json(200, { success: true }), 6_000));
  const one = startProcess();
  for (let nth = 0; nth < 4; nth += 1) await planned(one, 1);
  const { makeDue } = await planned(one, 5 - 4 / 60);
  await makeDue();
  await expect.poll(async () => (await one.planned()).every(({ ended_at }) => ended_at !== null)).toBe(true);
  expect(sends()).toHaveLength(4);
  expect((await one.planned()).filter(({ state }) => state === "missed")).toMatchObject([
    { message: "Not sent: the platform took too long to answer earlier actions." },
  ]);
});

test("does not send removed or postponed actions, and refuses changes of removed ones", async () => {
  const one = startProcess();
  const gone = await planned(one, 1);
  const later = await planned(one, 1);
  await one.ask(removePlanned, { planned_id: gone.id });
  const local = wallTimeOf(Date.now() + 7_200_000, "UTC").text;
  const when = { planned_id: later.id, action: "pause" as const, local, zone: "UTC" };
  await one.ask(changePlanned, when, { ...personWith("admin"), name: "Jon Weil" });
  await settled();
  expect(sends()).toEqual([]);
  expect(await one.planned()).toMatchObject([
    { state: "planned", action: "pause", planned_by: "Jon Weil", at: `${local}:00.000Z` },
    { state: "taken_back" },
  ]);
  await expect(one.ask(removePlanned, { planned_id: gone.id })).rejects.toMatchObject({ code: "conflict" });
  await expect(one.ask(removePlanned, { planned_id: "x" })).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["is no longer on the team", (id: string) => db.delete(userTable).where(eq(userTable.id, id))],
  ["is disabled", (id: string) => db.update(userTable).set({ isDisabled: true }).where(eq(userTable.id, id))],
  [
    "is no longer allowed to resume",
    (id: string) => db.update(userTable).set({ role: "support" }).where(eq(userTable.id, id)),
  ],
])("sends nothing when the planner %s", async (says, change) => {
  const one = startProcess();
  const { by, campaign_id, makeDue } = await planned(one, 1);
  expect((await one.planned())[0]).toMatchObject({ planned_by_id: by.id, blocked_by: null });
  await change(by.id);
  expect((await one.planned())[0]).toMatchObject({ state: "planned", blocked_by: expect.stringContaining(says) });
  await makeDue();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toContain(says);
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

const hours = { calling_hours: { start: "09:00", end: "17:00", timezone: "UTC" } };

test.each([
  [
    "more people are waiting",
    { pending_contacts: 300 },
    { pending_contacts: 46_204 },
    /^Not sent: 46,204 people are waiting, and 300/,
  ],
  ["its calling hours are gone", hours, {}, /has none now\.$/],
  ["it runs already", { status: "paused" }, { status: "running" }, /already running\.$/],
])("does not resume a campaign when %s", async (_name, before, now, message) => {
  const one = startProcess({ readPlan: async () => ({ id: "c", ...now }) });
  const { campaign_id, makeDue } = await planned(one, 1);
  await storeCampaign(campaign_id, before, 10);
  await makeDue();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toMatch(message);
  expect(sends()).toEqual([]);
});

test("does not resume a campaign when the guard rail's calling hours were closed after it was planned", async () => {
  const one = startProcess();
  const late = await planned(one, 1);
  await one.turnOn("calling_hours", closedHours());
  await late.makeDue();
  await expect.poll(async () => (await one.planned())[0]?.message).toMatch(/changed after this was scheduled/);
  expect(sends()).toEqual([]);
  const known = await planned(one, 1);
  await db
    .update(plannedActionTable)
    .set({ at: new Date(Date.now() - 60_000), nextAttemptAt: new Date(Date.now() - 60_000) })
    .where(eq(plannedActionTable.id, known.id));
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${known.campaign_id}/resume`]);
});

/** Values of a job whose claimer has died. */
const claimed = () => {
  const at = new Date(Date.now() - 4 * 60_000);
  return { at, attempts: 1, nextAttemptAt: new Date(Date.now() - 1_000) };
};

/** An action whose claimer has died. */
async function claimedAction(process: ReturnType<typeof startProcess>) {
  const { campaign_id, id, by } = await planned(process, 1);
  await db
    .update(plannedActionTable)
    .set({ state: "sending", ...claimed() })
    .where(eq(plannedActionTable.id, id));
  return { campaign_id, id, by };
}

async function claimedPause() {
  const pause = { accountId, guardRail: "calling_hours" as const, campaignId: randomUUID(), id: randomUUID() };
  await db.insert(guardRailPauseTable).values({ ...pause, ...claimed() });
  await storeCampaign(pause.campaignId, { status: "running" });
  return pause;
}

/** Records the start of an unattended send. */
const begin = (op: Operation, target: string, id: string, actorId?: string) =>
  console.audit.begin({
    ...{ person: personWith("admin"), op, target, request: "POST", address: null },
    requestId: automaticRequestId(id),
    automatic: { actor: { ...(actorId ? { id: actorId } : {}), name: "A plan or rule", email: "" }, detail: {} },
    detail: { automatic: "planned" },
  });

test("marks a send as unknown and does not repeat it when its process died during it", async () => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  await begin(resumeCampaign, campaign_id, id, by.id);
  const pause = await claimedPause();
  await begin(pauseCampaign, pause.campaignId, pause.id);
  await one.turnOn("calling_hours", closedHours());
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("unknown");
  await expect.poll(async () => (await one.rail("calling_hours"))?.pauses[0]?.message).toContain("may or may not");
  await settled();
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("sends actions when their process died before it sent them", async () => {
  const one = startProcess();
  const { campaign_id } = await claimedAction(one);
  const pause = await claimedPause();
  await one.turnOn("calling_hours", closedHours());
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  await expect.poll(async () => (await one.rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await settled();
  expect(sends().toSorted()).toEqual(
    [`POST /v1/campaigns/${campaign_id}/resume`, `POST /v1/campaigns/${pause.campaignId}/pause`].toSorted(),
  );
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("takes the outcome of a send from the audit log when its process died after it", async () => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  const entry = await begin(resumeCampaign, campaign_id, id, by.id);
  await console.audit.finish(entry, { outcome: "ok", status: 200, message: "Campaign resumed", body: null });
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

// The ID of a scheduled action is readable by everybody, and a client chooses the ID of its own requests.
test.each([
  ["another action", savePreferences, "me"],
  ["the same action", resumeCampaign, undefined],
])("sends an action that was not sent when somebody did %s under its ID", async (_what, op, target) => {
  const one = startProcess({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id, by } = await claimedAction(one);
  for (const person of [personWith("support"), { ...personWith("support"), id: by.id }]) {
    const forged = { person, op, target: target ?? campaign_id, request: null, requestId: id, address: null };
    await console.audit.finish(await console.audit.begin(forged), doneOutcome);
  }
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
});

const doneOutcome = { outcome: "ok", status: 200, message: null, body: null } as const;

test("gives the reason when an action is missed because the clock was set forward", async () => {
  onTestFinished(clock.reset);
  clock.reset();
  const one = startProcess();
  await planned(one, 0);
  await settled();
  const jumpTo = Date.now() + 2 * 3_600_000;
  vi.spyOn(clock, "nowMs").mockImplementation(() => jumpTo);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect
    .poll(async () => (await one.planned())[0]?.message)
    .toBe("Not sent: the clock was set forward past that time.");
  expect(sends()).toEqual([]);
});

test("does not end the message of a plan with the campaign, so that the audit log shows it", async () => {
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const { message }: { message: string } = await startProcess().ask(planAction, {
    ...{ campaign_id: "c", action: "start", local, zone: "UTC" },
  });
  expect(message).toBe(`Scheduled: Start c, ${local.replace("T", " ")}, UTC`);
});
