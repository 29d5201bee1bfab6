import { expect, test } from "vitest";
import { listMissingTools } from "@/lib/contract/console/related-records";
import { changeRecords } from "@/lib/contract/console/saved";
import { accountId, freshStoredRecords, minute } from "@/lib/testing/stored-records";
import { markGone, markReturned } from "./gone";
import { publishedWithMissingTools } from "./missing-tools";

const { ask, db, keep, keepVersion, pool } = await freshStoredRecords();

const missing = async (ref = "w1") => (await ask(listMissingTools, { resource: "workflows", ref }, "support")).data;
const gone = (ref: string, at = minute(1), isDeleted = false) =>
  markGone(db, { accountId, resource: "tools", ref }, { at, isDeleted });

test("lists a record's tools as missing when they are gone, by ID and by a name that no other has", async () => {
  expect(await missing()).toEqual([]);
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }, { tool: "book" }, { tool: "t2" }, { tool_id: "t4" }] });
  await keep("tools", "t1", { name: "find" });
  await keep("tools", "t2", { name: "book" });
  await keep("tools", "t3", { name: "other" });
  expect(await missing()).toEqual([]);

  await gone("t1");
  const byId = { named: "t1", name: "find", is_by_name: false, is_deleted_here: false, since: minute(1).toISOString() };
  expect(await missing()).toEqual([byId]);
  await gone("t2", minute(2));
  const since = minute(2).toISOString();
  const other = { named: "t2", name: "book", is_by_name: false, is_deleted_here: false, since };
  expect(await missing()).toEqual([{ ...other, named: "book", is_by_name: true }, other, byId]);

  await pool.query("update console.saved_record set name = 'book' where ref = 't3'");
  expect(await missing()).toEqual([other, byId]);
  await expect(ask(listMissingTools, { resource: "tools", ref: "t1" }, "viewer")).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("marks a tool as missing when it was gone before it was ever read", async () => {
  await keep("workflows", "w1", { nodes: [{ tool_id: "t9" }] });
  await gone("t9");
  expect((await missing()).map(({ named }) => named)).toEqual(["t9"]);
});

test("keeps a tool missing when it is deleted and then removed from the list", async () => {
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }] });
  expect(await gone("t1", minute(1), true)).toBe(true);
  await ask(changeRecords, { resource: "tools", refs: ["t1"], change: "forget" });
  expect(await missing()).toHaveLength(1);
});

test("no longer lists a tool as missing when the platform returns it again", async () => {
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }] });
  await keep("tools", "t1", { name: "find" });
  await gone("t1", minute(2), true);
  await keepVersion("tools", "t1", { name: "find" }, minute(1));
  await markReturned(db, { accountId, resource: "tools", ref: "t1" }, minute(1));
  expect(await missing()).toHaveLength(1);
  await keepVersion("tools", "t1", { name: "find" }, minute(3));
  await markReturned(db, { accountId, resource: "tools", ref: "t1" }, minute(3));
  expect(await missing()).toEqual([]);
});

test("finds published workflows by what is live in them when a tool is gone", async () => {
  const step = { tool_id: "t1" };
  await keep("tools", "t1", { name: "find" });
  await keep("workflows", "live", { status: "published", nodes: [step] });
  await keep("workflows", "draft", { status: "draft", nodes: [step] });
  await keep("workflows", "only in draft", { status: "published", nodes: [step], published: { nodes: [{ id: "a" }] } });
  await keep("workflows", "only live", { status: "draft", nodes: [{ id: "a" }], published: { nodes: [step] } });
  await keep("assistants", "a1", { status: "published", tool_ids: ["t1"] });
  expect(await publishedWithMissingTools(db, accountId)).toEqual([]);
  await gone("t1", minute(1), true);
  const found = await publishedWithMissingTools(db, accountId);
  expect(found.map(({ ref }) => ref)).toEqual(["live", "only live", "a1"]);
});
