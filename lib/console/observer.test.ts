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
import type { Observation } from "./console-types";
import { createObserver } from "./observer";
import { freshConsole, personWith } from "./testing";

const { console, database, run } = await freshConsole();
beforeEach(async () => {
  await console.close();
  await database.pool.query("delete from console.saved_record; delete from console.drift");
});

const seen = (given: Partial<Observation>): Observation => ({
  op: getAssistant,
  input: { assistant_id: "a/1" },
  person: personWith("support"),
  at: new Date("2026-11-20T10:00:00Z"),
  ms: 12,
  status: 200,
  problem: null,
  ...given,
});
const gone = new Problem("not_found", undefined, { upstream: { status: 404 } });

const list = async (role: Role = "admin", input: InputOf<typeof listSaved> = {}) => {
  await console.close();
  const { data } = (await run(listSaved, input, personWith(role))) as OutputOf<typeof listSaved>;
  return data;
};

test("a record without a name is known by its title", async () => {
  console.observe(seen({ op: getCampaign, input: { campaign_id: "c1" }, raw: { title: "Spring" } }));
  console.observe(seen({ op: getCampaign, input: { campaign_id: "c2" }, raw: { name: "", title: "Autumn" } }));
  expect((await list()).map(({ ref, name }) => [ref, name])).toEqual([
    ["c1", "Spring"],
    ["c2", "Autumn"],
  ]);
  expect(await list("admin", { resource: "campaigns", ref: "c2" })).toMatchObject([{ name: "Autumn" }]);
  expect(await list("admin", { resource: "calls", ref: "c2" })).toEqual([]);
});

