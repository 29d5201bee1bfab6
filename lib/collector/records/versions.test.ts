import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { readSettings, retriesOf } from "@/lib/collector/polling/settings";
import { removeOld } from "@/lib/collector/retention";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import {
  getEarlierWorkflow,
  getKept,
  listMissingTools,
  listRelated,
  listVersions,
  parseRetries,
  setPace,
  setRetention,
  setRetries,
} from "@/lib/contract/console/kept";
import { addRecords, listSaved } from "@/lib/contract/console/saved";
import type { InputOf, OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { collectorSettingTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { openDatabase } from "@/lib/db/database";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, keepGone, keepVersion } from "./keep-versions";

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
  keepVersion(db, { accountId, resource: "assistants", ref: "a1", answer: answerOf(record), at: at(minute) });
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
  const kept = keepVersion(waiting, read);
  const isWaiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(isWaiting)).rowCount).toBe(1);
  await sleep(200);
  await holder.query("commit");
  holder.release();
  await expect(kept).resolves.toBeTruthy();
  await close();
});

test("attributes a change to a send in between, with its sender only for admins", async () => {
  const sent = {
    person: personWith("admin"),
    op: pauseCampaign,
    target: "a1",
    request: null,
    requestId: "r",
    address: null,
  };
  const before = new Date(Date.now() - 60_000);
  const key = { accountId, resource: "campaigns", ref: "a1" };
  await keepVersion(db, { ...key, answer: answerOf({ status: "running" }), at: before });
  await console.audit.begin(sent);
  await keepVersion(db, { ...key, answer: answerOf({ status: "paused" }), at: new Date() });
  expect((await history("campaigns", "admin"))?.changes).toMatchObject([{ sent: { by: "admin" } }]);
  expect((await history("campaigns"))?.changes).toMatchObject([{ sent: { action: "campaigns.pause", by: null } }]);
});

test("attributes a change to a send only when it appears soon after", async () => {
  const sent = { person: personWith("admin"), op: publishWorkflow, target: "a1", request: null, requestId: "r2" };
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const keepWorkflow = (version: number, at: Date) =>
    keepVersion(db, { accountId, resource: "workflows", ref: "a1", answer: answerOf({ version }), at });
  await keepWorkflow(1, later(-60));
  await console.audit.begin({ ...sent, address: null });
  await keepWorkflow(1, later(1));
  await keepWorkflow(2, later(5));
  await keepWorkflow(2, later(600));
  await keepWorkflow(3, later(900));
  expect((await history("workflows", "admin"))?.changes).toMatchObject([{ sent: null }, { sent: { by: "admin" } }]);
});

test("refuses versions of records that the role cannot read", async () => {
  await expect(history("tools")).rejects.toMatchObject({ code: "forbidden" });
  expect(await history("tools", "admin")).toBeNull();
  expect(await history("plan-limits", "campaign_manager")).toBeNull();
});

