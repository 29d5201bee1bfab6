import { beforeEach, expect, test } from "vitest";
import { guardOf } from "@/lib/automation/campaign-guard";
import { createNights } from "@/lib/automation/campaign-nights";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { setCounterMeaning } from "@/lib/contract/console/campaign-counters";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { auditTable } from "@/lib/db/console/tables/audit";
import { campaignSampleTable, counterMeaningTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { contactImportTable } from "@/lib/db/console/tables/imports";
import { savedTable } from "@/lib/db/console/tables/registry";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { progress } from "./progress";
import { storeSample } from "./samples";

const database = await freshDatabase();
const { db } = database;

const accountId = "one organization";

async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const operation = progress(db, accountId, { guardOf, nightsOf: createNights() }).find(
    (candidate) => candidate.op === (op as Operation),
  );
  return (await operation?.run(input, { person: personWith("admin"), address: null, requestId: "r" })) as OutputOf<Op>;
}

async function keep(ref: string, record: Record<string, unknown>, at: Date) {
  await storeVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at });
  await storeSample(db, { accountId, ref, record, at });
}

beforeEach(async () => {
  for (const table of [recordVersionTable, campaignSampleTable, counterMeaningTable, savedTable, contactImportTable])
    await db.delete(table);
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
    handled: { count: 40, total: 100 },
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
  expect(byId.uncounted).toMatchObject({ name: "Storm notice", status: "syncing", handled: null });
  expect(byId.unread).toMatchObject({ label: "Later", name: null, handled: null, read_at: null });
});

test("a campaign that is gone has no status and no pace when others run", async () => {
  await db.insert(savedTable).values([
    { accountId, resource: "campaigns", ref: "c1" },
    { accountId, resource: "campaigns", ref: "gone", lastStatusWord: "running", notFoundSince: new Date() },
  ]);
  for (const ref of ["c1", "gone"]) await keep(ref, { ...record, id: ref }, new Date());
  const { data } = await ask(listKnownCampaigns, {});
  const stateOf = (ref: string) => data.find(({ id }) => id === ref);
  expect(stateOf("c1")).toMatchObject({ status: "running", pace: { perMinute: null } });
  expect(stateOf("gone")).toMatchObject({ status: null, pace: null, opens_at: null });
});

test("leaves fields out of the recent changes when they move at every read", async () => {
  const startMs = Date.now() - 3_600_000;
  const versions = Array.from({ length: 12 }, (_, nth) => ({
    ...{ ...record, pending_contacts: 60 - nth, completed_contacts: 40 + nth },
    ...{ server: { time: startMs + nth }, trace: `t${nth}`, updated_at: `u${nth}` },
    ...{ status: nth < 4 ? "draft" : "running", note: nth < 9 ? "a" : "b", total_contacts: nth < 9 ? 100 : 120 },
  }));
  for (const [nth, version] of versions.entries()) await keep("c1", version, new Date(startMs + nth * 10_000));
  const { data } = await ask(getCampaignProgress, { campaign_id: "c1" });
  expect(data?.changes.map(({ fields }) => fields.map(({ path, after }) => [path, after]))).toEqual([
    [
      ["note", "b"],
      ["total_contacts", 120],
    ],
    [["status", "running"]],
  ]);
  expect(data?.changes_kept).toBe(2);
  expect((await ask(getCampaignProgress, { campaign_id: "c1", changes: 1 })).data?.changes).toHaveLength(1);
});

test("recounts stored samples when an admin changes the meaning of a counter", async () => {
  const at = new Date();
  await keep("c1", { status: "running", total: 100, reached: 30 }, new Date(at.getTime() - 60_000));
  await keep("c1", { status: "running", total: 100, reached: 40 }, at);
  expect((await ask(getCampaignProgress, { campaign_id: "c1" })).data?.samples).toEqual([]);
  await ask(setCounterMeaning, { field: "reached", counter: "done" });
  const { data } = await ask(getCampaignProgress, { campaign_id: "c1" });
  expect(data?.counts.done).toEqual({ count: 40, field: "reached" });
  expect(data?.samples.map(({ handled }) => handled)).toEqual([30, 40]);
  await ask(setCounterMeaning, { field: "total", counter: "none" });
  expect((await ask(getCampaignProgress, { campaign_id: "c1" })).data?.samples).toEqual([]);
  expect((await ask(setCounterMeaning, { field: "total", counter: "usual" })).data).toEqual({ reached: "done" });
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

test("keeps the moment of the first read when the record has no counts and differs at every read", async () => {
  const first = new Date("2026-11-27T19:27:57.000Z");
  for (const [index, created_at] of ["2026-01-01T00:00:00.123Z", "2026-01-01T00:00:00.456Z"].entries())
    await keep(
      "envelope",
      { id: "envelope", state: "SCHEDULED", created_at },
      new Date(first.getTime() + index * 60_000),
    );
  const { data } = await ask(getCampaignProgress, { campaign_id: "envelope" });
  expect(data).toMatchObject({ first_seen_at: first.toISOString(), status: "SCHEDULED" });
});
