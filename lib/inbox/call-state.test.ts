import { beforeEach, expect, test } from "vitest";
import { clock } from "@/lib/clock";
import { endCall } from "@/lib/contract/api/calls";
import { type FoundCall, getFoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { arrivalTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { createLooks, storeAnswer } from "./call-state";

/** Records of the platform by ID. */
let records = new Map<string, unknown>();
let asked: string[] = [];
let problem: Problem | undefined;

async function read(_op: Operation, input: Record<string, unknown>) {
  const [id = ""] = Object.values(input).map(String);
  asked.push(id);
  if (problem) throw problem;
  if (!records.has(id)) throw notFound;
  return { answer: new Uint8Array(), raw: { success: true, data: records.get(id) } };
}

const notFound = new Problem("upstream-refused", undefined, { upstream: { status: 404, message: null } } as never);

const inbox = await freshInbox();
const { db, ask, post, readAll } = inbox;
let look: ReturnType<typeof createLooks>;

beforeEach(async () => {
  for (const table of [arrivalTable, eventTable, foundCallTable, collectorSettingTable]) await db.delete(table);
  records = new Map();
  asked = [];
  problem = undefined;
  look = createLooks({ db, accountId, read });
});

const ago = (seconds: number) => new Date(clock.nowMs() - seconds * 1_000);

/** A live call whose last event came so long ago. */
async function live(ref: string, seconds: number, rest: Partial<typeof foundCallTable.$inferInsert> = {}) {
  const times = { at: ago(seconds), firstEventAt: ago(seconds), lastEventAt: ago(seconds) };
  await db
    .insert(foundCallTable)
    .values({ accountId, ref, ...times, isOver: false, events: 1, status: "ringing", ...rest });
}

async function receive(body: unknown) {
  await post(JSON.stringify(body));
  await readAll();
}

const callOf = async (call_id: string) => (await ask(getFoundCall, { call_id })).data as FoundCall;

async function lookAtAll() {
  while (await look());
}

test("reads the state of the live calls not heard of for longest first, each once in its pace", async () => {
  await live("newer", 40);
  await live("older", 90);
  await live("just now", 2);
  for (const id of ["newer", "older"]) records.set(id, { status: "in-progress", answered_at: ago(30).toISOString() });
  await lookAtAll();
  expect(asked).toEqual(["older", "newer"]);
  expect(await callOf("older")).toMatchObject({
    is_over: false,
    status: "in-progress",
    answered_at: expect.any(String),
  });
  expect(Date.parse((await callOf("older")).state_at ?? "")).toBeGreaterThan(ago(20).getTime());
});

test("takes the end from the record, and keeps it when a late event comes", async () => {
  await receive({ event: "call.started", call_id: "c1", status: "ringing", started_at: ago(3600) });
  await db.update(foundCallTable).set({ lastEventAt: ago(3600) });
  records.set("c1", { status: "ended", ended_at: ago(60), ended_reason: "silence-timed-out" });
  await lookAtAll();
  const over = { is_over: true, reason: "silence-timed-out" };
  expect(await callOf("c1")).toMatchObject(over);
  await receive({ event: "call.updated", call_id: "c1", note: "late" });
  expect(await callOf("c1")).toMatchObject(over);
});

test("keeps the answer that a look found when an older event is merged after it", async () => {
  await receive({ event: "call.started", call_id: "c1", status: "ringing" });
  await db.update(foundCallTable).set({ lastEventAt: ago(60) });
  records.set("c1", { status: "in-progress", answered_at: ago(30).toISOString() });
  await lookAtAll();
  await receive({ event: "call.queued", call_id: "c1" });
  expect((await callOf("c1")).answered_at).not.toBeNull();
});

test("pauses for a minute when the platform does not answer, and not for an unknown ID", async () => {
  for (const [nth, ref] of ["a", "b", "c"].entries()) await live(ref, 100 - nth);
  records.set("b", { status: "in-progress" });
  expect([await look(), await look()]).toEqual([true, true]);
  problem = new Problem("upstream-unreachable");
  await look();
  expect([await look(), asked]).toEqual([false, ["a", "b", "c"]]);
});

test("reads a call that is open for hours once an hour, and no other while polling of calls is off", async () => {
  await live("long", 7 * 3600);
  await live("short", 60);
  for (const id of ["long", "short"]) records.set(id, { status: "in-progress" });
  await saveSetting(db, { name: "pace calls", value: { is_on: false }, by: "Mara" });
  await lookAtAll();
  expect(asked).toEqual(["long"]);
});

test("does not say that no end was seen while the platform says that a call is open", async () => {
  await live("stuck", 3 * 3600, { status: "in-progress" });
  expect((await callOf("stuck")).no_end_seen).toBe(true);
  records.set("stuck", { status: "in-progress" });
  await lookAtAll();
  expect((await callOf("stuck")).no_end_seen).toBe(false);
});

test("ends a call when the platform answered that a person ended it", async () => {
  await receive({ event: "call.started", call_id: "c1" });
  const observation = {
    op: endCall,
    input: { call_id: "c1" },
    problem: null,
    raw: { success: true, data: { status: "ended" } },
  };
  expect(await storeAnswer(db, accountId, observation as never)).toBe(true);
  expect((await ask(getFoundCall, { call_id: "c1" })).data).toMatchObject({ is_over: true, status: "ended" });
  await receive({ event: "call.ended", call_id: "c1", ended_reason: "manually-ended" });
  expect((await ask(getFoundCall, { call_id: "c1" })).data).toMatchObject({ reason: "manually-ended" });
});