test("shows the cost of a pace and changes it within limits", async () => {
  await add({ resource: "calls", refs: ["k1", "k2", "k3"] }, "admin");
  const paceOf = async (resource: string) => {
    const { paces } = (await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>;
    return paces.find((pace) => pace.resource === resource);
  };
  expect(await paceOf("calls")).toMatchObject({
    is_on: true,
    every_seconds: 3600,
    tasks: 3,
    requests_an_hour: 3,
    set_by: null,
  });
  expect(await paceOf("webhooks")).toMatchObject({ tasks: 1, requests_an_hour: 12 });
  await run(setPace, { resource: "calls", is_on: false, every_seconds: 600 }, personWith("admin"));
  expect(await paceOf("calls")).toMatchObject({ is_on: false, tasks: 3, requests_an_hour: 18, set_by: "admin" });
  const tooOften = run(setPace, { resource: "calls", is_on: true, every_seconds: 5 }, personWith("admin"));
  await expect(tooOften).rejects.toThrow("outside the allowed range");
});

test("removes versions when they are older than the chosen days", async () => {
  await keep({ name: "Nora" }, 0);
  await keep({ name: "Ines" }, 5);
  await run(setRetention, { kind: "versions", days: 7 }, personWith("admin"));
  const { sizes } = (await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>;
  expect(sizes.map(({ kind, days, rows }) => [kind, days, rows])).toEqual([
    ["deliveries", 30, 0],
    ["samples", 30, 0],
    ["versions", 7, 2],
    ["audit", null, expect.any(Number)],
  ]);
  const { days } = await readSettings(db);
  await removeOld(db, days, new Date(at(1).getTime() + 7 * 86_400_000));
  expect(await history()).toMatchObject({ changes: [] });
  await removeOld(db, days, new Date(at(9).getTime() + 7 * 86_400_000));
  expect(await history()).toBeNull();
});

test("stores and parses a retry schedule per account, with none by default", async () => {
  const retries = async () => ((await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>).retries;
  expect(await retries()).toEqual({ schedule: "", set_by: null, set_at: null });
  await run(setRetries, { schedule: " 0, 5 s, 5 min, 30min, 2 h " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "0, 5 s, 5 min, 30min, 2 h", set_by: "admin" });
  expect(parseRetries((await retries()).schedule)).toEqual([0, 5, 305, 2105, 9305]);
  expect((await retriesOf(db, "another organization")).schedule).toBe("");
  for (const schedule of ["5 s, 5 min", "0, soon", "0,,5", Array(51).fill("0").join()])
    expect(setRetries.input.safeParse({ schedule }).success, schedule).toBe(false);
  await run(setRetries, { schedule: " " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "" });
});

const add = (input: InputOf<typeof addRecords>, role: Role = "support") => run(addRecords, input, personWith(role));

test("adds each ID of a column once", async () => {
  expect(await add({ resource: "campaigns", refs: ["c1", " c2 ", "c1", ""] })).toMatchObject({
    message: "2 added.",
    data: { added: 2, known: 0 },
  });
  expect(await add({ resource: "campaigns", refs: ["c2", "c3"] })).toMatchObject({
    message: "1 added, 1 already in this list.",
  });
  const { data } = (await run(listSaved, { resource: "campaigns" }, personWith("support"))) as OutputOf<
    typeof listSaved
  >;
  expect(data.map(({ ref, opened_by }) => [ref, opened_by])).toEqual(["c1", "c2", "c3"].map((ref) => [ref, "support"]));
});

test("refuses new records when the registry is full or the role cannot read them", async () => {
  const refs = Array.from({ length: 1000 }, (_, nth) => `c${nth}`);
  await add({ resource: "campaigns", refs });
  await expect(add({ resource: "campaigns", refs: ["one more"] })).rejects.toMatchObject({ code: "conflict" });
  await expect(add({ resource: "tools", refs: ["t"] })).rejects.toMatchObject({ code: "forbidden" });
});

const keepOther = (resource: string, ref: string, record: unknown, minute = 0) =>
  keepVersion(db, { accountId, resource, ref, answer: answerOf(record), at: at(minute) });

test("finds records by a value they contain, if the role can read them", async () => {
  await run(addRecords, { resource: "campaigns", refs: ["c1", "c2", "c3"] }, personWith("admin"));
  await run(addRecords, { resource: "calls", refs: ["k1"] }, personWith("admin"));
  await keepOther("campaigns", "c1", { name: "Old", workflow_ref: "flow/1" }, 1);
  await keepOther("campaigns", "c1", { name: "Winter", workflow_ref: "flow/1", notes: "x".repeat(500) }, 2);
  await keepOther("campaigns", "c2", { name: "Elsewhere", workflow_ref: "flow/10" });
  await keepOther("campaigns", "c3", { steps: [{ uses: { ref: "flow/1" } }] }, 5);
  await keepOther("calls", "k1", { workflow_ref: "flow/1", customer_name: "Hedda" }, 9);
  const relatedTo = async (role: Role) => {
    const answer = await run(listRelated, { value: "flow/1", among: "campaigns calls" }, personWith(role));
    return (answer as OutputOf<typeof listRelated>).data;
  };
  expect((await relatedTo("admin")).map(({ ref, name }) => [ref, name])).toEqual([
    ["k1", "Call with Hedda"],
    ["c3", null],
    ["c1", "Winter"],
  ]);
  expect((await relatedTo("campaign_manager")).map(({ ref }) => ref)).toEqual(["c3", "c1"]);
  expect((await relatedTo("admin"))[2]?.fields).toEqual({ name: "Winter", workflow_ref: "flow/1" });
});

test("finds records by a tool's ID when they use its exact name in a field for tools", async () => {
  const named = {
    text: { tool: "find_account" },
    list: { tools: ["find_account"] },
    function: { model: { tools: [{ type: "function", function: { name: "find_account" } }] } },
    id: { nodes: [{ tool_id: "t1" }] },
    other: { name: "find_account", tools: ["find_account_2"], tool: null },
  };
  await run(addRecords, { resource: "workflows", refs: Object.keys(named) }, personWith("admin"));
  for (const [ref, record] of Object.entries(named)) await keepOther("workflows", ref, record);
  const usersOf = async (value: string) => {
    const answer = await run(listRelated, { value, among: "workflows" }, personWith("admin"));
    return (answer as OutputOf<typeof listRelated>).data.map(({ ref }) => ref).toSorted();
  };
  expect(await usersOf("t1")).toEqual(["id"]);
  await keepOther("tools", "t1", { id: "t1", name: "find_account" });
  expect(await usersOf("t1")).toEqual(["function", "id", "list", "text"]);
  await keepOther("tools", "unnamed", { id: "unnamed" });
  expect(await usersOf("unnamed")).toEqual([]);
});

test("lists a record's tools as missing only when they are gone", async () => {
  const missing = async (role: Role = "support") => {
    const answer = await run(listMissingTools, { resource: "workflows", ref: "w1" }, personWith(role));
    return (answer as OutputOf<typeof listMissingTools>).data;
  };
  expect(await missing()).toEqual([]);
  await run(addRecords, { resource: "tools", refs: ["t1", "t2", "t3"] }, personWith("admin"));
  await keepOther("workflows", "w1", {
    nodes: [{ tool_id: "t1" }, { tool: "book" }, { tool: "t2" }, { tool_id: "t4" }],
  });
  await keepOther("tools", "t1", { name: "find" });
  await keepOther("tools", "t2", { name: "book" });
  expect(await missing()).toEqual([]);

  await pool.query("update console.saved_record set not_found_since = $1 where ref = 't1'", [at(1)]);
  const byId = { named: "t1", is_by_name: false, since: at(1).toISOString() };
  expect(await missing()).toEqual([byId]);
  await keepGone(db, { accountId, resource: "tools", ref: "t2" }, at(2));
  const since = at(2).toISOString();
  const other = { named: "t2", is_by_name: false, since };
  expect(await missing()).toEqual([{ named: "book", is_by_name: true, since }, other, byId]);

  await pool.query("update console.saved_record set name = 'book' where ref = 't3'");
  expect(await missing()).toEqual([other, byId]);
  await keepOther("tools", "t2", { name: "book" }, 3);
  await pool.query("update console.saved_record set not_found_since = null");
  expect(await missing()).toEqual([]);
  const calls = run(listMissingTools, { resource: "calls", ref: "k1" }, personWith("campaign_manager"));
  await expect(calls).rejects.toMatchObject({ code: "forbidden" });
});

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
