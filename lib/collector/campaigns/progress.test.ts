import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { guardOf } from "@/lib/automation/campaign-guard";
import { answerOf, keepVersion } from "@/lib/collector/records/keep-versions";
import { setCounterMeaning } from "@/lib/contract/console/campaign-counters";
import { getListsElsewhere, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import type { InputOf, Operation, OutputOf } from "@/lib/contract/operation";
import { auditTable } from "@/lib/db/console/tables/audit";
import { campaignSampleTable, counterMeaningTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { contactImportTable } from "@/lib/db/console/tables/imports";
import { savedTable } from "@/lib/db/console/tables/registry";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { runDueWork } from "@/lib/platform/campaigns/campaign-worker";
import { seeded } from "@/lib/platform/seed/seed";
import { callTable } from "@/lib/platform/tables/calls";
import { campaignTable, contactTable } from "@/lib/platform/tables/campaigns";
import { personWith } from "@/lib/testing/console";
import { seededDatabase } from "@/lib/testing/local-platform";
import { progress } from "./progress";
import { keepSample } from "./samples";

const database = await seededDatabase();
const { db } = database;
await migrate(database.pool, consoleMigrations);

const accountId = "one organization";
const second = 1_000;

async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const operation = progress(db, accountId, guardOf).find((candidate) => candidate.op === (op as Operation));
  return (await operation?.run(input, { person: personWith("admin"), address: null, requestId: "r" })) as OutputOf<Op>;
}

async function keep(ref: string, record: Record<string, unknown>, at: Date) {
  await keepVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at });
  await keepSample(db, { accountId, ref, record, at });
}

beforeEach(async () => {
  for (const table of [recordVersionTable, campaignSampleTable, counterMeaningTable, savedTable, contactImportTable])
    await db.delete(table);
});

/** A campaign of the local platform with a clock that is moved by hand, far ahead of the real one. */
async function runningCampaign(contacts: number) {
  await db.update(campaignTable).set({ status: "paused" });
  const id = seeded.campaigns.draft;
  await db.delete(contactTable).where(eq(contactTable.campaign_id, id));
  await db.delete(callTable).where(eq(callTable.campaign_id, id));
  const rows = Array.from({ length: contacts }, (_, index) => ({
    campaign_id: id,
    phone_number: `+1202555${String(1000 + index)}`,
    name: `Contact ${index}`,
    position: index + 2,
  }));
  await db.insert(contactTable).values(rows);
  const none = { in_progress_contacts: 0, completed_contacts: 0, failed_contacts: 0, total_calls: 0 };
  const retry_policy = { max_attempts: 3, retry_delay_seconds: 300, retry_on: ["busy", "no_answer"] };
  await db
    .update(campaignTable)
    .set({
      ...none,
      status: "running",
      total_contacts: contacts,
      pending_contacts: contacts,
      retry_policy,
      max_concurrency: 2,
    })
    .where(eq(campaignTable.id, id));
  const startMs = Date.now() + 86_400_000;
  let ms = startMs;
  const read = async () => {
    const [record] = await db.select().from(campaignTable).where(eq(campaignTable.id, id));
    if (!record) throw new Error("The campaign is gone.");
    return record;
  };
  return {
    id,
    startMs,
    read,
    nowMs: () => ms,
    async pass(seconds: number) {
      ms += seconds * second;
      const back = sql`make_interval(secs => ${seconds}::float8)`;
      await db
        .update(callTable)
        .set({ next_step_at: sql`next_step_at - ${back}` })
        .where(sql`next_step_at is not null`);
      await db
        .update(contactTable)
        .set({ next_attempt_at: sql`next_attempt_at - ${back}` })
        .where(sql`campaign_id = ${id} and status = 'pending' and next_attempt_at > now()`);
      await runDueWork(db, { speed: 1 });
    },
  };
}

test("estimates the end within a fifth of the run when half of the contacts are done", async () => {
  const campaign = await runningCampaign(150);
  const expected: { through: number; endsAt: string | null }[] = [];
  for (;;) {
    for (let step = 0; step < 3; step += 1) await campaign.pass(10);
    const record = await campaign.read();
    await keep(campaign.id, record, new Date(campaign.nowMs()));
    if (record.status !== "running") break;
    const through = record.completed_contacts + record.failed_contacts;
    if (through < record.total_contacts / 2) continue;
    const { data } = await ask(getCampaignProgress, { campaign_id: campaign.id });
    expected.push({ through, endsAt: data?.pace.endsAt ?? null });
  }
  const endedMs = campaign.nowMs();
  const off = expected.map(({ endsAt }) => Math.abs(Date.parse(endsAt ?? "") - endedMs) / (endedMs - campaign.startMs));
  expect(off.length).toBeGreaterThan(20);
  expect(Math.max(...off)).toBeLessThan(0.2);
});

