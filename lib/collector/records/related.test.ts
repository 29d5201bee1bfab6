import { beforeEach, expect, test } from "vitest";
import { listMissingTools, listRelated } from "@/lib/contract/console/related-records";
import { addRecords } from "@/lib/contract/console/saved";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, keepGone, storeVersion } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { database, run } = await freshConsole({ collect: { accountId, read } });
const { db, pool } = database;

beforeEach(async () => {
  await db.delete(recordVersionTable);
  await pool.query("delete from console.saved_record");
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const keepOther = (resource: string, ref: string, record: unknown, minute = 0) =>
  storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: at(minute) });

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
  expect((await relatedTo("campaign_manager")).map(({ ref }) => ref)).toEqual(["k1", "c3", "c1"]);
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
  const calls = run(listMissingTools, { resource: "tools", ref: "t1" }, personWith("campaign_manager"));
  await expect(calls).rejects.toMatchObject({ code: "forbidden" });
});
