import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountKeyTable, userTable } from "@/lib/console/tables";
import { personWith } from "@/lib/console/testing";
import { pauseCampaign, resumeCampaign } from "@/lib/contract/api/campaigns";
import { changePlanned, type PlannedAction, planAction, removePlanned } from "@/lib/contract/console/automation";
import type { Operation } from "@/lib/contract/operation";
import { isZone, wallTimeOf } from "@/lib/format/zoned-time";
import { json, slow } from "@/lib/testing/fault-replies";
import { guardRailPauseTable, plannedActionTable } from "./tables";
import { auditOf, console, db, keyPrint, never, platform, running, seen, sends, settled } from "./testing";

async function person(role: "admin" | "campaign_manager" | "support" = "campaign_manager") {
  const id = randomUUID();
  await db.insert(userTable).values({ id, name: "Mara Okafor", email: `${id}@fernhill.example`, role });
  return { ...personWith(role), id, name: "Mara Okafor" };
}

/** A plan for a time to come, whose time is then made to come. */
async function planned(at: ReturnType<typeof running>, minutesAgo: number, who = person()) {
  const campaign_id = randomUUID();
  const by = await who;
  const { local, zone } = { local: wallTimeOf(Date.now() + 3_600_000, "Asia/Tokyo").text, zone: "Asia/Tokyo" };
  const made: { data: PlannedAction } = await at.ask(planAction, { campaign_id, action: "resume", local, zone }, by);
  expect(isZone(made.data.zone)).toBe(true);
  const dueAt = new Date(Date.now() - minutesAgo * 60_000);
  const due = { at: dueAt, nextAttemptAt: dueAt };
  return { campaign_id, by, id: made.data.id, comes: () => db.update(plannedActionTable).set(due) };
}

test("a planned action is sent once at its time, by whichever process comes first, and recorded as planned", async () => {
  const [one] = [running(), running(), running()];
  const { campaign_id, by, comes } = await planned(one, 1);
  await settled();
  expect(sends()).toEqual([]);
  await comes();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  await settled();
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
  expect(await auditOf(campaign_id)).toEqual([
    expect.objectContaining({ actorName: "Planned by Mara Okafor", actorId: by.id, role: "campaign_manager" }),
  ]);
});

test("what is more than five minutes late is missed, not sent, and recorded", async () => {
  const one = running();
  const { campaign_id, comes } = await planned(one, 6);
  await comes();
  await expect.poll(async () => (await one.planned())[0]?.ended_at).not.toBeNull();
  expect(await one.planned()).toMatchObject([
    { state: "missed", message: "Not sent: Switchboard was not running at that time." },
  ]);
  expect(sends()).toEqual([]);
  expect((await one.acts())[0]).toMatchObject({ target: campaign_id, outcome: "refused" });
});

test("lists what waits for another platform by its name when Switchboard is connected elsewhere", async () => {
  const { campaign_id } = await planned(running({ isLeading: () => false }), -60);
  await seen(campaign_id, { status: "running" });
  const other = running({ account: "another organization" });
  const waiting = { campaign_id, campaign_name: `Campaign ${campaign_id}`, state: "planned" };
  expect(await other.planned()).toEqual([]);
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "another platform" }]);
  const place = { account: keyPrint, address: "https://api.example.com:8443/base" };
  await db.insert(accountKeyTable).values({ ...place, keyPrint });
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "api.example.com:8443" }]);
  await db.insert(accountKeyTable).values({ ...place, keyPrint: "the demo platform's key" });
  expect(await other.elsewhere()).toMatchObject([{ ...waiting, platform: "the demo platform" }]);
  expect(await running({ isLeading: () => false }).elsewhere()).toEqual([]);
});

test("reports an overdue action of another platform as missed and sends it to neither platform", async () => {
  const own = running({ isLeading: () => false });
  const late = await planned(own, 6);
  await late.comes();
  const due = await planned(own, 4);
  const isDue = eq(plannedActionTable.id, due.id);
  await db
    .update(plannedActionTable)
    .set({ at: new Date(Date.now() - 60_000), nextAttemptAt: new Date(Date.now() - 60_000) })
    .where(isDue);
  const other = running({ account: "another organization" });
  await expect.poll(async () => (await other.elsewhere()).map(({ id }) => id)).toEqual([due.id]);
  await settled();
  expect(await own.planned()).toMatchObject([
    { id: due.id, state: "planned" },
    { state: "missed", message: "Not sent: Switchboard was not connected to this platform at that time." },
  ]);
  expect((await other.acts())[0]).toMatchObject({ target: late.campaign_id, outcome: "refused" });
  expect(sends()).toEqual([]);
});

test("what waited too long for what was sent before it is missed, and not reported as if Switchboard had not been running", async () => {
  platform.answer(slow(json(200, { success: true }), 6_000));
  const one = running();
  for (let nth = 0; nth < 4; nth += 1) await planned(one, 1);
  const { comes } = await planned(one, 5 - 4 / 60);
  await comes();
  await expect.poll(async () => (await one.planned()).every(({ ended_at }) => ended_at !== null)).toBe(true);
  expect(sends()).toHaveLength(4);
  expect((await one.planned()).filter(({ state }) => state === "missed")).toMatchObject([
    { message: "Not sent: the platform took too long over earlier actions." },
  ]);
});

