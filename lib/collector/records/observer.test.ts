import { pino } from "pino";
import { expect, test } from "vitest";
import { endCall, getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { listDrift } from "@/lib/contract/console/drift";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Observation } from "@/lib/gateway/observation";
import { personWith } from "@/lib/testing/console";
import { freshRegistry, gone, observation } from "@/lib/testing/observed-records";
import { Observer } from "./observer";

const { console, database, list, run } = await freshRegistry();

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
  expect(announced.at(-1)).toEqual(["saved", "records", "campaigns c2"]);
});

test("registers an opened record with its name and status", async () => {
  console.observe(observation({ raw: { success: true, data: { name: "Nora", status: "published" } } }));
  expect(await list()).toEqual([
    {
      resource: "assistants",
      ref: "a/1",
      label: null,
      name: "Nora",
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
  const since = "2026-11-20T11:00:00.012Z";
  expect((await list())[0]).toMatchObject({ name: "find_account", not_found_since: since });
  const during = { raw: { name: "find_account" }, at: new Date("2026-11-20T11:00:00.005Z") };
  console.observe(tool(during));
  expect((await list())[0]?.not_found_since).toBe(since);
  console.observe(tool({ ...during, at: new Date("2026-11-20T11:00:01Z") }));
  expect((await list())[0]?.not_found_since).toBeNull();
});

test("keeps a deletion when a read that began before it answers later", async () => {
  const tool = (values: Partial<Observation>) => observation({ op: getTool, input: { tool_id: "t1" }, ...values });
  console.observe(tool({ raw: { name: "find_account" } }));
  await list();
  console.observe(tool({ op: deleteTool, at: new Date("2026-11-20T11:00:00Z") }));
  console.observe(tool({ raw: { name: "find_account" }, at: new Date("2026-11-20T10:59:59Z") }));
  console.observe(tool({ status: 404, problem: gone, at: new Date("2026-11-20T11:00:02Z") }));
  expect((await list())[0]?.not_found_since).toBe("2026-11-20T11:00:00.012Z");
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
