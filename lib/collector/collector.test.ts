import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { guardOf } from "@/lib/automation/campaign-guard";
import { progress } from "@/lib/collector/campaigns/progress";
import { getCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import {
  campaignSampleTable,
  collectorTaskTable,
  deliveryTable,
  recordVersionTable,
} from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import { createEvents } from "@/lib/events/events";
import type { Observation, PlatformAnswer } from "@/lib/gateway/observation";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { Collector } from "./collector";

const database = await freshDatabase();
const { db } = database;

const accountId = "one organization";
const log = pino({ level: "silent" });
const campaign_id = "c1";
const campaign = { id: campaign_id, status: "running", total_contacts: 10, pending_contacts: 8, completed_contacts: 2 };
const answers = new Map<string, (input: Record<string, unknown>) => unknown>();
const reads: string[] = [];
const changedKeys: string[] = [];
const open: { close(): Promise<void> }[] = [];

function collector(name = "a") {
  const events = createEvents({ database, log, settleMs: 1 });
  const instance = new Collector({
    database,
    sent: { publish: events.sent, subscribe: events.onSent },
    accountId,
    tickMs: 20,
    log,
    changed: (keys) => void changedKeys.push(...keys),
    async read(op: Operation, input): Promise<PlatformAnswer> {
      reads.push(`${name} ${op.id}`);
      const raw = answers.get(op.id)?.(input) ?? null;
      return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
    },
  });
  open.push(instance, events);
  return instance;
}

const ask = async () => {
  const [implemented] = progress(db, accountId, guardOf);
  const answer = await implemented?.run(
    { campaign_id },
    { person: personWith("support"), address: null, requestId: "r" },
  );
  return (answer as { data: import("@/lib/contract/console/campaign-progress").CampaignProgress | null }).data;
};

beforeEach(async () => {
  for (const table of [deliveryTable, recordVersionTable, campaignSampleTable, collectorTaskTable, savedTable])
    await db.delete(table);
  for (const list of [reads, changedKeys]) list.length = 0;
  answers.clear();
  answers.set("webhooks.logs", () => ({ success: true, data: [{ id: "d1", webhook_id: "w", status: "failed" }] }));
  answers.set("campaigns.get", () => ({ success: true, data: campaign }));
  await db.insert(savedTable).values({ accountId, resource: "campaigns", ref: campaign_id, lastStatusWord: "running" });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()));
});

test("polls in one of two processes, and in the other when the first stops", async () => {
  const both = { a: collector("a"), b: collector("b") };
  const leading = () => (["a", "b"] as const).filter((name) => both[name].isLeading());
  await expect.poll(leading).toHaveLength(1);
  const [first = "a"] = leading();
  const other = first === "a" ? "b" : "a";
  const lists = ["credentials.list", "phone-numbers.list", "phone-numbers.plan_limits", "webhooks.list"];
  const readBy = (name: string, more: string[] = []) =>
    ["campaigns.get", "webhooks.logs", ...more].map((op) => `${name} ${op}`).toSorted();
  await expect.poll(() => [...new Set(reads)].toSorted()).toEqual(readBy(first, lists));
  await both[first].close();
  reads.length = 0;
  await expect.poll(leading).toEqual([other]);
  await expect.poll(() => [...new Set(reads)].toSorted()).toEqual(readBy(other));
  expect(await db.select().from(deliveryTable)).toHaveLength(1);
  expect(await versions("campaigns")).toHaveLength(1);
});

test("stores samples and changes when a campaign's counts change", async () => {
  const instance = collector();
  await expect.poll(async () => (await ask())?.samples.length).toBe(1);
  const later = { ...campaign, pending_contacts: 5, completed_contacts: 5, updated_at: "2026-11-20T14:00:00Z" };
  answers.set("campaigns.get", () => ({ success: true, data: later }));
  instance.observe(sent(pauseCampaign));
  await expect.poll(async () => (await ask())?.samples.map(({ through }) => through)).toEqual([2, 5]);
  expect(await ask()).toMatchObject({
    status: "running",
    counts: { total: { count: 10, field: "total_contacts" }, done: { count: 5, field: "completed_contacts" } },
    changes: [
      {
        fields: expect.arrayContaining([
          { path: "pending_contacts", before: 8, after: 5 },
          { path: "completed_contacts", before: 2, after: 5 },
        ]),
      },
    ],
  });
});

test("invalidates the registry only when its own data changes", async () => {
  const instance = collector();
  const times = (key: string) => changedKeys.filter((changed) => changed === key).length;
  const read = async (nth: number, record: object = {}) => {
    answers.set("campaigns.get", () => ({ success: true, data: { ...campaign, ...record } }));
    if (nth > 1) instance.observe(sent(pauseCampaign));
    await expect.poll(() => times(`campaigns ${campaign_id}`)).toBe(nth);
    return times("saved");
  };
  expect(await read(1)).toBe(0);
  expect(await read(2, { completed_contacts: 3, pending_contacts: 7 })).toBe(0);
  expect(await read(3, { name: "Meters" })).toBe(1);
  expect(await read(4, { name: "Meters", assistant_id: "as1" })).toBe(2);
});