test("what is opened for the first time is reported once, so that lists and first steps show it", async () => {
  const announced: string[][] = [];
  const observer = createObserver({
    db: database.db,
    keyPrint: "",
    changed: (keys) => announced.push([...keys]),
    log: pino({ level: "silent" }),
  });
  const open = (campaign_id: string, rest: Partial<Observation> = {}) => {
    observer.observe(seen({ op: getCampaign, input: { campaign_id }, raw: { name: "Spring" }, ...rest }));
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

test("a record somebody opened is known from then on, by its name and its last word", async () => {
  console.observe(seen({ raw: { success: true, data: { name: "Nora", status: "published" } } }));
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

test("a bare record is read as well, and one without name or status is known by its ref", async () => {
  console.observe(seen({ op: getCampaign, input: { campaign_id: "c1" }, raw: { name: "November", status: 4 } }));
  console.observe(seen({ op: getCall, input: { call_id: "k1" }, raw: { id: "k1" } }));
  expect((await list()).map(({ ref, name, last_status_word }) => [ref, name, last_status_word])).toEqual([
    ["k1", null, null],
    ["c1", "November", "4"],
  ]);
});

test("a read in the background keeps its name and word, and opens nothing", async () => {
  const background = { isBackground: true, person: personWith("admin"), at: new Date("2026-11-20T11:00:00Z") };
  console.observe(seen({ ...background, raw: { name: "Nora", status: "draft" } }));
  expect(await list()).toMatchObject([{ name: "Nora", opened_by: null, last_seen_at: null }]);
  const opening = { opened_by: "support", last_seen_at: "2026-11-20T10:00:00.000Z" };
  console.observe(seen({ raw: { name: "Nora", status: "draft" } }));
  console.observe(seen({ ...background, raw: { name: "Nora B", status: "published" } }));
  expect(await list()).toMatchObject([{ name: "Nora B", last_status_word: "published", ...opening }]);
  console.observe(seen({ ...background, status: 404, problem: gone }));
  expect(await list()).toMatchObject([{ ...opening, not_found_since: "2026-11-20T11:00:00.000Z" }]);
});

test("404 says since when, keeps the first moment, and a later answer takes it back", async () => {
  console.observe(seen({ raw: { name: "Nora" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
  console.observe(seen({ status: 404, problem: gone, at: new Date("2026-11-20T11:00:00Z") }));
  await list();
  console.observe(seen({ status: 404, problem: gone, at: new Date("2026-11-20T12:00:00Z") }));
  expect((await list())[0]).toMatchObject({ name: "Nora", not_found_since: "2026-11-20T11:00:00.000Z" });
  console.observe(seen({ raw: { name: "Nora" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
});

test("a tool deleted from here is gone, and there again once the platform returns it", async () => {
  const tool = (given: Partial<Observation>) => seen({ op: getTool, input: { tool_id: "t1" }, ...given });
  console.observe(tool({ raw: { name: "find_account" } }));
  await list();
  console.observe(tool({ op: deleteTool, status: 500, problem: new Problem("upstream-fault") }));
  expect((await list())[0]?.not_found_since).toBeNull();
  console.observe(tool({ op: deleteTool, at: new Date("2026-11-20T11:00:00Z") }));
  expect((await list())[0]).toMatchObject({ name: "find_account", not_found_since: "2026-11-20T11:00:00.000Z" });
  console.observe(tool({ raw: { name: "find_account" } }));
  expect((await list())[0]?.not_found_since).toBeNull();
});

test("what lies below a record is not taken for the record", async () => {
  const call = { input: { call_id: "c1" }, raw: { data: { name: "Carys", status: "ended" } } };
  const below = { ...getCall, id: "calls.transcript", path: "/v1/calls/{call_id}/transcript" } as const;
  console.observe(seen({ op: getCall, ...call }));
  console.observe(seen({ op: below, input: call.input, raw: { data: { lines: "" } } }));
  console.observe(seen({ op: below, input: call.input, status: 404, problem: gone }));
  expect(await list()).toMatchObject([{ ref: "c1", name: "Carys", last_status_word: "ended", not_found_since: null }]);
});

test("what was never found, lists, sends and faults leave nothing", async () => {
  console.observe(seen({ status: 404, problem: gone }));
  console.observe(seen({ op: listPhoneNumbers, input: {}, raw: { data: [] } }));
  console.observe(seen({ op: endCall, input: { call_id: "k1" }, raw: { status: "ended" } }));
  console.observe(seen({ status: 500, problem: new Problem("upstream-fault", "It failed.") }));
  expect(await list()).toEqual([]);
});

test("a person sees, labels and forgets only what their role may read", async () => {
  console.observe(seen({ raw: { name: "Nora" } }));
  console.observe(seen({ op: getCall, input: { call_id: "k1" }, raw: {} }));
  expect((await list("campaign_manager")).map(({ ref }) => ref)).toEqual(["a/1"]);
  expect(await list("campaign_manager", { resource: "calls" })).toEqual([]);
  for (const op of [saveRecord, forgetRecord])
    await expect(run(op, { resource: "calls", ref: "k1" }, personWith("campaign_manager"))).rejects.toMatchObject({
      code: "forbidden",
    });
});

test("a label and a pin stay when the record is opened again, and go when it is forgotten", async () => {
  const it = { resource: "assistants", ref: "a/1" };
  await run(saveRecord, { ...it, label: "Front desk", pinned: true }, personWith("support"));
  await run(saveRecord, it, personWith("support"));
  console.observe(seen({ raw: { name: "Nora" } }));
  expect(await list()).toMatchObject([{ label: "Front desk", pinned: true, name: "Nora" }]);
  await run(saveRecord, { ...it, label: "" }, personWith("support"));
  expect(await list()).toMatchObject([{ label: null, pinned: true }]);
  await run(forgetRecord, it, personWith("support"));
  expect(await list()).toEqual([]);
});

test("several records are pinned, labelled and forgotten at once, known before or not", async () => {
  console.observe(seen({ raw: { name: "Nora" } }));
  await list();
  const change = (given: object, role: Role = "support") =>
    run(changeRecords, { resource: "assistants", refs: ["a/1", "b2", "b2"], ...given }, personWith(role));
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

const knownNow = async () =>
  (await database.pool.query("select count(*)::int as all from console.saved_record")).rows[0].all;

test("up to 1,000 records of a resource are known by a label or a pin, and another is refused", async () => {
  await fill("label", "'a label'");
  const save = (ref: string, given: object, role: Role = "support") =>
    run(saveRecord, { resource: "assistants", ref, ...given }, personWith(role));
  const full = "At most 1,000 can be known here. Forget some to make room.";
  for (const role of ["support", "admin"] as const)
    for (const given of [{ pinned: true }, {}]) await expect(save("one more", given, role)).rejects.toThrow(full);
  const several = { resource: "assistants", refs: ["r9", "one more"], change: "label", label: "x" };
  await expect(run(changeRecords, several, personWith("support"))).rejects.toThrow(full);
  await save("r7", { label: "another label" });
  console.observe(seen({ input: { assistant_id: "opened" }, raw: { id: "opened" } }));
  await console.close();
  expect(await knownNow()).toBe(1000);
  await run(forgetRecord, { resource: "assistants", ref: "r1" }, personWith("support"));
  await save("room again", { label: "x" });
  expect(await knownNow()).toBe(1000);
});

test("a pin or a label that is taken away makes no record known", async () => {
  const none = { resource: "assistants", refs: Array.from({ length: 1000 }, (_, n) => `made up ${n}`) };
  for (const change of ["unpin", "label"])
    expect(await run(changeRecords, { ...none, change }, personWith("support"))).toMatchObject({
      data: { changed: 0 },
    });
  for (const given of [{ pinned: false }, { label: "" }])
    await expect(
      run(saveRecord, { resource: "assistants", ref: "made up", ...given }, personWith("support")),
    ).rejects.toMatchObject({ code: "not_found" });
  expect(await knownNow()).toBe(0);
});

test("what is pinned makes room of what was only named, then of what was opened the longest ago", async () => {
  await fill("last_seen_at", "timestamptz '2026-11-01' + n * interval '1 second'");
  await database.pool.query("update console.saved_record set opened_by = null, last_seen_at = null where ref = 'r500'");
  const pin = { resource: "assistants", refs: ["r1", "a", "b"], change: "pin" };
  await run(changeRecords, pin, personWith("support"));
  const { rows } = await database.pool.query(
    "select ref from console.saved_record where ref in ('r1', 'r2', 'r3', 'r500', 'a', 'b') order by ref",
  );
  expect(rows.map(({ ref }) => ref)).toEqual(["a", "b", "r1", "r3"]);
});

test("of the records that were only opened the last ones are kept", async () => {
  await fill("last_seen_at", "timestamptz '2026-11-01' + n * interval '1 second'");
  await database.pool.query("update console.saved_record set is_pinned = true where ref = 'r1'");
  console.observe(seen({ input: { assistant_id: "new" }, raw: { id: "new" } }));
  await console.close();
  const { rows } = await database.pool.query(
    "select ref from console.saved_record where ref in ('r1','r2','r3','new')",
  );
  expect(rows.map(({ ref }) => ref).sort()).toEqual(["new", "r1", "r3"]);
  console.observe(seen({ input: { assistant_id: "newer" }, raw: { id: "newer" } }));
  await console.close();
  const left = await database.pool.query("select ref from console.saved_record where ref in ('r1','r2','r3','newer')");
  expect(left.rows.map(({ ref }) => ref).sort()).toEqual(["newer", "r1"]);
});

test("drift is counted, each place and kind once, unknown words each by themselves", async () => {
  const word = (came: string) => ({ path: "status", kind: "unknown-word", came, times: 1 }) as const;
  const missing = { path: "data[].id", kind: "missing", came: "nothing", times: 3 } as const;
  console.observe(seen({ raw: {}, drift: [word("draft"), word("paused"), missing] }));
  console.observe(seen({ raw: {}, drift: [word("draft"), missing], at: new Date("2026-11-20T11:00:00Z") }));
  await console.close();
  console.observe(seen({ raw: {}, drift: [word("draft")], at: new Date("2026-11-20T12:00:00Z") }));
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

test("free text in a status field does not fill the database", async () => {
  const drift = Array.from(
    { length: 900 },
    (_, n) => ({ path: "status", kind: "unknown-word", came: `word ${n}`, times: 1 }) as const,
  );
  console.observe(seen({ raw: {}, drift }));
  await console.close();
  const { rows } = await database.pool.query("select count(*)::int as kept from console.drift");
  expect(rows[0].kept).toBe(200);
});

test("a record that cannot be kept takes none of the others with it", async () => {
  await database.pool.query("alter table console.saved_record add constraint odd check (name <> 'Odd')");
  await database.pool.query("alter table console.drift add constraint odd check (path <> 'odd')");
  const missing = (path: string) => ({ path, kind: "missing", came: "nothing", times: 1 }) as const;
  console.observe(seen({ input: { assistant_id: "odd" }, raw: { name: "Odd" }, drift: [missing("odd")] }));
  console.observe(seen({ raw: { name: "Nora" }, drift: [missing("id")] }));
  expect((await list()).map(({ name }) => name)).toEqual(["Nora"]);
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data.map(({ path }) => path)).toEqual(["id"]);
});

test("an identifier too long to be pinned or forgotten is not remembered", async () => {
  console.observe(seen({ input: { assistant_id: "x".repeat(501) }, raw: { name: "Nora" } }));
  expect(await list()).toEqual([]);
});

test("a name with a NUL shows it, and a word is kept without it", async () => {
  const drift = [{ path: "a\0", kind: "unknown-word", came: "on\0", times: 1 } as const];
  console.observe(seen({ raw: { name: "No\0ra", status: "on\0" }, drift }));
  expect(await list()).toMatchObject([{ name: "No[U+0000]ra", last_status_word: "on\ufffd" }]);
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data).toMatchObject([{ path: "a\ufffd", came: "on\ufffd" }]);
});

test("IDs in the answer to a send are known from then on, by what it was about; one that was opened stays as it is", async () => {
  const tool = "11111111-2222-3333-4444-555555555555";
  console.observe(seen({ op: getCampaign, input: { campaign_id: "c1" }, raw: { name: "Winter" } }));
  const data = { call_id: "k1", sessionId: "s1", campaign: { id: "c1" }, workflow_ref: "intake/router", id: "no kind" };
  const raw = { success: true, data: { ...data, tools: [tool, "by name", { id: "t2" }], provider_call_id: "x" } };
  console.observe(seen({ op: endCall, input: { call_id: "k1" }, raw }));
  const known = (await list()).map(({ resource, ref, named_by }) => `${resource} ${ref}${named_by ? " named" : ""}`);
  expect(known.toSorted()).toEqual([
    "campaigns c1",
    "sessions s1 named",
    "tools 11111111-2222-3333-4444-555555555555 named",
    "tools t2 named",
    "workflows intake/router named",
  ]);
});
