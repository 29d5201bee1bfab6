import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { listDrift } from "@/lib/contract/console/drift";
import { changeRecords, forgetRecord, listSaved, saveRecord } from "@/lib/contract/console/saved";
import type { InputOf, OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Observation } from "@/lib/gateway/observation";
import { freshConsole, personWith } from "@/lib/testing/console";
import { Observer } from "./observer";

const { console, database, run } = await freshConsole();
beforeEach(async () => {
  await console.close();
  await database.pool.query("delete from console.saved_record; delete from console.drift");
});

const observation = (values: Partial<Observation>): Observation => ({
  op: getAssistant,
  input: { assistant_id: "a/1" },
  person: personWith("support"),
  at: new Date("2026-11-20T10:00:00Z"),
  ms: 12,
  status: 200,
  problem: null,
  ...values,
});
const gone = new Problem("not_found", undefined, { upstream: { status: 404 } });

const list = async (role: Role = "admin", input: InputOf<typeof listSaved> = {}) => {
  await console.close();
  const { data } = (await run(listSaved, input, personWith(role))) as OutputOf<typeof listSaved>;
  return data;
};

test("uses the title of a record without a name", async () => {
  console.observe(observation({ op: getCampaign, input: { campaign_id: "c1" }, raw: { title: "Spring" } }));
  console.observe(observation({ op: getCampaign, input: { campaign_id: "c2" }, raw: { name: "", title: "Autumn" } }));
  expect((await list()).map(({ ref, name }) => [ref, name])).toEqual([
    ["c1", "Spring"],
    ["c2", "Autumn"],
  ]);
  expect(await list("admin", { resource: "campaigns", ref: "c2" })).toMatchObject([{ name: "Autumn" }]);
  expect(await list("admin", { resource: "calls", ref: "c2" })).toEqual([]);
});

test("announces the first opening of a record once", async () => {
  const announced: string[][] = [];
  const observer = new Observer({
    db: database.db,
    accountId: "",
    changed: (keys) => announced.push([...keys]),
    log: pino({ level: "silent" }),
  });
  const open = (campaign_id: string, rest: Partial<Observation> = {}) => {
    observer.observe(observation({ op: getCampaign, input: { campaign_id }, raw: { name: "Spring" }, ...rest }));
    return observer.flush();
  };
  await open("c1", { isBackground: true });
  expect(announced).toEqual([]);
  await open("c1");
  expect(announced).toEqual([["saved", "overview"]]);
  await open("c1");
  await open("c2", { status: 404, problem: gone });
  expect(announced).toHaveLength(1);
  await open("c2");
  expect(announced).toHaveLength(2);
  await open("c2", { status: 404, problem: gone });
  expect(announced.at(-1)).toEqual(["saved", "records"]);
});

test("registers an opened record with its name and status", async () => {
  console.observe(observation({ raw: { success: true, data: { name: "Nora", status: "published" } } }));
  expect(await list()).toEqual([
    {
      resource: "assistants",
      ref: "a/1",
      label: null,
      name: "Nora",
      pinned: false,
      last_status_word: "published",
      last_seen_at: "2026-11-20T10:00:00.000Z",
      opened_by: "support",
      named_by: null,
      not_found_since: null,
    },
  ]);
});

test("registers a record without an envelope, name or status", async () => {
  console.observe(observation({ op: getCampaign, input: { campaign_id: "c1" }, raw: { name: "November", status: 4 } }));
  console.observe(observation({ op: getCall, input: { call_id: "k1" }, raw: { id: "k1" } }));
  expect((await list()).map(({ ref, name, last_status_word }) => [ref, name, last_status_word])).toEqual([
    ["k1", null, null],
    ["c1", "November", "4"],
  ]);
});

test("registers a record that was read in the background as not opened", async () => {
  const background = { isBackground: true, person: personWith("admin"), at: new Date("2026-11-20T11:00:00Z") };
  console.observe(observation({ ...background, raw: { name: "Nora", status: "draft" } }));
  expect(await list()).toMatchObject([{ name: "Nora", opened_by: null, last_seen_at: null }]);
  const opening = { opened_by: "support", last_seen_at: "2026-11-20T10:00:00.000Z" };
  console.observe(observation({ raw: { name: "Nora", status: "draft" } }));
  console.observe(observation({ ...background, raw: { name: "Nora B", status: "published" } }));
  expect(await list()).toMatchObject([{ name: "Nora B", last_status_word: "published", ...opening }]);
  console.observe(observation({ ...background, status: 404, problem: gone }));
  expect(await list()).toMatchObject([{ ...opening, not_found_since: "2026-11-20T11:00:00.000Z" }]);
});

