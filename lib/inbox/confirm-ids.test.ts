import { beforeEach, expect, test } from "vitest";
import { getFoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { choosePath, getReceived, listReceived } from "@/lib/contract/console/inbox/received";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import {
  arrivalTable,
  bodyTable,
  deniedTable,
  eventTable,
  foundCallTable,
  pathTable,
} from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { createIdCheck } from "./confirm-ids";

/** Records of the platform by ID. */
let records = new Map<string, unknown>();
let asked: string[] = [];
let isAway = false;

async function read(op: Operation, input: Record<string, unknown>) {
  const [id = ""] = Object.values(input).map(String);
  asked.push(`${op.id} ${id}`);
  if (isAway) throw new Problem("upstream-unreachable");
  if (!records.has(id))
    throw new Problem("upstream-refused", undefined, { upstream: { status: 404, message: null } } as never);
  return { answer: new Uint8Array(), raw: { success: true, data: records.get(id) } };
}

const inbox = await freshInbox();
const { db, ask, post, readAll } = inbox;
let confirmId: ReturnType<typeof createIdCheck>;

beforeEach(async () => {
  const tables = [arrivalTable, bodyTable, eventTable, foundCallTable, pathTable, deniedTable, savedTable];
  for (const table of tables) await db.delete(table);
  records = new Map();
  asked = [];
  isAway = false;
  confirmId = createIdCheck({ db, accountId, read });
});

async function receive(...bodies: unknown[]) {
  for (const body of bodies) await post(JSON.stringify(body));
  await readAll();
}

/** Asks until nothing is left to ask. */
async function confirmAll() {
  while (await confirmId()) await readAll();
  await readAll();
}

const newest = async () => {
  const [event] = (await ask(listReceived, {})).data;
  return (await ask(getReceived, { event_id: event?.id ?? "" })).data;
};

test("confirms a path after three answers, and asks no more", async () => {
  for (const id of ["c1", "c2", "c3", "c4", "c5"]) records.set(id, { id });
  await receive(...["c1", "c2", "c3", "c4", "c5"].map((call_id) => ({ event: "call.ended", call_id })));
  await confirmAll();
  expect(asked).toHaveLength(3);
  expect((await newest()).paths.call).toMatchObject({ path: "call_id", is_confirmed: true });
  expect((await ask(getFoundCall, { call_id: "c5" })).data?.confirmed_at).not.toBeNull();
});

test("takes the next candidate when the platform does not know the first", async () => {
  for (const nth of [1, 2, 3, 4]) records.set(`real-${nth}`, {});
  await receive(
    ...[1, 2, 3, 4].map((nth) => ({ event: "x", call_id: `other-${nth}`, conversation_id: `real-${nth}` })),
  );
  await confirmAll();
  expect((await newest()).paths.call?.path).toBe("conversation_id");
  expect((await ask(getFoundCall, { call_id: "other-4" })).data).toBeNull();
});

const callsNow = async () => (await ask(listFoundCalls, {})).data.map(({ call_id }) => call_id);
const campaigns = async () => (await db.select().from(savedTable)).map(({ ref }) => ref);

test("takes the next candidate of the same event when the platform denies one", async () => {
  records.set("real", {});
  await receive({ event: "call.ended", call_id: "other", conversation_id: "real", status: "ended" });
  await confirmAll();
  expect(await callsNow()).toEqual(["real"]);
  // Also for a later event, and after a restart.
  confirmId = createIdCheck({ db, accountId, read });
  await receive({ event: "call.updated", call_id: "other", conversation_id: "real" });
  await confirmAll();
  expect(await callsNow()).toEqual(["real"]);
  expect(asked.filter((one) => one === "calls.get other")).toHaveLength(1);
});

test("keeps the best candidate when the platform denies all", async () => {
  await receive({ event: "call.ended", call_id: "one", conversation_id: "two" });
  await confirmAll();
  expect(await callsNow()).toEqual(["one"]);
});

test("drops a bare ID and one of a shared name when the platform denies it", async () => {
  await receive(
    { event: "call.ended", attempt_id: "one" },
    { event: "x", data: { id: "two", status: "ended", to_number: "+447700900417" } },
  );
  expect((await callsNow()).toSorted()).toEqual(["one", "two"]);
  await confirmAll();
  expect(await callsNow()).toEqual([]);
});

test("shows no campaign and no assistant that the platform denies, and takes the next", async () => {
  for (const id of ["c1", "c2", "k2"]) records.set(id, { id });
  const names = { campaign_id: "k1", batch_id: "k2", assistant_id: "a1" };
  await receive({ event: "call.ended", call_id: "c1", ...names });
  await confirmAll();
  await receive({ event: "call.ended", call_id: "c2", ...names });
  await confirmAll();
  const { data } = await ask(listFoundCalls, {});
  expect(data.map(({ campaign_id, assistant_id }) => [campaign_id, assistant_id])).toEqual([
    ["k2", null],
    ["k2", null],
  ]);
  expect(await campaigns()).toEqual(["k2"]);
});

test("keeps a campaign that somebody named when the platform denies it", async () => {
  records.set("c1", {});
  await receive({ event: "call.ended", call_id: "c1", campaign_id: "k1" });
  await db.update(savedTable).set({ label: "Spring" });
  await confirmAll();
  expect(await campaigns()).toEqual(["k1"]);
  expect((await ask(getFoundCall, { call_id: "c1" })).data?.campaign_id).toBeNull();
});

test("decides nothing while the platform is away", async () => {
  isAway = true;
  await receive({ event: "x", call_id: "c1" });
  expect(await confirmId()).toBe(false);
  expect(await db.$count(pathTable)).toBe(0);
});

test("reads stored events again when an admin chooses a path, and takes it back", async () => {
  await receive({ event: "x", call_id: "one", data: { ref: "two" } });
  await ask(choosePath, { event: "x", fact: "call", path: "data.ref" });
  await readAll();
  expect(await newest()).toMatchObject({ call_id: "two", paths: { call: { chosen_by: "admin" } } });
  await ask(choosePath, { event: "x", fact: "call", path: "" });
  await readAll();
  expect((await newest()).call_id).toBe("one");
});
