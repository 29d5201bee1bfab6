import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { auditKeyOf } from "@/lib/console/audit/audit-chain";
import { createAuditTrail } from "@/lib/console/audit/audit-trail";
import { answerOf, keepVersion } from "@/lib/console/collector/keep-versions";
import { deliveryTable, recordVersionTable } from "@/lib/console/collector/tables";
import { auditTable, savedTable, userTable } from "@/lib/console/tables";
import { freshConsole, personWith } from "@/lib/console/testing";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import {
  type AutomaticAct,
  changePlanned,
  type GuardRail,
  type GuardRailId,
  listAutomaticActs,
  listGuardRails,
  listPlanned,
  type PlannedAction,
  planAction,
  setGuardRail,
  takeBackPlanned,
} from "@/lib/contract/console/automation";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { isZone, wallTimeOf } from "@/lib/format/zoned-time";
import { createGateway } from "@/lib/gateway/gateway";
import { createMeasures } from "@/lib/gateway/measures";
import { createUpstream } from "@/lib/gateway/upstream";
import { json } from "@/lib/testing/fault-replies";
import { startFaultUpstream } from "@/lib/testing/fault-upstream";
import { createAutomation } from "./automation";
import { guardRailPauseTable, guardRailTable, plannedActionTable } from "./tables";

const log = pino({ level: "silent" });
const keyPrint = "one organization";
const ok = json(200, { success: true, message: "Campaign paused successfully" });
const platform = await startFaultUpstream(ok);
const upstream = createUpstream({ baseUrl: platform.baseUrl, key: "vap_canary_4f9e2d71c0b8" });
const { console, database } = await freshConsole();
const { db } = database;
const gateway = createGateway({ upstream, console, log, measures: createMeasures() });
const key = auditKeyOf("a secret of thirty-two characters or more");
const open: { close(): Promise<void> }[] = [];

const plan = {
  localized_balance: "54.20",
  localized_currency: "GBP",
  pricing: { min_credit_balance: "10.00", currency: "GBP" },
};
let balance = plan;

afterAll(async () => {
  await upstream.close();
  await platform.close();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

beforeEach(async () => {
  await platform.reset();
  balance = plan;
  for (const table of [guardRailTable, guardRailPauseTable, plannedActionTable, recordVersionTable, savedTable])
    await db.delete(table);
  await db.delete(deliveryTable);
  await db.delete(userTable);
});

/** One process that leads, or believes so: what may be done once may not depend on there being one. */
function running({ isLeading = true, tickMs = 15 } = {}) {
  const trail = createAuditTrail(db, { key, log });
  const made = createAutomation({
    db,
    keyPrint,
    trail,
    log,
    tickMs,
    isLeading: () => isLeading,
    read: async () => ({ answer: new Uint8Array(), raw: { success: true, data: balance } }),
  });
  made.automate((op, input, as) => gateway.call(op, input, { ...as, address: null }));
  open.push({ close: async () => void (await Promise.all([made.close(), trail.close()])) });
  const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>, person = personWith("admin")) => {
    const found = made.operations.find((each) => each.op === op);
    return (await found?.run(input, { person, address: null, requestId: "r" })) as never;
  };
  return {
    ask,
    rail: async (id: GuardRailId) => {
      const { data } = (await ask(listGuardRails, {})) as { data: GuardRail[] };
      return data.find(({ guard_rail }) => guard_rail === id);
    },
    turnOn: (guard_rail: GuardRailId, rest: Partial<InputOf<typeof setGuardRail>> = {}) =>
      ask(setGuardRail, { guard_rail, is_on: true, ...rest }),
    planned: async () => ((await ask(listPlanned, {})) as { data: PlannedAction[] }).data,
    acts: async () => ((await ask(listAutomaticActs, {})) as { data: AutomaticAct[] }).data,
  };
}

let clockMs = 0;

/** A campaign as the collector would have read it, each time a moment later. */
async function seen(ref: string, record: Record<string, unknown>, minutesAgo = 0) {
  clockMs = Math.max(clockMs + 5, Date.now());
  const at = new Date(clockMs - minutesAgo * 60_000);
  await db
    .insert(savedTable)
    .values({ resource: "campaigns", ref, name: `Campaign ${ref}` })
    .onConflictDoNothing();
  await keepVersion(db, { keyPrint, resource: "campaigns", ref, answer: answerOf(record), at, askedBy: null });
}

const sends = () => platform.seen.map(({ method, url }) => `${method} ${url}`);
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));
const auditOf = (target: string) =>
  db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.target, target), eq(auditTable.kind, "begun")));

/** Calling hours that do not hold now, whatever the day. */
function never() {
  const { day } = wallTimeOf(Date.now(), "Europe/London");
  const days = [1, 2, 3, 4, 5, 6, 7].filter((each) => each !== day && each !== (day === 1 ? 7 : day - 1));
  return { zone: "Europe/London", days, from: "09:00", to: "17:30" };
}

const always = { zone: "Europe/London", days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "23:59" };

