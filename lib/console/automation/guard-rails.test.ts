import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { deliveryTable } from "@/lib/console/collector/tables";
import {
  type GuardRail,
  type GuardRailId,
  listGuardRails,
  listRunningCampaigns,
  type RunningCampaign,
  setGuardRail,
} from "@/lib/contract/console/automation";
import { refused } from "@/lib/contract/problem";
import { json } from "@/lib/testing/fault-replies";
import { guardOf } from "./campaign-guard";
import { guardRailPauseTable } from "./tables";
import { always, auditOf, credit, db, keyPrint, never, plan, platform, running, seen, sends, settled } from "./testing";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("nothing is sent while guard rails are off, whatever holds", async () => {
  credit.now = { ...plan, localized_balance: "1.00" };
  await seen(randomUUID(), { status: "running", completed_contacts: 1, failed_contacts: 99 });
  const { ask } = running();
  await ask(setGuardRail, { guard_rail: "calling_hours", is_on: false, ...never() });
  await settled();
  const { data }: { data: GuardRail[] } = await ask(listGuardRails, {});
  expect(data.map(({ is_on, found, pauses }) => [is_on, found, pauses])).toEqual(data.map(() => [false, null, []]));
  expect(sends()).toEqual([]);
});

test("two processes that both believe to lead pause a campaign once, recorded before it is sent under the rule's name", async () => {
  const [running_, draft] = [randomUUID(), randomUUID()];
  await seen(running_, { status: "running" });
  await seen(draft, { status: "draft" });
  credit.now = { ...plan, localized_balance: "9.99" };
  const [one] = [running(), running()];
  await one.turnOn("balance");
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${running_}/pause`]);
  await expect.poll(async () => (await one.rail("balance"))?.pauses[0]?.outcome).toBe("ok");
  await settled();
  expect(sends()).toHaveLength(1);
  expect(await auditOf(running_)).toEqual([
    expect.objectContaining({
      action: "campaigns.pause",
      actorId: null,
      actorName: "Guard rail: Balance below the minimum",
      role: "",
      request: `POST /v1/campaigns/${running_}/pause`,
      detail: expect.stringMatching(/^{"automatic":"guard rail","because":"9.99 GBP, minimum 10.00 GBP"/),
    }),
  ]);
  expect((await one.acts())[0]).toMatchObject({
    target: running_,
    outcome: "ok",
    because: "9.99 GBP, minimum 10.00 GBP",
  });
  expect(await one.rail("balance")).toMatchObject({
    found: { state: "crossed" },
    pauses: [{ campaign_id: running_, name: `Campaign ${running_}`, outcome: "ok", restarted_at: null }],
  });
});

test("two admins who set one guard rail at the same moment both have what they set", async () => {
  const { ask, rail } = running();
  for (const percent of [11, 12, 13, 14, 15, 16])
    await Promise.all([
      ask(setGuardRail, { guard_rail: "failed_calls", percent }),
      ask(setGuardRail, { guard_rail: "failed_calls", is_on: percent % 2 === 0 }),
    ]).then(async () =>
      expect(await rail("failed_calls")).toMatchObject({ is_on: percent % 2 === 0, limit: { percent } }),
    );
});

test("a campaign's progress says which guard rail paused it, and when hours are closed", async () => {
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  const guard = (campaign_id: string, status: string) => guardOf(db, { keyPrint, campaign_id, status });
  expect(await guard(id, "paused")).toMatchObject({
    paused_by: { guard_rail: "calling_hours", because: expect.stringMatching(/^Outside \d\d:\d\d–/) },
  });
  expect((await guard(id, "running")).paused_by).toBeNull();
  expect(await guard("another", "draft")).toMatchObject({
    paused_by: null,
    closed_hours: { from: expect.any(String) },
  });
  await turnOn("calling_hours", always);
  expect((await guard("another", "draft")).closed_hours).toBeNull();
});

test("a process that does not lead does nothing", async () => {
  await seen(randomUUID(), { status: "running" });
  await running({ isLeading: () => false }).turnOn("calling_hours", never());
  await settled();
  expect(sends()).toEqual([]);
});

test("who runs a campaign again knowingly is left alone, until what it was paused for clears and comes back", async () => {
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail, ask } = running();
  await turnOn("calling_hours", never());
  await expect.poll(sends).toHaveLength(1);
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await rested(id, { status: "paused" });
  await seen(id, { status: "running" });
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.restarted_at).not.toBeNull();
  await settled();
  expect(sends()).toHaveLength(1);

  await ask(setGuardRail, { guard_rail: "calling_hours", ...always });
  await expect.poll(async () => (await rail("calling_hours"))?.pauses).toEqual([]);
  await ask(setGuardRail, { guard_rail: "calling_hours", ...never() });
  await expect.poll(sends).toHaveLength(2);
});

test("what two guard rails are crossed for is paused by the first, and not once more before it was read again", async () => {
  credit.now = { ...plan, localized_balance: "1.00" };
  const { turnOn, rail } = running({ tickMs: 100 });
  await Promise.all([turnOn("balance"), turnOn("calling_hours", never())]);
  const id = randomUUID();
  await seen(id, { status: "running" });
  await expect.poll(sends).toHaveLength(1);
  await expect.poll(async () => (await rail("calling_hours"))?.found?.state).toBe("crossed");
  await settled();
  await seen(id, { status: "paused" });
  await settled();
  expect(sends()).toHaveLength(1);
});

test("a guard rail keeps to the campaigns that were chosen for it", async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  await seen(mine, { status: "running" });
  await seen(other, { status: "running" });
  await running().turnOn("calling_hours", { ...never(), campaigns: [mine] });
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${mine}/pause`]);
  await settled();
  expect(sends()).toHaveLength(1);
});

