import { expect, onTestFinished, test, vi } from "vitest";
import { clock } from "@/lib/clock";
import { changePlanned, planAction, removePlanned } from "@/lib/contract/console/automation/planned";
import { accountKeyTable } from "@/lib/db/console/tables/connection";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { accountId, settled } from "@/lib/testing/automation";
import { personWith } from "@/lib/testing/console";
import { json, slow } from "@/lib/testing/fault-replies";
import { freshScheduledActions } from "@/lib/testing/scheduled-actions";

const { auditOf, db, makeDue, outcomesOf, planned, platform, sends, startProcess, storeCampaign } =
  await freshScheduledActions();

test("sends a planned action once when several processes lead", async () => {
  const [one] = [startProcess(), startProcess(), startProcess()];
  const { campaign_id, by } = await planned(one);
  await settled();
  expect(sends()).toEqual([]);
  expect(await one.planned()).toMatchObject([{ zone: "Asia/Tokyo", action: "resume" }]);
  await makeDue(1);
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("done");
  await settled();
  expect(sends()).toEqual([`POST /v1/campaigns/${campaign_id}/resume`]);
  expect(await auditOf(campaign_id)).toEqual([
    expect.objectContaining({ actorName: "Scheduled by Mara Okafor", actorId: by.id, role: "campaign_manager" }),
  ]);
});

test("does not send removed or postponed actions, and refuses changes of removed ones", async () => {
  const one = startProcess();
  const gone = await planned(one);
  const later = await planned(one);
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

test("does not end the message of a plan with the campaign, so that the audit log shows it", async () => {
  const local = wallTimeOf(Date.now() + 3_600_000, "UTC").text;
  const { message }: { message: string } = await startProcess().ask(planAction, {
    ...{ campaign_id: "c", action: "start", local, zone: "UTC" },
  });
  expect(message).toBe(`Scheduled: Start c, ${local.replace("T", " ")}, UTC`);
});

test("lists actions of another platform by its name when Switchboard is connected elsewhere", async () => {
  const { campaign_id } = await planned(startProcess({ isLeading: () => false }));
  await storeCampaign(campaign_id, { status: "running" });
  const other = startProcess({ account: "another organization" });
  const waiting = { campaign_id, campaign_name: `Campaign ${campaign_id}`, state: "planned" };
  expect(await other.planned()).toEqual([]);
  expect(await other.other_platforms()).toMatchObject([{ ...waiting, platform: "another platform" }]);
  const platformAccount = { account: accountId, address: "https://api.example.com:8443/base" };
  await db.insert(accountKeyTable).values({ ...platformAccount, keyFingerprint: accountId });
  expect(await other.other_platforms()).toMatchObject([{ ...waiting, platform: "api.example.com:8443" }]);
  await db.insert(accountKeyTable).values({ ...platformAccount, keyFingerprint: "the demo platform's key" });
  expect(await other.other_platforms()).toMatchObject([{ ...waiting, platform: "the demo platform" }]);
  expect(await startProcess({ isLeading: () => false }).other_platforms()).toEqual([]);
});

test("marks an action as missed when it is more than five minutes late", async () => {
  const one = startProcess();
  const { campaign_id } = await planned(one);
  await makeDue(6);
  await expect.poll(async () => (await one.planned())[0]?.ended_at).not.toBeNull();
  expect(await one.planned()).toMatchObject([
    { state: "missed", message: "Not sent: Switchboard was not running at that time." },
  ]);
  expect(sends()).toEqual([]);
  expect(await outcomesOf(campaign_id)).toEqual(["refused"]);
});

test("marks an overdue action of another platform as missed without sending it", async () => {
  const own = startProcess({ isLeading: () => false });
  const late = await planned(own);
  await makeDue(6, late.id);
  const due = await planned(own);
  await makeDue(1, due.id);
  const other = startProcess({ account: "another organization" });
  await expect.poll(own.planned).toMatchObject([
    { id: due.id, state: "planned" },
    { state: "missed", message: "Not sent: Switchboard was not connected to this platform at that time." },
  ]);
  expect((await other.other_platforms()).map(({ id }) => id)).toEqual([due.id]);
  expect(await outcomesOf(late.campaign_id)).toEqual(["refused"]);
  expect(sends()).toEqual([]);
});

test("gives the reason when an action is missed because earlier ones took too long", async () => {
  platform.answer(slow(json(200, { success: true }), 6_000));
  const one = startProcess();
  for (let nth = 0; nth < 5; nth += 1) await planned(one);
  await makeDue(5 - 4 / 60);
  await expect.poll(async () => (await one.planned()).every(({ ended_at }) => ended_at !== null)).toBe(true);
  expect(sends()).toHaveLength(4);
  expect((await one.planned()).filter(({ state }) => state === "missed")).toMatchObject([
    { message: "Not sent: the platform took too long to answer earlier actions." },
  ]);
});

test("gives the reason when an action is missed because the clock was set forward", async () => {
  onTestFinished(clock.reset);
  clock.reset();
  const one = startProcess();
  await planned(one);
  await settled();
  const jumpTo = Date.now() + 2 * 3_600_000;
  vi.spyOn(clock, "nowMs").mockImplementation(() => jumpTo);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect
    .poll(async () => (await one.planned())[0]?.message)
    .toBe("Not sent: the clock was set forward past that time.");
  expect(sends()).toEqual([]);
});