test("stores the time of the first 404 until the record is found again", async () => {
  console.observe(observation({ raw: { name: "Nora" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
  console.observe(observation({ status: 404, problem: gone, at: new Date("2026-11-20T11:00:00Z") }));
  await list();
  console.observe(observation({ status: 404, problem: gone, at: new Date("2026-11-20T12:00:00Z") }));
  expect((await list())[0]).toMatchObject({ name: "Nora", not_found_since: "2026-11-20T11:00:00.000Z" });
  console.observe(observation({ raw: { name: "Nora" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
});

test("marks a deleted tool as gone until the platform returns it again", async () => {
  const tool = (values: Partial<Observation>) => observation({ op: getTool, input: { tool_id: "t1" }, ...values });
  console.observe(tool({ raw: { name: "find_account" } }));
  await list();
  console.observe(tool({ op: deleteTool, status: 500, problem: new Problem("upstream-fault") }));
  expect((await list())[0]?.not_found_since).toBeNull();
  console.observe(tool({ op: deleteTool, at: new Date("2026-11-20T11:00:00Z") }));
  expect((await list())[0]).toMatchObject({ name: "find_account", not_found_since: "2026-11-20T11:00:00.000Z" });
  console.observe(tool({ raw: { name: "find_account" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
});

test("ignores reads of parts of a record", async () => {
  const call = { input: { call_id: "c1" }, raw: { data: { name: "Carys", status: "ended" } } };
  const below = { ...getCall, id: "calls.transcript", path: "/v1/calls/{call_id}/transcript" } as const;
  console.observe(observation({ op: getCall, ...call }));
  console.observe(observation({ op: below, input: call.input, raw: { data: { lines: "" } } }));
  console.observe(observation({ op: below, input: call.input, status: 404, problem: gone }));
  expect(await list()).toMatchObject([{ ref: "c1", name: "Carys", last_status_word: "ended", not_found_since: null }]);
});

test("registers nothing for unknown records, lists, sends and faults", async () => {
  console.observe(observation({ status: 404, problem: gone }));
  console.observe(observation({ op: listPhoneNumbers, input: {}, raw: { data: [] } }));
  console.observe(observation({ op: endCall, input: { call_id: "k1" }, raw: { status: "ended" } }));
  console.observe(observation({ status: 500, problem: new Problem("upstream-fault", "It failed.") }));
  expect(await list()).toEqual([]);
});

test("lists and changes only records that the role can read", async () => {
  console.observe(observation({ raw: { name: "Nora" } }));
  console.observe(observation({ op: getCall, input: { call_id: "k1" }, raw: {} }));
  expect((await list("campaign_manager")).map(({ ref }) => ref)).toEqual(["a/1"]);
  expect(await list("campaign_manager", { resource: "calls" })).toEqual([]);
  for (const op of [saveRecord, forgetRecord])
    await expect(run(op, { resource: "calls", ref: "k1" }, personWith("campaign_manager"))).rejects.toMatchObject({
      code: "forbidden",
    });
});

test("keeps a label and a pin when the record is opened again, until it is forgotten", async () => {
  const record = { resource: "assistants", ref: "a/1" };
  await run(saveRecord, { ...record, label: "Front desk", pinned: true }, personWith("support"));
  await run(saveRecord, record, personWith("support"));
  console.observe(observation({ raw: { name: "Nora" } }));
  expect(await list()).toMatchObject([{ label: "Front desk", pinned: true, name: "Nora" }]);
  await run(saveRecord, { ...record, label: "" }, personWith("support"));
  expect(await list()).toMatchObject([{ label: null, pinned: true }]);
  await run(forgetRecord, record, personWith("support"));
  expect(await list()).toEqual([]);
});

test("pins, labels and forgets several records at once", async () => {
  console.observe(observation({ raw: { name: "Nora" } }));
  await list();
  const change = (input: object, role: Role = "support") =>
    run(changeRecords, { resource: "assistants", refs: ["a/1", "b2", "b2"], ...input }, personWith(role));
  expect(await change({ change: "pin" })).toMatchObject({ message: "2 records pinned.", data: { changed: 2 } });
  expect(await change({ change: "label", label: "Night" })).toMatchObject({ message: "2 records labeled “Night”." });
  expect(await list()).toMatchObject([
    { ref: "a/1", name: "Nora", label: "Night", pinned: true },
    { ref: "b2", name: null, label: "Night", pinned: true },
  ]);
  await change({ change: "label" });
  await change({ change: "unpin", refs: ["b2"] });
  expect((await list()).map(({ label, pinned }) => [label, pinned])).toEqual([
    [null, true],
    [null, false],
  ]);
  expect(await change({ change: "forget", refs: ["a/1", "b2", "c3"] })).toMatchObject({ data: { changed: 2 } });
  expect(await list()).toEqual([]);
  await expect(change({ resource: "calls", change: "pin" }, "campaign_manager")).rejects.toThrow();
});

const fill = (columns: string, values: string) =>
  database.pool.query(
    `insert into console.saved_record (key_print, resource, ref, opened_by, ${columns})
     select '', 'assistants', 'r' || n, 'support', ${values} from generate_series(1, 1000) n`,
  );

const registeredCount = async () =>
  (await database.pool.query("select count(*)::int as all from console.saved_record")).rows[0].all;

test("refuses another pin or label when 1,000 records of a resource are registered", async () => {
  await fill("label", "'a label'");
  const save = (ref: string, input: object, role: Role = "support") =>
    run(saveRecord, { resource: "assistants", ref, ...input }, personWith(role));
  const full = "This list can hold 1,000 records. Remove some to add more.";
  for (const role of ["support", "admin"] as const)
    for (const input of [{ pinned: true }, {}]) await expect(save("one more", input, role)).rejects.toThrow(full);
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

test("registers no record when a pin or label is removed", async () => {
  const none = { resource: "assistants", refs: Array.from({ length: 1000 }, (_, n) => `made up ${n}`) };
  for (const change of ["unpin", "label"])
    expect(await run(changeRecords, { ...none, change }, personWith("support"))).toMatchObject({
      data: { changed: 0 },
    });
  for (const input of [{ pinned: false }, { label: "" }])
    await expect(
      run(saveRecord, { resource: "assistants", ref: "made up", ...input }, personWith("support")),
    ).rejects.toMatchObject({ code: "not_found" });
  expect(await registeredCount()).toBe(0);
});

test("evicts records that nobody opened, then those opened the longest ago, for a pin", async () => {
  await fill("last_seen_at", "timestamptz '2026-11-01' + n * interval '1 second'");
  await database.pool.query("update console.saved_record set opened_by = null, last_seen_at = null where ref = 'r500'");
  const pin = { resource: "assistants", refs: ["r1", "a", "b"], change: "pin" };
  await run(changeRecords, pin, personWith("support"));
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

test("counts differences per path and kind, and unknown words one by one", async () => {
  const word = (came: string) => ({ path: "status", kind: "unknown-word", came, times: 1 }) as const;
  const missing = { path: "data[].id", kind: "missing", came: "nothing", times: 3 } as const;
  console.observe(observation({ raw: {}, drift: [word("draft"), word("paused"), missing] }));
  console.observe(observation({ raw: {}, drift: [word("draft"), missing], at: new Date("2026-11-20T11:00:00Z") }));
  await console.close();
  console.observe(observation({ raw: {}, drift: [word("draft")], at: new Date("2026-11-20T12:00:00Z") }));
  await console.close();
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data.map(({ path, kind, came, times }) => [path, kind, came, times])).toEqual([
    ["status", "unknown-word", "draft", 3],
    ["data[].id", "missing", "nothing", 6],
    ["status", "unknown-word", "paused", 1],
  ]);
  expect(data[0]).toMatchObject({
    first_seen_at: "2026-11-20T10:00:00.000Z",
    last_seen_at: "2026-11-20T12:00:00.000Z",
  });
});

test("limits the stored words when a status field contains free text", async () => {
  const drift = Array.from(
    { length: 900 },
    (_, n) => ({ path: "status", kind: "unknown-word", came: `word ${n}`, times: 1 }) as const,
  );
  console.observe(observation({ raw: {}, drift }));
  await console.close();
  const { rows } = await database.pool.query("select count(*)::int as kept from console.drift");
  expect(rows[0].kept).toBe(200);
});

test("stores other records when one cannot be stored", async () => {
  await database.pool.query("alter table console.saved_record add constraint odd check (name <> 'Odd')");
  await database.pool.query("alter table console.drift add constraint odd check (path <> 'odd')");
  const missing = (path: string) => ({ path, kind: "missing", came: "nothing", times: 1 }) as const;
  console.observe(observation({ input: { assistant_id: "odd" }, raw: { name: "Odd" }, drift: [missing("odd")] }));
  console.observe(observation({ raw: { name: "Nora" }, drift: [missing("id")] }));
  expect((await list()).map(({ name }) => name)).toEqual(["Nora"]);
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data.map(({ path }) => path)).toEqual(["id"]);
});

test("does not register a record when its ID is too long", async () => {
  console.observe(observation({ input: { assistant_id: "x".repeat(501) }, raw: { name: "Nora" } }));
  expect(await list()).toEqual([]);
});

test("replaces NUL in names and words", async () => {
  const drift = [{ path: "a\0", kind: "unknown-word", came: "on\0", times: 1 } as const];
  console.observe(observation({ raw: { name: "No\0ra", status: "on\0" }, drift }));
  expect(await list()).toMatchObject([{ name: "No[U+0000]ra", last_status_word: "on\ufffd" }]);
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data).toMatchObject([{ path: "a\ufffd", came: "on\ufffd" }]);
});

test("registers IDs in the response to a send, without changing opened records", async () => {
  const tool = "11111111-2222-3333-4444-555555555555";
  console.observe(observation({ op: getCampaign, input: { campaign_id: "c1" }, raw: { name: "Winter" } }));
  const data = { call_id: "k1", sessionId: "s1", campaign: { id: "c1" }, workflow_ref: "intake/router", id: "no kind" };
  const raw = { success: true, data: { ...data, tools: [tool, "by name", { id: "t2" }], provider_call_id: "x" } };
  console.observe(observation({ op: endCall, input: { call_id: "k1" }, raw }));
  const registered = (await list()).map(
    ({ resource, ref, named_by }) => `${resource} ${ref}${named_by ? " named" : ""}`,
  );
  expect(registered.toSorted()).toEqual([
    "campaigns c1",
    "sessions s1 named",
    "tools 11111111-2222-3333-4444-555555555555 named",
    "tools t2 named",
    "workflows intake/router named",
  ]);
});
