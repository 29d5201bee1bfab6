import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Collected } from "@/lib/console/console-types";
import { savedTable } from "@/lib/console/tables";
import { personWith } from "@/lib/console/testing";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { type CampaignProgress, getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import type { Operation } from "@/lib/contract/operation";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createCollector } from "./collector";
import { keepSample } from "./keep-record";
import { answerOf, keepVersion } from "./keep-versions";
import { progress } from "./progress";
import { campaignSampleTable, collectorTaskTable } from "./tables";

const database = await freshDatabase();
await migrate(database.pool, consoleMigrations);

const keyPrint = "one organization";
const hourMs = 3_600_000;
const soon = { timeout: timeoutMs(5_000) };
let made: ReturnType<typeof createCollector> | undefined;

afterEach(async () => {
  vi.useRealTimers();
  await made?.close();
});

test("a clock that is set back stops no read", async () => {
  await database.db.insert(savedTable).values({ keyPrint, resource: "campaigns", ref: "c1" });
  let reads = 0;
  made = createCollector({
    database,
    keyPrint,
    tickMs: 20,
    log: pino({ level: "silent" }),
    async read(op: Operation): Promise<Collected> {
      if (op.id === getCampaign.id) reads += 1;
      const raw = { success: true, data: { id: "c1", status: "running" } };
      return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
    },
  });
  const noted = () => database.db.$count(collectorTaskTable, eq(collectorTaskTable.task, `${getCampaign.id} c1`));
  await vi.waitFor(async () => expect(await noted()).toBe(1), soon);
  expect(reads).toBe(1);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - hourMs });
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(reads).toBeGreaterThan(1), soon);
});

async function progressOf(campaign_id: string) {
  const shown = progress(database.db, keyPrint).find(({ op }) => op.id === getCampaignProgress.id);
  const answer = await shown?.run({ campaign_id }, { person: personWith("support"), address: null, requestId: "r" });
  return (answer as { data: CampaignProgress }).data;
}

test("after a clock is set back, a campaign is as far as its latest read says", async () => {
  const { db } = database;
  const nowMs = Date.now();
  const read = async (completed: number, atMs: number) => {
    const record = { id: "c2", status: "running", total: 100, completed };
    const at = new Date(atMs);
    await keepVersion(db, { keyPrint, resource: "campaigns", ref: "c2", answer: answerOf(record), at, askedBy: null });
  };
  await read(10, nowMs + hourMs);
  await read(10, nowMs);
  expect(await progressOf("c2")).toMatchObject({ read_at: new Date(nowMs).toISOString() });
  await read(20, nowMs + 60_000);
  await read(15, nowMs + 30_000);
  const { counts, read_at } = await progressOf("c2");
  expect({ done: counts.done?.count, read_at }).toEqual({ done: 20, read_at: new Date(nowMs + 60_000).toISOString() });
});

test("after a clock is set back, a campaign's latest sample is that of its latest read", async () => {
  const { db } = database;
  const nowMs = Date.now();
  const read = (completed: number, atMs: number) =>
    keepSample(db, { keyPrint, ref: "c3", record: { status: "running", total: 100, completed }, at: new Date(atMs) });
  await read(10, nowMs + hourMs);
  await read(20, nowMs);
  await read(15, nowMs - 30_000);
  const kept = await db.select().from(campaignSampleTable).where(eq(campaignSampleTable.campaignId, "c3"));
  expect(kept.map(({ through, at }) => [through, at.getTime()])).toEqual([[20, nowMs]]);
});