test("stores a record that a person opens in a follower", async () => {
  const [leading, other] = [collector(), collector()];
  await expect.poll(() => [leading, other].some((process) => process.isLeading())).toBe(true);
  await expect.poll(async () => (await ask())?.status).toBe("running");
  other.observe({ ...sent(getCampaign), raw: { success: true, data: { ...campaign, status: "paused" } } });
  await expect.poll(async () => (await ask())?.status).toBe("paused");
});

test("stores a record when PostgreSQL cannot store one of its texts", async () => {
  answers.set("campaigns.get", () => ({ ...campaign, status: "run\0ning", note: "half \ud83d" }));
  collector();
  await expect.poll(async () => (await ask())?.status).toBe("run\ufffdning");
});

const versions = async (resource: string) => {
  const rows = await db
    .select()
    .from(recordVersionTable)
    .where(eq(recordVersionTable.resource, resource))
    .orderBy(recordVersionTable.ref, recordVersionTable.id);
  return rows.map(({ ref, record, goneAt }) => ({ ref, record, isGone: goneAt !== null }));
};
const registered = async (resource: string) => {
  const rows = await db.select().from(savedTable).where(eq(savedTable.resource, resource)).orderBy(savedTable.ref);
  return rows.map(({ ref, namedByResource, namedByRef, notFoundSince }) => ({
    ref,
    by: namedByResource && `${namedByResource} ${namedByRef}`,
    isGone: notFoundSince !== null,
  }));
};

test("stores each row of a paged list as a record and marks missing rows as gone", async () => {
  const numbers = Array.from({ length: 150 }, (_, nth) => ({ id: `n${100 + nth}`, status: "active" }));
  answers.set("phone-numbers.list", ({ page, limit }) => ({
    items: numbers.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit)),
    total: numbers.length,
  }));
  const instance = collector();
  await expect.poll(async () => (await versions("phone-numbers")).length).toBe(151);
  expect((await versions("phone-numbers"))[0]?.record).toEqual({ is_whole: true, rows: 150, total: 150 });
  numbers[0] = { id: "n100", status: "suspended" };
  numbers.splice(149, 1);
  instance.observe(sent({ ...pauseCampaign, id: "phone-numbers.change" }));
  await expect.poll(async () => (await versions("phone-numbers")).at(-1)).toMatchObject({ ref: "n249", isGone: true });
  const first = (await versions("phone-numbers")).filter(({ ref }) => ref === "n100");
  expect(first.map(({ record }) => record)).toMatchObject([{ status: "active" }, { status: "suspended" }]);
  expect(await versions("phone-numbers")).toHaveLength(153);
});

test("marks no record as gone when only a part of the list was read", async () => {
  answers.set("credentials.list", () => ({ data: [{ id: "k1" }], total: 1 }));
  const instance = collector();
  await expect.poll(async () => (await versions("credentials")).map(({ ref }) => ref)).toEqual(["", "k1"]);
  answers.set("credentials.list", () => ({ data: [{ id: "k2" }], total: 7 }));
  instance.observe(sent({ ...pauseCampaign, id: "credentials.change" }));
  await expect.poll(async () => (await versions("credentials")).map(({ ref }) => ref)).toEqual(["", "", "k1", "k2"]);
  expect((await versions("credentials")).filter(({ isGone }) => isGone)).toEqual([]);
});

test("registers the IDs that a record contains, with their source", async () => {
  const uuid = "11111111-2222-3333-4444-555555555555";
  answers.set("phone-numbers.list", () => ({ items: [{ id: "n1", assistant_id: "a1", campaign: "a name" }] }));
  answers.set("campaigns.get", () => ({
    data: {
      ...campaign,
      workflow_ref: "intake/router",
      last: [{ callId: "call_1", provider_call_id: "x" }],
      call: { id: "call_2" },
      session_id: "s1",
    },
    success: true,
  }));
  answers.set("workflows.get", () => ({
    ref: "intake/router",
    tools: [uuid, "by name", { id: "t2" }],
    assistant_id: 7,
  }));
  answers.set("assistants.get", ({ assistant_id }) => ({ id: assistant_id, name: "Nora", assistant_id }));
  collector();
  await expect
    .poll(() => registered("tools"))
    .toEqual([uuid, "t2"].map((ref) => ({ ref, by: "workflows intake/router", isGone: false })));
  const byCampaign = (ref: string) => ({ ref, by: "campaigns c1", isGone: false });
  expect(await registered("calls")).toEqual(["call_1", "call_2"].map(byCampaign));
  expect(await registered("sessions")).toEqual([byCampaign("s1")]);
  await expect.poll(() => registered("assistants")).toEqual([{ ref: "a1", by: "phone-numbers n1", isGone: false }]);
  await expect
    .poll(async () => (await db.select().from(savedTable).where(eq(savedTable.ref, "a1")))[0]?.name)
    .toBe("Nora");
});

