import { expect, test } from "vitest";
import { getTool } from "@/lib/contract/api/tools";
import { addRecords, changeRecords, forgetRecord, saveRecord } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import type { Role } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { freshRegistry, observation } from "@/lib/testing/observed-records";

const { console, database, list, run } = await freshRegistry();

test("lists and changes only records that the role can read", async () => {
  console.observe(observation({ raw: { name: "Nora" } }));
  console.observe(observation({ op: getTool, input: { tool_id: "t1" }, raw: {} }));
  expect((await list("campaign_manager")).map(({ ref }) => ref)).toEqual(["a/1"]);
  expect(await list("campaign_manager", { resource: "tools" })).toEqual([]);
  for (const op of [saveRecord, forgetRecord])
    await expect(run(op, { resource: "tools", ref: "t1" }, personWith("campaign_manager"))).rejects.toMatchObject({
      code: "forbidden",
    });
});

test("keeps a label when the record is opened again, until it is forgotten", async () => {
  const record = { resource: "assistants", ref: "a/1" };
  await run(saveRecord, { ...record, label: "Front desk" }, personWith("support"));
  await run(saveRecord, record, personWith("support"));
  console.observe(observation({ raw: { name: "Nora" } }));
  expect(await list()).toMatchObject([{ label: "Front desk", name: "Nora" }]);
  await run(saveRecord, { ...record, label: "" }, personWith("support"));
  expect(await list()).toMatchObject([{ label: null, name: "Nora" }]);
  await run(forgetRecord, record, personWith("support"));
  expect(await list()).toEqual([]);
});

test("labels and forgets several records at once", async () => {
  console.observe(observation({ raw: { name: "Nora" } }));
  await list();
  const change = (input: object, role: Role = "support") =>
    run(changeRecords, { resource: "assistants", refs: ["a/1", "b2", "b2"], ...input }, personWith(role));
  expect(await change({ change: "label", label: "Night" })).toMatchObject({ message: "2 records labeled “Night”." });
  expect(await list()).toMatchObject([
    { ref: "a/1", name: "Nora", label: "Night" },
    { ref: "b2", name: null, label: "Night" },
  ]);
  await change({ change: "label" });
  expect((await list()).map(({ label }) => label)).toEqual([null, null]);
  expect(await change({ change: "forget", refs: ["a/1", "b2", "c3"] })).toMatchObject({ data: { changed: 2 } });
  expect(await list()).toEqual([]);
  await expect(change({ resource: "tools", change: "label" }, "campaign_manager")).rejects.toThrow();
});

const fill = (columns: string, values: string) =>
  database.pool.query(
    `insert into console.saved_record (key_print, resource, ref, opened_by, ${columns})
     select '', 'assistants', 'r' || n, 'support', ${values} from generate_series(1, 1000) n`,
  );

const registeredCount = async () =>
  (await database.pool.query("select count(*)::int as all from console.saved_record")).rows[0].all;

test("refuses another label when 1,000 records of a resource are registered", async () => {
  await fill("label", "'a label'");
  const save = (ref: string, input: object, role: Role = "support") =>
    run(saveRecord, { resource: "assistants", ref, ...input }, personWith(role));
  const full = "This list can hold 1,000 records. Remove some to add more.";
  for (const role of ["support", "admin"] as const)
    for (const input of [{ label: "x" }, {}]) await expect(save("one more", input, role)).rejects.toThrow(full);
  const several = { resource: "assistants", refs: ["r9", "one more"], change: "label", label: "x" };
  await expect(run(changeRecords, several, personWith("support"))).rejects.toThrow(full);
  await save("r7", { label: "another label" });
  console.observe(observation({ input: { assistant_id: "opened" }, raw: { id: "opened" } }));
  await console.close();
  expect(await registeredCount()).toBe(1000);
  await run(forgetRecord, { resource: "assistants", ref: "r1" }, personWith("support"));
  await save("room again", { label: "x" });
  expect(await registeredCount()).toBe(1000);
});

test("registers no record when a label is removed", async () => {
  const none = { resource: "assistants", refs: Array.from({ length: 1000 }, (_, n) => `made up ${n}`) };
  expect(await run(changeRecords, { ...none, change: "label" }, personWith("support"))).toMatchObject({
    data: { changed: 0 },
  });
  await expect(
    run(saveRecord, { resource: "assistants", ref: "made up", label: "" }, personWith("support")),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(await registeredCount()).toBe(0);
});

test("evicts records that nobody opened, then those opened the longest ago, for a label", async () => {
  await fill("last_seen_at", "timestamptz '2026-11-01' + n * interval '1 second'");
  await database.pool.query("update console.saved_record set opened_by = null, last_seen_at = null where ref = 'r500'");
  const label = { resource: "assistants", refs: ["r1", "a", "b"], change: "label", label: "x" };
  await run(changeRecords, label, personWith("support"));
  const { rows } = await database.pool.query(
    "select ref from console.saved_record where ref in ('r1', 'r2', 'r3', 'r500', 'a', 'b') order by ref",
  );
  expect(rows.map(({ ref }) => ref)).toEqual(["a", "b", "r1", "r3"]);
});

test("evicts the record that was opened the longest ago when another is opened", async () => {
  await fill("last_seen_at", "timestamptz '2026-11-01' + n * interval '1 second'");
  await database.pool.query("update console.saved_record set is_pinned = true where ref = 'r1'");
  console.observe(observation({ input: { assistant_id: "new" }, raw: { id: "new" } }));
  await console.close();
  const { rows } = await database.pool.query(
    "select ref from console.saved_record where ref in ('r1','r2','r3','new')",
  );
  expect(rows.map(({ ref }) => ref).sort()).toEqual(["new", "r1", "r3"]);
  console.observe(observation({ input: { assistant_id: "newer" }, raw: { id: "newer" } }));
  await console.close();
  const left = await database.pool.query("select ref from console.saved_record where ref in ('r1','r2','r3','newer')");
  expect(left.rows.map(({ ref }) => ref).sort()).toEqual(["newer", "r1"]);
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
  expect((await list("support")).map(({ ref, opened_by }) => [ref, opened_by])).toEqual(
    ["c1", "c2", "c3"].map((ref) => [ref, "support"]),
  );
});

test("refuses new records when the registry is full or the role cannot read them", async () => {
  const refs = Array.from({ length: 1000 }, (_, nth) => `c${nth}`);
  await add({ resource: "campaigns", refs });
  await expect(add({ resource: "campaigns", refs: ["one more"] })).rejects.toMatchObject({ code: "not_possible" });
  await expect(add({ resource: "tools", refs: ["t"] }, "campaign_manager")).rejects.toMatchObject({
    code: "forbidden",
  });
});
