import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Collected, Observation } from "@/lib/console/console-types";
import { savedTable } from "@/lib/console/tables";
import { personWith } from "@/lib/console/testing";
import { getCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { createCollector } from "./collector";
import { progress } from "./progress";
import { campaignSampleTable, collectorTaskTable, deliveryTable, recordVersionTable } from "./tables";

const database = await freshDatabase();
const { db, pool } = database;
await migrate(pool, consoleMigrations);

const keyPrint = "one organization";
const log = pino({ level: "silent" });
const campaign_id = "c1";
const campaign = { id: campaign_id, status: "running", total_contacts: 10, pending_contacts: 8, completed_contacts: 2 };
const answers = new Map<string, () => unknown>();
const asked: string[] = [];
const open: { close(): Promise<void> }[] = [];

function collector(name = "a") {
  const made = createCollector({
    database,
    keyPrint,
    tickMs: 20,
    log,
    async read(op: Operation): Promise<Collected> {
      asked.push(`${name} ${op.id}`);
      const raw = answers.get(op.id)?.();
      return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
    },
  });
  open.push(made);
  return made;
}

const ask = async () => {
  const [implemented] = progress(db, keyPrint);
  const answer = await implemented?.run(
    { campaign_id },
    { person: personWith("support"), address: null, requestId: "r" },
  );
  return (answer as { data: import("@/lib/contract/console/campaign-progress").CampaignProgress | null }).data;
};

beforeEach(async () => {
  for (const table of [deliveryTable, recordVersionTable, campaignSampleTable, collectorTaskTable, savedTable])
    await db.delete(table);
  asked.length = 0;
  answers.set("webhooks.logs", () => ({ success: true, data: [{ id: "d1", webhook_id: "w", status: "failed" }] }));
  answers.set("campaigns.get", () => ({ success: true, data: campaign }));
  await db.insert(savedTable).values({ resource: "campaigns", ref: campaign_id, lastStatusWord: "running" });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

test("of two processes one reads, and when it is gone the other goes on", async () => {
  const both = { a: collector("a"), b: collector("b") };
  const leading = () => (["a", "b"] as const).filter((name) => both[name].isLeading());
  await expect.poll(leading).toHaveLength(1);
  const [first = "a"] = leading();
  const other = first === "a" ? "b" : "a";
  const readBy = (name: string) => [`${name} campaigns.get`, `${name} webhooks.logs`];
  await expect.poll(() => [...new Set(asked)].toSorted()).toEqual(readBy(first));
  await both[first].close();
  asked.length = 0;
  await expect.poll(leading).toEqual([other]);
  await expect.poll(() => [...new Set(asked)].toSorted()).toEqual(readBy(other));
  expect(await db.select().from(deliveryTable)).toHaveLength(1);
  expect(await db.select().from(recordVersionTable)).toHaveLength(1);
});

test("a campaign's counts become its progress, and what changes between two reads is told", async () => {
  const made = collector();
  await expect.poll(async () => (await ask())?.samples.length).toBe(1);
  const later = { ...campaign, pending_contacts: 5, completed_contacts: 5, updated_at: "2026-11-20T14:00:00Z" };
  answers.set("campaigns.get", () => ({ success: true, data: later }));
  made.observe(sent(pauseCampaign));
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

test("what a person opens is kept under their name, also where nothing is collected", async () => {
  const [leading, other] = [collector(), collector()];
  await expect.poll(() => [leading, other].some((each) => each.isLeading())).toBe(true);
  await expect.poll(async () => (await ask())?.status).toBe("running");
  other.observe({ ...sent(getCampaign), raw: { success: true, data: { ...campaign, status: "paused" } } });
  await expect.poll(async () => (await ask())?.status).toBe("paused");
  const kept = await db.select().from(recordVersionTable).where(eq(recordVersionTable.ref, campaign_id));
  expect(kept.map(({ askedBy }) => askedBy)).toEqual([null, "support"]);
});

test("a record with a text that the database cannot hold is kept all the same", async () => {
  answers.set("campaigns.get", () => ({ ...campaign, status: "run\0ning", note: "half \ud83d" }));
  collector();
  await expect.poll(async () => (await ask())?.status).toBe("run\ufffdning");
});

test("a platform that fails is asked less and less, and the failure is noted", async () => {
  answers.set("webhooks.logs", () => {
    throw new Problem("upstream-fault", "The API answered 500.");
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