test("reports a standstill within two minutes when a campaign stops moving", async () => {
  const campaign = await runningCampaign(150);
  const stillSince = async () => {
    await keep(campaign.id, await campaign.read(), new Date(campaign.nowMs()));
    return (await ask(getCampaignProgress, { campaign_id: campaign.id })).data?.pace.stillSince ?? null;
  };
  for (let reads = 0; reads < 40; reads += 1) {
    for (let step = 0; step < 3; step += 1) await campaign.pass(10);
    expect(await stillSince()).toBeNull();
  }
  await db
    .update(contactTable)
    .set({ next_attempt_at: "2999-01-01T00:00:00Z" })
    .where(eq(contactTable.status, "pending"));
  let movedAtMs = campaign.nowMs();
  let before = JSON.stringify(await campaign.read());
  for (let since: string | null = null; since === null; ) {
    for (let step = 0; step < 3; step += 1) await campaign.pass(10);
    const now = JSON.stringify(await campaign.read());
    if (now !== before) movedAtMs = campaign.nowMs();
    before = now;
    since = await stillSince();
    expect(campaign.nowMs() - movedAtMs).toBeLessThanOrEqual(120 * second);
    if (since) expect(Date.parse(since)).toBe(movedAtMs);
  }
});

const record = {
  id: "c1",
  name: "Winter",
  status: "running",
  total_contacts: 100,
  pending_contacts: 60,
  completed_contacts: 40,
};

test("lists progress, pauses, calling hours and ends of campaigns", async () => {
  const refs = ["c1", "paused", "failed", "uncounted", "unread"];
  await db
    .insert(savedTable)
    .values(refs.map((ref) => ({ accountId, resource: "campaigns", ref, label: ref === "unread" ? "Later" : null })));
  await db.insert(savedTable).values({ accountId, resource: "assistants", ref: "a1", name: "Maya" });
  const at = new Date();
  await keep(
    "c1",
    { ...record, assistant_id: "a1", pending_contacts: 80, completed_contacts: 20 },
    new Date(at.getTime() - 600_000),
  );
  await keep("c1", { ...record, assistant_id: "a1" }, at);
  const calling_hours = { start: "09:00", end: "10:00", timezone: "UTC", days: [(at.getUTCDay() + 3) % 7] };
  await keep("paused", { ...record, status: "paused", calling_hours }, at);
  await keep(
    "failed",
    { ...record, status: "failed", status_reason: "Phone number suspended", completed_at: "2026-11-19T18:57:00Z" },
    at,
  );
  await keep("uncounted", { name: "Storm notice", status: "syncing" }, at);
  await sentBefore("campaigns.pause", "paused", { actorName: "Ines Duarte" });
  const { data } = await ask(listKnownCampaigns, {});
  const byId = Object.fromEntries(data.map((campaign) => [campaign.id, campaign]));
  expect(byId.c1).toMatchObject({
    name: "Winter",
    assistant: { id: "a1", name: "Maya" },
    far: { through: 40, total: 100 },
    pace: { perMinute: 2, stillSince: null, endsAt: expect.any(String) },
  });
  expect(byId.c1?.opens_at).toBeNull();
  expect(data.map(({ id, has_hours }) => [id, has_hours]).toSorted()).toEqual([
    ["c1", false],
    ["failed", false],
    ["paused", true],
    ["uncounted", false],
    ["unread", null],
  ]);
  expect(byId.paused).toMatchObject({ paused_by: "Ines Duarte", pace: { endsAt: null } });
  expect(byId.paused?.opens_at).toMatch(/T09:00:00\.000Z$/);
  expect(byId.failed).toMatchObject({ reason: "Phone number suspended", ended_at: "2026-11-19T18:57:00.000Z" });
  expect(byId.uncounted).toMatchObject({ name: "Storm notice", status: "syncing", far: null });
  expect(byId.unread).toMatchObject({ label: "Later", name: null, far: null, read_at: null });
});

