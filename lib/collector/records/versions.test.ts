import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { readSettings } from "@/lib/collector/polling/settings";
import { removeOld } from "@/lib/collector/retention";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import { getKept, setRetention } from "@/lib/contract/console/collecting";
import { listVersions } from "@/lib/contract/console/record-history";
import { getEarlierWorkflow } from "@/lib/contract/console/related-records";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { collectorSettingTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { openDatabase } from "@/lib/db/database";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, storeVersion } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { console, database, run } = await freshConsole({ collect: { accountId, read } });
const { db, pool } = database;

beforeEach(async () => {
  await db.delete(recordVersionTable);
  await db.delete(collectorSettingTable);
  await pool.query("delete from console.saved_record");
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const keep = (record: unknown, minute: number) =>
  storeVersion(db, { accountId, resource: "assistants", ref: "a1", answer: answerOf(record), at: at(minute) });
const history = async (resource = "assistants", role: Role = "support") => {
  const answer = await run(listVersions, { resource, ref: "a1" }, personWith(role));
  return (answer as OutputOf<typeof listVersions>).data;
};

test("returns the changes of each version, without volatile fields", async () => {
  expect(await history()).toBeNull();
  await keep({ name: "Nora", model: { temperature: 1 }, updated_at: "13:00" }, 0);
  await keep({ name: "Nora", model: { temperature: 1 }, updated_at: "14:05" }, 5);
  await keep({ name: "Nora", model: { temperature: 2 }, updated_at: "14:09" }, 10);
  expect(await history()).toEqual({
    first_seen_at: at(0).toISOString(),
    last_seen_at: at(10).toISOString(),
    gone_at: null,
    has_more: false,
    changes: [
      {
        at: at(10).toISOString(),
        after: at(5).toISOString(),
        sent: null,
        fields: [{ path: "model.temperature", before: 1, after: 2 }],
      },
    ],
  });
});

test("shows no change that people cannot see, and keeps the first read, when a time moves by milliseconds", async () => {
  const jittering = (ms: number, name = "Nora") => ({ name, created_at: `2026-09-21T16:13:20.${100 + ms}Z` });
  for (let minute = 0; minute < 50; minute += 1) await keep(jittering(minute), minute);
  expect(await history()).toMatchObject({ first_seen_at: at(0).toISOString(), changes: [], has_more: true });
  await keep(jittering(0, "Maya"), 51);
  expect((await history())?.changes).toMatchObject([{ fields: [{ path: "name" }] }]);
});

test("keeps when a record was first read when its old versions are removed", async () => {
  await keep({ name: "Nora" }, 0);
  await keep({ name: "Maya" }, 1);
  const { days } = await readSettings(db);
  const versions = { days: 1 };
  await removeOld(db, { ...days, versions }, new Date(at(0).getTime() + 86_400_000 + 30_000));
  await keep({ name: "Nora" }, 2);
  expect(await history()).toMatchObject({ first_seen_at: at(0).toISOString(), changes: [{ at: at(2).toISOString() }] });
});

test("shows as many versions of a large record as fit, and says that older ones are not shown", async () => {
  const large = "x".repeat(1_000_000);
  for (let minute = 0; minute < 8; minute += 1) await keep({ name: `v${minute}`, steps: [large, minute] }, minute);
  const answer = await history();
  expect(answer?.has_more).toBe(true);
  expect(answer?.changes.map(({ at }) => at)).toEqual([7, 6, 5].map((minute) => at(minute).toISOString()));
  expect(answer?.changes[0]?.fields).toEqual([
    { path: "name", before: "v6", after: "v7" },
    { path: "steps.1", before: 6, after: 7 },
  ]);
});

test("shows the beginning of long values that changed", async () => {
  await keep({ text: "a".repeat(1_000_000) }, 0);
  await keep({ text: "b".repeat(1_000_000) }, 1);
  expect(JSON.stringify(await history()).length).toBeLessThan(10_000);
});

test("stores a record after waiting when another of its resource is being stored", async () => {
  const { db: waiting, pool: own, close } = openDatabase(database.url, { connections: 1 });
  await own.query("set lock_timeout = '50ms'");
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${accountId} assistants`]);
  const read = {
    accountId,
    resource: "assistants",
    ref: "a1",
    answer: answerOf({ name: "Nora" }),
    at: at(0),
  };
  const kept = storeVersion(waiting, read);
  const isWaiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(isWaiting)).rowCount).toBe(1);
  await sleep(200);
  await holder.query("commit");
  holder.release();
  await expect(kept).resolves.toBeTruthy();
  await close();
});

test.each([
  ["campaigns", pauseCampaign, "admin"],
  ["workflows", publishWorkflow, null],
] as const)(
  "attributes a change of %s to a send in between, whose sender support sees on campaigns",
  async (...row) => {
    const [resource, op, by] = row;
    const sent = { person: personWith("admin"), op, target: "a1", request: null, requestId: "r", address: null };
    const key = { accountId, resource, ref: "a1" };
    const before = new Date(Date.now() - 60_000);
    await storeVersion(db, { ...key, answer: answerOf({ status: "running" }), at: before });
    await console.audit.begin(sent);
    await storeVersion(db, { ...key, answer: answerOf({ status: "paused" }), at: new Date() });
    expect((await history(resource, "admin"))?.changes).toMatchObject([{ sent: { by: "admin" } }]);
    expect((await history(resource))?.changes).toMatchObject([{ sent: { action: op.id, by } }]);
  },
);

test("attributes a change to a send only when it appears soon after", async () => {
  const sent = { person: personWith("admin"), op: publishWorkflow, target: "a1", request: null, requestId: "r2" };
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const keepWorkflow = (version: number, at: Date) =>
    storeVersion(db, { accountId, resource: "workflows", ref: "a1", answer: answerOf({ version }), at });
  await keepWorkflow(1, later(-60));
  await console.audit.begin({ ...sent, address: null });
  await keepWorkflow(1, later(1));
  await keepWorkflow(2, later(5));
  await keepWorkflow(2, later(600));
  await keepWorkflow(3, later(900));
  expect((await history("workflows", "admin"))?.changes).toMatchObject([{ sent: null }, { sent: { by: "admin" } }]);
});

test("refuses versions of records that the role cannot read", async () => {
  await expect(history("tools", "viewer")).rejects.toMatchObject({ code: "forbidden" });
  expect(await history("tools", "admin")).toBeNull();
  expect(await history("plan-limits", "campaign_manager")).toBeNull();
});

test("removes versions when they are older than the chosen days", async () => {
  await keep({ name: "Nora" }, 0);
  await keep({ name: "Ines" }, 5);
  await run(setRetention, { kind: "versions", days: 7 }, personWith("admin"));
  const { sizes } = (await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>;
  expect(sizes.map(({ kind, days, rows }) => [kind, days, rows])).toEqual([
    ["deliveries", 30, 0],
    ["samples", 30, 0],
    ["versions", 400, 2],
    ["numbers", 90, 0],
    ["left_out", 30, 0],
    ["events", 400, 0],
    ["bodies", 30, 0],
    ["audit", null, expect.any(Number)],
  ]);
  const { days } = await readSettings(db, new Date(Date.now() + 25 * 3_600_000));
  await removeOld(db, days, new Date(at(1).getTime() + 7 * 86_400_000));
  expect(await history()).toMatchObject({ changes: [] });
  await removeOld(db, days, new Date(at(9).getTime() + 7 * 86_400_000));
  expect(await history()).toBeNull();
});

const keepOther = (resource: string, ref: string, record: unknown, minute = 0) =>
  storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: at(minute) });

test("returns the last published workflow, or else the one before its steps changed", async () => {
  const earlier = async () => {
    const answer = await run(getEarlierWorkflow, { workflow_ref: "w1" }, personWith("support"));
    return (answer as OutputOf<typeof getEarlierWorkflow>).data;
  };
  expect(await earlier()).toBeNull();
  const draft = (text: string) => ({ status: "draft", steps: [{ id: "a", text }] });
  await keepOther("workflows", "w1", draft("one"), 1);
  expect(await earlier()).toBeNull();
  await keepOther("workflows", "w1", draft("two"), 2);
  expect(await earlier()).toMatchObject({ is_published: false, record: draft("one") });
  await keepOther("workflows", "w1", { ...draft("three"), status: "published" }, 3);
  await keepOther("workflows", "w1", { ...draft("four"), status: "published", has_unpublished_changes: true }, 4);
  expect(await earlier()).toMatchObject({ is_published: true, record: { steps: [{ id: "a", text: "three" }] } });
});
