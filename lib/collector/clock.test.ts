import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { guardOf } from "@/lib/automation/campaign-guard";
import { createNights } from "@/lib/automation/campaign-nights";
import { progress } from "@/lib/collector/campaigns/progress";
import { storeSample } from "@/lib/collector/campaigns/samples";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { getAssistant } from "@/lib/contract/api/assistants";
import { type CampaignProgress, getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { Problem } from "@/lib/contract/problem";
import { campaignSampleTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { Collector } from "./collector";

const database = await freshDatabase();

const accountId = "one organization";
const hourMs = 3_600_000;
let collector: Collector | undefined;

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await collector?.close();
});

const versionOf = async (ref: string) => {
  const isOfRecord = eq(recordVersionTable.ref, ref);
  return (await database.db.select().from(recordVersionTable).where(isOfRecord))[0];
};

test("does not store a response when its process has lost the lead", async () => {
  await database.db.insert(savedTable).values({ accountId, resource: "assistants", ref: "a3" });
  let respond = () => {};
  const names = ["before", "after"];
  collector = new Collector({
    ...{ database, accountId, tickMs: 20, log: pino({ level: "silent" }) },
    async read(op, { assistant_id }) {
      if (op.id !== getAssistant.id || assistant_id !== "a3") throw new Problem("upstream-fault");
      const raw = { success: true, data: { id: "a3", name: names.shift() } };
      if (names.length === 1) await new Promise<void>((resolve) => (respond = resolve));
      return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
    },
  });
  await expect.poll(() => names).toHaveLength(1);
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 11_000);
  respond();
  await expect.poll(() => versionOf("a3")).toMatchObject({ record: { name: "after" } });
});

async function progressOf(campaign_id: string) {
  const operation = progress(database.db, accountId, { guardOf, nightsOf: createNights() }).find(
    ({ op }) => op.id === getCampaignProgress.id,
  );
  const answer = await operation?.run(
    { campaign_id },
    { person: personWith("support"), address: null, requestId: "r" },
  );
  return (answer as { data: CampaignProgress }).data;
}

test("shows the progress of the latest read when the clock was set back", async () => {
  const { db } = database;
  const nowMs = Date.now();
  const read = async (completed: number, atMs: number) => {
    const record = { id: "c2", status: "running", total: 100, completed };
    const at = new Date(atMs);
    await storeVersion(db, { accountId, resource: "campaigns", ref: "c2", answer: answerOf(record), at });
  };
  await read(10, nowMs + hourMs);
  await read(10, nowMs);
  expect(await progressOf("c2")).toMatchObject({ read_at: new Date(nowMs).toISOString() });
  await read(20, nowMs + 60_000);
  await read(15, nowMs + 30_000);
  const { counts, read_at } = await progressOf("c2");
  expect({ done: counts.done?.count, read_at }).toEqual({ done: 20, read_at: new Date(nowMs + 60_000).toISOString() });
});

test("replaces samples in the future when the clock was set back", async () => {
  const { db } = database;
  const nowMs = Date.now();
  const read = (completed: number, atMs: number) =>
    storeSample(db, { accountId, ref: "c3", record: { status: "running", total: 100, completed }, at: new Date(atMs) });
  await read(10, nowMs + hourMs);
  await read(20, nowMs);
  await read(15, nowMs - 30_000);
  const samples = await db.select().from(campaignSampleTable).where(eq(campaignSampleTable.campaignId, "c3"));
  expect(samples.map(({ handled, at }) => [handled, at.getTime()])).toEqual([[20, nowMs]]);
});
