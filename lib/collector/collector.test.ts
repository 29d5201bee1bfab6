import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { guardOf } from "@/lib/automation/campaign-guard";
import { createNights } from "@/lib/automation/campaign-nights";
import { progress } from "@/lib/collector/campaigns/progress";
import { paceName } from "@/lib/collector/polling/settings";
import { storeWatched } from "@/lib/collector/webhook-log/watched";
import { getCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import { endSession } from "@/lib/contract/api/sessions";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { Problem } from "@/lib/contract/problem";
import {
  collectorSettingTable,
  collectorTaskTable,
  deliveryTable,
  watchedTable,
} from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import { personWith } from "@/lib/testing/console";
import { accountId, campaign, campaign_id, freshCollector, sent } from "@/lib/testing/fresh-collector";

const { answers, changedKeys, collector, db, reads, versions } = await freshCollector();

const ask = async () => {
  const [implemented] = progress(db, accountId, { guardOf, nightsOf: createNights() });
  const answer = await implemented?.run(
    { campaign_id },
    { person: personWith("support"), address: null, requestId: "r" },
  );
  return (answer as { data: CampaignProgress | null }).data;
};

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

test("stores a sample when a campaign's counts change, and lists what else changed", async () => {
  const instance = collector();
  await expect.poll(async () => (await ask())?.samples.length).toBe(1);
  const later = { ...campaign, pending_contacts: 5, completed_contacts: 5, caller: "new" };
  answers.set("campaigns.get", () => ({ success: true, data: later }));
  instance.observe(sent(pauseCampaign));
  await expect.poll(async () => (await ask())?.samples.map(({ handled }) => handled)).toEqual([2, 5]);
  expect(await ask()).toMatchObject({
    status: "running",
    counts: { total: { count: 10, field: "total_contacts" }, done: { count: 5, field: "completed_contacts" } },
    changes: [{ fields: [{ path: "caller", after: "new" }] }],
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

test("reads a call again when its session was ended", async () => {
  await db.insert(savedTable).values(["k1", "k2"].map((ref) => ({ accountId, resource: "calls", ref })));
  const refs: unknown[] = [];
  let status = "in-progress";
  answers.set("calls.get", ({ call_id: ref }) => {
    refs.push(ref);
    return { data: { id: ref, session_id: `session of ${ref}`, status, started_at: new Date().toISOString() } };
  });
  const instance = collector();
  const words = async () =>
    (await db.select().from(savedTable).where(eq(savedTable.resource, "calls")).orderBy(savedTable.ref)).map(
      (row) => row.lastStatusWord,
    );
  await expect.poll(words).toEqual(["in-progress", "in-progress"]);
  refs.length = 0;
  status = "ended";
  instance.observe({ ...sent(endSession), input: { session_id: "session of k2" } });
  await expect.poll(words).toEqual(["in-progress", "ended"]);
  expect(refs).toEqual(["k2"]);
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

test("tells that reading is switched off when a read of the log was under way meanwhile", async () => {
  const reasons = async () => (await db.select().from(watchedTable)).map(({ endedBy }) => endedBy);
  const instance = collector();
  await expect.poll(reasons).toEqual([null]);
  const off = { is_on: false, every_seconds: 60 };
  await db
    .insert(collectorSettingTable)
    .values({ name: paceName("deliveries"), value: off, setBy: "a", setAt: new Date() });
  await expect.poll(reasons).toEqual(["off"]);
  await storeWatched(db, { accountId, webhookId: undefined }, { at: new Date(), everyMs: 15_000, startedMs: 0 });
  await expect.poll(reasons).toEqual(["off"]);
  await instance.close();
  await db.delete(collectorSettingTable);
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