test("a campaign that was read long ago is not known to run", async () => {
  await seen(randomUUID(), { status: "running" }, 20);
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.found?.state).toBe("crossed");
  await settled();
  expect(sends()).toEqual([]);
});

test("where what runs was not read of late, a guard rail says so, and one press for all pauses it still", async () => {
  const [unread, rests] = [randomUUID(), randomUUID()];
  await seen(unread, { status: "running" }, 20);
  await seen(rests, { status: "paused" }, 20);
  const { ask, turnOn, rail } = running();
  for (const id of ["balance", "failed_calls"] as const) {
    await turnOn(id);
    await expect
      .poll(async () => (await rail(id))?.found)
      .toMatchObject({ state: "unknown", says: "Running campaigns were not read in the last 15 min" });
  }
  await turnOn("balance", { campaigns: [rests] });
  await expect.poll(async () => (await rail("balance"))?.found?.says).toBe("No campaign is running");
  const { data }: { data: RunningCampaign[] } = await ask(listRunningCampaigns, {});
  expect(data.map(({ campaign_id, status }) => [campaign_id, status])).toEqual([[unread, "running"]]);
});

test("calls that fail pause the campaign they fail in; run again, only new failures count", async () => {
  const [bad, good] = [randomUUID(), randomUUID()];
  const counted = (status: string, completed_contacts: number, failed_contacts: number) => ({
    status,
    completed_contacts,
    failed_contacts,
  });
  await seen(bad, counted("running", 100, 0), 30);
  await seen(good, counted("running", 100, 50), 30);
  await seen(bad, counted("running", 112, 8));
  await seen(good, counted("running", 119, 51));
  const { turnOn, rail } = running();
  await turnOn("failed_calls", { percent: 40, least: 20, minutes: 15 });
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${bad}/pause`]);
  expect((await auditOf(bad))[0]?.detail).toContain("8 of 20 failed in 15 min");

  await expect.poll(async () => (await rail("failed_calls"))?.pauses[0]?.outcome).toBe("ok");
  await rested(bad, counted("paused", 112, 8));
  await seen(bad, counted("running", 112, 8));
  await expect.poll(async () => (await rail("failed_calls"))?.pauses[0]?.restarted_at).not.toBeNull();
  await seen(bad, counted("running", 120, 12));
  await settled();
  expect(sends()).toHaveLength(1);
  await seen(bad, counted("running", 122, 20));
  await expect.poll(sends).toHaveLength(2);
  await settled();
  expect(sends()).toHaveLength(2);
});

test("deliveries that fail pause what runs; those that nobody tried yet do not count", async () => {
  await seen(randomUUID(), { status: "running" });
  const entry = (status: string, attempts: number) => {
    const at = new Date();
    const times = { at, firstSeenAt: at, changedAt: at };
    return { keyPrint, key: randomUUID(), webhookId: "w", status, attempts, raw: {}, ...times };
  };
  const { turnOn, rail } = running();
  await turnOn("deliveries", { percent: 50, least: 4 });
  await db.insert(deliveryTable).values([entry("delivered", 1), entry("delivered", 1), entry("failed", 5)]);
  await db.insert(deliveryTable).values(Array.from({ length: 9 }, () => entry("pending", 0)));
  await expect.poll(async () => (await rail("deliveries"))?.found?.says).toBe("1 of 3 not delivered in 15 min");
  expect(sends()).toEqual([]);
  await db.insert(deliveryTable).values(entry("retrying", 2));
  await expect.poll(sends).toHaveLength(1);
});

test("what cannot be compared pauses nothing, and says so", async () => {
  await seen(randomUUID(), { status: "running" });
  credit.now = { ...plan, localized_currency: "EUR" };
  const { turnOn, rail } = running();
  await turnOn("balance");
  await turnOn("failed_calls");
  const said = async (id: GuardRailId) => (await rail(id))?.found?.says;
  await expect.poll(() => said("balance")).toBe("Balance and minimum are in two currencies");
  await expect.poll(() => said("failed_calls")).toBe("No running campaign counts its failed calls");
  expect(sends()).toEqual([]);
});

test("a pause that is refused is reported and not sent again", async () => {
  platform.answer(json(409, { success: false, message: "Campaign must be running to pause" }));
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  await settled();
  expect(sends()).toHaveLength(1);
  await later(id, 61);
  expect(sends()).toHaveLength(1);
});

/** As if the last pause had been tried so long ago, and the campaign read since then. */
async function later(id: string, seconds: number) {
  await db.update(guardRailPauseTable).set({ at: new Date(Date.now() - seconds * 1_000) });
  await seen(id, { status: "running" });
  await settled();
}

/** Read as paused, and the guard rail has looked at it since: what is read next does not come before its look. */
async function rested(id: string, record: Record<string, unknown>) {
  await seen(id, record);
  const isOfThis = eq(guardRailPauseTable.campaignId, id);
  const pause = async () => (await db.select().from(guardRailPauseTable).where(isOfThis))[0];
  await expect.poll(async () => (await pause())?.restedAt).toBeInstanceOf(Date);
}

test("a pause that did not leave is tried again each minute while the campaign runs and its cause holds, until it is sent", async () => {
  let tries = 0;
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running({
    mayLeave: () => {
      tries += 1;
      if (tries < 3) throw refused("upstream-resting");
    },
  });
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  await later(id, 50);
  expect(tries).toBe(1);
  await later(id, 61);
  await expect.poll(() => tries).toBe(2);
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  expect(sends()).toEqual([]);
  await later(id, 61);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await later(id, 61);
  expect(tries).toBe(3);
});

test("a pause for which the platform has no time now is tried again, but not once somebody paused the campaign and let it run", async () => {
  platform.answer(json(429, { success: false, message: "Too many requests" }));
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  await later(id, 61);
  await expect.poll(sends).toHaveLength(2);
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  await rested(id, { status: "paused" });
  await later(id, 61);
  expect(sends()).toHaveLength(2);
});

const setBackMs = 2 * 3_600_000;

test("pauses for the balance when the clock was set back two hours", async () => {
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("balance");
  await expect.poll(async () => (await rail("balance"))?.found?.state).toBe("clear");
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - setBackMs });
  credit.now = { ...plan, localized_balance: "9.99" };
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
});

test("sends a pause that did not leave again when the clock was set back since", async () => {
  let isResting = true;
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running({
    mayLeave: () => {
      if (isResting) throw refused("upstream-resting");
    },
  });
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  isResting = false;
  await later(id, -setBackMs / 1000);
  await expect.poll(sends).toEqual([`POST /v1/campaigns/${id}/pause`]);
});

test("counts new failures of a restarted campaign when the clock was set back since its restart", async () => {
  const id = randomUUID();
  await seen(id, { status: "running", completed_contacts: 100, failed_contacts: 0 }, 30);
  await seen(id, { status: "running", completed_contacts: 100, failed_contacts: 30 });
  const { turnOn, rail } = running();
  await turnOn("failed_calls", { percent: 40, least: 20, minutes: 15 });
  await expect.poll(async () => (await rail("failed_calls"))?.pauses[0]?.outcome).toBe("ok");
  const ahead = new Date(Date.now() + setBackMs);
  await db.update(guardRailPauseTable).set({ at: ahead, restedAt: ahead, restartedAt: ahead });
  await seen(id, { status: "running", completed_contacts: 100, failed_contacts: 60 });
  await expect.poll(sends).toHaveLength(2);
});

test("pauses for a second guard rail when the clock was set back since the first one's pause", async () => {
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("ok");
  await later(id, -setBackMs / 1000);
  credit.now = { ...plan, localized_balance: "9.99" };
  await turnOn("balance");
  await expect.poll(async () => (await rail("balance"))?.pauses[0]?.outcome).toBe("ok");
});

test("keeps a pause of the next leader when a process that was stopped goes on", async () => {
  const id = randomUUID();
  await seen(id, { status: "running" });
  credit.now = { ...plan, localized_balance: "9.99" };
  const { turnOn, rail } = running();
  await turnOn("balance");
  await expect.poll(async () => (await rail("balance"))?.pauses[0]?.outcome).toBe("ok");
  let isLeading = true;
  running({
    isLeading: () => isLeading,
    async readPlan() {
      await db.update(guardRailPauseTable).set({ id: "of the next leader" });
      isLeading = false;
      return plan;
    },
  });
  await expect.poll(() => isLeading).toBe(false);
  await settled();
  expect(await db.$count(guardRailPauseTable)).toBe(1);
});