test("recounts stored samples when an admin changes the meaning of a counter", async () => {
  const at = new Date();
  await keep("c1", { status: "running", total: 100, reached: 30 }, new Date(at.getTime() - 60_000));
  await keep("c1", { status: "running", total: 100, reached: 40 }, at);
  expect((await ask(getCampaignProgress, { campaign_id: "c1" })).data?.samples).toEqual([]);
  await ask(setCounterMeaning, { field: "reached", counter: "done" });
  const { data } = await ask(getCampaignProgress, { campaign_id: "c1" });
  expect(data?.counts.done).toEqual({ count: 40, field: "reached" });
  expect(data?.samples.map(({ through }) => through)).toEqual([30, 40]);
  await ask(setCounterMeaning, { field: "total", counter: "none" });
  expect((await ask(getCampaignProgress, { campaign_id: "c1" })).data?.samples).toEqual([]);
  expect((await ask(setCounterMeaning, { field: "total", counter: "usual" })).data).toEqual({ reached: "done" });
});

test("learns from earlier sends in which states the platform accepts an action", async () => {
  const at = new Date(Date.now() - 60_000);
  await keep("c1", record, at);
  await keep("draft", { ...record, status: "draft" }, at);
  await sentBefore("campaigns.start", "c1", { outcome: "refused", status: 409 });
  await sentBefore("campaigns.start", "draft");
  await sentBefore("campaigns.pause", "never read");
  const empty = JSON.stringify({
    error: { message: "Campaign must have at least one contact to start; it has none." },
  });
  await keep("empty", { ...record, status: "created" }, at);
  await sentBefore("campaigns.start", "empty", { outcome: "refused", status: 400, body: empty });
  const { data } = await ask(getCampaignProgress, { campaign_id: "c1" });
  expect(data?.learned).toEqual({ start: { took: ["draft"], refused: ["running"] } });
});

test("reports lists that were also sent, or may have been sent, to another campaign", async () => {
  const sent = (campaignId: string, sha256: string, outcome: "ok" | "unknown" | "refused") => ({
    ...{
      id: `${campaignId} ${sha256} ${outcome}`,
      campaignId,
      sha256,
      outcome,
      fileName: "winter.csv",
      rows: 10,
      bytes: 100,
    },
    ...{ counts: {}, rules: {}, begunAt: new Date(), personId: "p", by: "Jonas Weil" },
  });
  await db
    .insert(contactImportTable)
    .values([
      sent("c1", "a", "ok"),
      sent("c1", "b", "ok"),
      sent("c2", "a", "unknown"),
      sent("c3", "b", "refused"),
      sent("c4", "x", "ok"),
      { ...sent("c5", "a", "ok"), accountId: "another organization" },
    ]);
  const { data } = await ask(getListsElsewhere, { campaign_id: "c1" });
  expect(data).toMatchObject({ lists: 2, elsewhere: [{ campaign_id: "c2", file_name: "winter.csv" }] });
});

test("estimates call lengths from the assistant when the campaign has too few calls", async () => {
  const calls = async () => (await ask(getListsElsewhere, { campaign_id: "c1" })).data.calls;
  const call = (ref: string, record: Record<string, unknown>) =>
    keepVersion(db, { accountId, resource: "calls", ref, answer: answerOf(record), at: new Date() });
  await keep("c1", { ...record, assistant_id: "a1" }, new Date());
  for (const nth of [1, 2, 3, 4, 5]) await call(`k${nth}`, { assistant_id: "a1", duration_seconds: nth * 10 });
  await call("live", { assistant_id: "a1", duration_seconds: null });
  await call("other", { assistant_id: "a2", duration_seconds: 900 });
  expect(await calls()).toMatchObject({ count: 5, mean_seconds: 30, deviation_seconds: expect.closeTo(15.8, 1) });
  for (const nth of [1, 2, 3, 4]) await call(`o${nth}`, { campaign_id: "c1", duration_seconds: 60 });
  expect((await calls())?.mean_seconds).toBe(30);
  await call("o5", { campaign_id: "c1", duration_seconds: 60 });
  expect(await calls()).toEqual({ count: 5, mean_seconds: 60, deviation_seconds: 0 });
});

let lines = 0;

async function sentBefore(action: string, target: string, values: Partial<typeof auditTable.$inferInsert> = {}) {
  const { actorName = "Jonas Weil", ...end } = values;
  const entry = `e${lines}`;
  const line = { entry, at: new Date(), mac: "" };
  await db.insert(auditTable).values([
    { ...line, id: ++lines, kind: "begun", action, target, actorName },
    { ...line, id: ++lines, kind: "finished", outcome: "ok", status: 200, ...end },
  ]);
}