test("nothing is sent while guard rails are off, whatever holds", async () => {
  balance = { ...plan, localized_balance: "1.00" };
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
  balance = { ...plan, localized_balance: "9.99" };
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
      actorName: "Guard rail: Balance under the minimum",
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

test("a process that does not lead does nothing", async () => {
  await seen(randomUUID(), { status: "running" });
  await running({ isLeading: false }).turnOn("calling_hours", never());
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
  await seen(id, { status: "paused" });
  await settled();
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
  balance = { ...plan, localized_balance: "1.00" };
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
  await seen(bad, counted("paused", 112, 8));
  await settled();
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
  balance = { ...plan, localized_currency: "EUR" };
  const { turnOn, rail } = running();
  await turnOn("balance");
  await turnOn("failed_calls");
  const said = async (id: GuardRailId) => (await rail(id))?.found?.says;
  await expect.poll(() => said("balance")).toBe("Balance and minimum are in two currencies");
  await expect.poll(() => said("failed_calls")).toBe("No running campaign counts its failed calls");
  expect(sends()).toEqual([]);
});

test("a pause that is refused is told and not sent again", async () => {
  platform.answer(json(409, { success: false, message: "Campaign must be running to pause" }));
  const id = randomUUID();
  await seen(id, { status: "running" });
  const { turnOn, rail } = running();
  await turnOn("calling_hours", never());
  await expect.poll(async () => (await rail("calling_hours"))?.pauses[0]?.outcome).toBe("refused");
  await settled();
  expect(sends()).toHaveLength(1);
});

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
  const due = { at: new Date(Date.now() - minutesAgo * 60_000) };
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
    { state: "missed", message: "Not sent: Switchboard was not running at its time." },
  ]);
  expect(sends()).toEqual([]);
  expect((await one.acts())[0]).toMatchObject({ target: campaign_id, outcome: "refused" });
});

test("what is taken back or put off is not sent, and cannot be changed once it is over", async () => {
  const one = running();
  const gone = await planned(one, 1);
  const later = await planned(one, 1);
  await one.ask(takeBackPlanned, { planned_id: gone.id });
  const local = wallTimeOf(Date.now() + 7_200_000, "UTC").text;
  const when = { planned_id: later.id, action: "pause" as const, local, zone: "UTC" };
  await one.ask(changePlanned, when, { ...personWith("admin"), name: "Jon Weil" });
  await settled();
  expect(sends()).toEqual([]);
  expect(await one.planned()).toMatchObject([
    { state: "planned", action: "pause", planned_by: "Jon Weil", at: `${local}:00.000Z` },
    { state: "taken_back" },
  ]);
  await expect(one.ask(takeBackPlanned, { planned_id: gone.id })).rejects.toMatchObject({ code: "conflict" });
  await expect(one.ask(takeBackPlanned, { planned_id: "x" })).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["is not on the team any more", (id: string) => db.delete(userTable).where(eq(userTable.id, id))],
  ["is disabled", (id: string) => db.update(userTable).set({ isDisabled: true }).where(eq(userTable.id, id))],
  ["may no longer resume", (id: string) => db.update(userTable).set({ role: "support" }).where(eq(userTable.id, id))],
])("nothing is sent for a person who %s", async (says, change) => {
  const one = running();
  const { by, campaign_id, comes } = await planned(one, 1);
  await change(by.id);
  await comes();
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("refused");
  expect((await one.planned())[0]?.message).toContain(says);
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toHaveLength(1);
});

test("a process that died between the mark and the send leaves an unknown outcome, recorded once and never sent", async () => {
  const one = running();
  const { campaign_id, id } = await planned(one, 1);
  const sendingAt = new Date(Date.now() - 4 * 60_000);
  const marked = { state: "sending" as const, requestId: randomUUID(), sendingAt };
  await db.update(plannedActionTable).set(marked).where(eq(plannedActionTable.id, id));
  const pause = { keyPrint, guardRail: "calling_hours" as const, campaignId: randomUUID(), at: sendingAt };
  await db.insert(guardRailPauseTable).values({ ...pause, requestId: randomUUID() });
  await seen(pause.campaignId, { status: "running" });
  await one.turnOn("calling_hours", never());
  await expect.poll(async () => (await one.planned())[0]?.state).toBe("unknown");
  await expect.poll(async () => (await one.acts()).filter(({ outcome }) => outcome === "unknown")).toHaveLength(2);
  await settled();
  expect(sends()).toEqual([]);
  expect(await auditOf(campaign_id)).toMatchObject([
    { action: "campaigns.resume", actorName: "Planned by Mara Okafor" },
  ]);
  expect(await auditOf(pause.campaignId)).toMatchObject([{ action: "campaigns.pause" }]);
});

test("a send that ended, whose process died before it could say so, is told as the audit log has it", async () => {
  const one = running();
  const { campaign_id, id } = await planned(one, 1);
  const requestId = randomUUID();
  const entry = await console.audit.begin({
    person: personWith("admin"),
    op: pauseCampaign,
    target: campaign_id,
    request: "POST",
    requestId,
    address: null,
  });
  await console.audit.finish(entry, { outcome: "ok", status: 200, message: "Campaign resumed", body: null });
  const marked = { state: "sending" as const, requestId, sendingAt: new Date(Date.now() - 4 * 60_000) };
  await db.update(plannedActionTable).set(marked).where(eq(plannedActionTable.id, id));
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