test("marks a record as gone and stops polling it when it answers 404 twice", async () => {
  let isThere = false;
  answers.set("campaigns.get", () => {
    if (!isThere) throw new Problem("not_found");
    return { data: campaign, success: true };
  });
  const instance = collector();
  const times = async () => (await db.select().from(savedTable))[0]?.notFoundTimes;
  await expect.poll(times).toBe(1);
  expect(await registered("campaigns")).toMatchObject([{ isGone: false }]);
  isThere = true;
  instance.observe(sent(pauseCampaign));
  await expect.poll(times).toBe(0);
  isThere = false;
  instance.observe(sent(pauseCampaign));
  await expect.poll(times).toBe(1);
  instance.observe(sent(pauseCampaign));
  await expect.poll(() => registered("campaigns")).toMatchObject([{ isGone: true }]);
  expect(await versions("campaigns")).toMatchObject([{ isGone: true }]);
  reads.length = 0;
  instance.observe(sent(pauseCampaign));
  instance.observe(sent({ ...pauseCampaign, id: "webhooks.change" }));
  await expect.poll(() => reads).toEqual(["a webhooks.list"]);
});

test("reads only the record that was sent to", async () => {
  await db.insert(savedTable).values({ accountId, resource: "campaigns", ref: "c2" });
  const refs: unknown[] = [];
  answers.set("campaigns.get", ({ campaign_id: ref }) => {
    refs.push(ref);
    return { id: ref, status: "completed" };
  });
  const instance = collector();
  await expect.poll(() => refs.length).toBe(2);
  refs.length = 0;
  instance.observe(sent(pauseCampaign));
  await expect.poll(() => refs).toEqual([campaign_id]);
});

test("reads a record again when another process sent to it", async () => {
  const both = { a: collector("a"), b: collector("b") };
  await expect.poll(() => Object.values(both).filter((process) => process.isLeading())).toHaveLength(1);
  await expect.poll(() => reads.filter((read) => read.endsWith("campaigns.get"))).toHaveLength(1);
  const [reading, other] = both.a.isLeading() ? (["a", "b"] as const) : (["b", "a"] as const);
  reads.length = 0;
  await expect
    .poll(() => {
      both[other].observe(sent(pauseCampaign));
      return reads.includes(`${reading} campaigns.get`);
    })
    .toBe(true);
});

test("stores the last successful read and uses it as not-seen time of later entries", async () => {
  const instance = collector();
  const lastRun = async () =>
    (await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.task, "webhooks.logs")))[0];
  await expect.poll(async () => (await lastRun())?.okAt).toBeTruthy();
  const first = await lastRun();
  answers.set("webhooks.logs", () => ({ data: ["d1", "d2"].map((id) => ({ id, webhook_id: "w", status: "failed" })) }));
  instance.observe(sent({ ...pauseCampaign, id: "deliveries.change" }));
  await expect.poll(async () => (await db.select().from(deliveryTable)).length).toBe(2);
  const [entry] = await db.select().from(deliveryTable).where(eq(deliveryTable.key, "d2"));
  expect(entry?.notSeenAt).toEqual(first?.okAt);
  await expect.poll(async () => (await lastRun())?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
});

test("pauses all reads when the platform limits the rate", async () => {
  answers.set("phone-numbers.list", () => {
    throw new Problem("rate_limited", undefined, { retryAfterSeconds: 60 });
  });
  const instance = collector();
  await expect.poll(() => reads.includes("a phone-numbers.list")).toBe(true);
  await instance.close();
  const after = reads.slice(reads.indexOf("a phone-numbers.list") + 1);
  expect(after.length).toBeLessThanOrEqual(1);
});

test("backs off and stores the outcome when the platform fails", async () => {
  answers.set("webhooks.logs", () => {
    throw new Problem("upstream-fault", "The platform answered 500.");
  });
  collector();
  const runs = () => db.select().from(collectorTaskTable).where(eq(collectorTaskTable.task, "webhooks.logs"));
  await expect.poll(async () => (await runs()).map(({ outcome }) => outcome)).toEqual(["upstream-fault"]);
  expect(await db.select().from(deliveryTable)).toHaveLength(0);
});

const sent = (op: Operation): Observation => ({
  op,
  input: { campaign_id },
  person: personWith("support"),
  at: new Date(Date.now() + 1_000),
  ms: 1,
  status: 200,
  problem: null,
});