test("what is taken back or put off is not sent, and cannot be changed once it is over", async () => {
  const one = running();
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
  ["may no longer resume", (id: string) => db.update(userTable).set({ role: "support" }).where(eq(userTable.id, id))],
])("nothing is sent for a person who %s", async (says, change) => {
  const one = running();
  const { by, campaign_id, comes } = await planned(one, 1);
  expect((await one.planned())[0]).toMatchObject({ planned_by_id: by.id, blocked_by: null });
  await change(by.id);
  expect((await one.planned())[0]).toMatchObject({ state: "planned", blocked_by: expect.stringContaining(says) });
  await comes();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toContain(says);
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

/** Claimed by a process that died then. */
const claimed = () => {
  const at = new Date(Date.now() - 4 * 60_000);
  return { at, attempts: 1, nextAttemptAt: new Date(Date.now() - 1_000) };
};

/** An action that its process claimed before it died. */
async function claimedAction(at: ReturnType<typeof running>) {
  const { campaign_id, id } = await planned(at, 1);
  await db
    .update(plannedActionTable)
    .set({ state: "sending", ...claimed() })
    .where(eq(plannedActionTable.id, id));
  return { campaign_id, id };
}

async function claimedPause() {
  const pause = { keyPrint, guardRail: "calling_hours" as const, campaignId: randomUUID(), id: randomUUID() };
  await db.insert(guardRailPauseTable).values({ ...pause, ...claimed() });
  await seen(pause.campaignId, { status: "running" });
  return pause;
}

/** The audit entry that each send has before it leaves. */
const begin = (op: Operation, target: string, requestId: string) =>
  console.audit.begin({ person: personWith("admin"), op, target, request: "POST", requestId, address: null });

test("reports a send as unknown, and never repeats it, when its process died in the middle", async () => {
  const one = running({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id } = await claimedAction(one);
  await begin(resumeCampaign, campaign_id, id);
  const pause = await claimedPause();
  await begin(pauseCampaign, pause.campaignId, pause.id);
  await one.turnOn("calling_hours", never());
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("unknown");
  await expect.poll(async () => (await one.rail("calling_hours"))?.pauses[0]?.message).toContain("may or may not");
  await settled();
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("sends what had not left when its process died", async () => {
  const one = running();
  const { campaign_id } = await claimedAction(one);
  const pause = await claimedPause();
  await one.turnOn("calling_hours", never());
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  await expect.poll(async () => (await one.rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await settled();
  expect(sends().toSorted()).toEqual(
    [`POST /v1/campaigns/${campaign_id}/resume`, `POST /v1/campaigns/${pause.campaignId}/pause`].toSorted(),
  );
  expect(await auditOf(campaign_id)).toHaveLength(1);
  expect(await auditOf(pause.campaignId)).toHaveLength(1);
});

test("reports a send as the audit log has it when its process died before it could", async () => {
  const one = running({ isLeading: () => isLeading });
  let isLeading = false;
  const { campaign_id, id } = await claimedAction(one);
  const entry = await begin(pauseCampaign, campaign_id, id);
  await console.audit.finish(entry, { outcome: "ok", status: 200, message: "Campaign resumed", body: null });
  isLeading = true;
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

test.each([
  ["is over", "2020-01-01T09:00", "UTC"],
  ["is left out by the clocks", "2027-03-28T01:30", "Europe/London"],
  ["is years away", "2032-01-01T09:00", "UTC"],
])("a time that %s cannot be planned", async (_what, local, zone) => {
  const asked = running().ask(planAction, { campaign_id: "c", action: "start", local, zone });
  await expect(asked).rejects.toMatchObject({ code: "bad_input" });
});

test("an action is planned for a campaign, never for none", async () => {
  const { ask, planned } = running();
  const when = { action: "start" as const, local: wallTimeOf(Date.now() + 3_600_000, "UTC").text, zone: "UTC" };
  await expect(ask(planAction, { campaign_id: "", ...when })).rejects.toThrow("Choose a campaign.");
  expect(await planned()).toEqual([]);
});

test("the same action of a campaign is planned once for its time, whichever clock says it", async () => {
  const { ask, planned } = running();
  const inUtc = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const inTokyo = wallTimeOf(Date.parse(`${inUtc}Z`), "Asia/Tokyo").text;
  const when = { campaign_id: "c", action: "start" as const, local: inUtc, zone: "UTC" };
  const repeated = { code: "conflict", message: "This is already planned, by Mara Okafor." };
  const { data: first }: { data: PlannedAction } = await ask(planAction, when, await person());
  await expect(ask(planAction, { ...when, local: inTokyo, zone: "Asia/Tokyo" })).rejects.toMatchObject(repeated);
  const { data: other }: { data: PlannedAction } = await ask(planAction, { ...when, action: "pause" });
  const { campaign_id: _, ...same } = when;
  await expect(ask(changePlanned, { ...same, planned_id: other.id })).rejects.toMatchObject(repeated);
  await ask(changePlanned, { ...same, planned_id: first.id });
  await ask(removePlanned, { planned_id: first.id });
  await ask(planAction, when);
  expect((await planned()).filter(({ state }) => state === "planned")).toHaveLength(2);
});

test("of several who plan the same in one instant, all but one are refused", async () => {
  const one = running();
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const plan = { campaign_id: randomUUID(), action: "resume" as const, local, zone: "UTC" };
  const by = await person();
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => one.ask(planAction, plan, by)));
  const refused = all.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
  expect(refused).toEqual(Array(7).fill("conflict"));
  expect(await one.planned()).toHaveLength(1);
});

test("the message of a plan does not end with the campaign, so that the audit log shows it", async () => {
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const { message }: { message: string } = await running().ask(planAction, {
    ...{ campaign_id: "c", action: "start", local, zone: "UTC" },
  });
  expect(message).toBe(`Planned: Start c, ${local.replace("T", " ")}, UTC`);
});
