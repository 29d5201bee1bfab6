import { beforeEach, expect, test } from "vitest";
import { getFoundCall } from "@/lib/contract/console/inbox/found-calls";
import { choosePath, getReceived, listReceived } from "@/lib/contract/console/inbox/received";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { arrivalTable, bodyTable, eventTable, foundCallTable, pathTable } from "@/lib/db/console/tables/inbox";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { createJudge } from "./judge";

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
let judge: ReturnType<typeof createJudge>;

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable, foundCallTable, pathTable]) await db.delete(table);
  records = new Map();
  asked = [];
  isAway = false;
  judge = createJudge({ db, accountId, read });
});

async function receive(...bodies: unknown[]) {
  for (const body of bodies) await post(JSON.stringify(body));
  await readAll();
}

/** Asks until nothing is left to ask. */
async function judgeAll() {
  while (await judge()) await readAll();
  await readAll();
}

const newest = async () => {
  const [event] = (await ask(listReceived, {})).data;
  return (await ask(getReceived, { event_id: event?.id ?? "" })).data;
};

test("confirms a path after three answers, and asks no more", async () => {
  for (const id of ["c1", "c2", "c3", "c4", "c5"]) records.set(id, { id });
  await receive(...["c1", "c2", "c3", "c4", "c5"].map((call_id) => ({ event: "call.ended", call_id })));
  await judgeAll();
  expect(asked).toHaveLength(3);
  expect((await newest()).paths.call).toMatchObject({ path: "call_id", is_confirmed: true });
  expect((await ask(getFoundCall, { call_id: "c5" })).data?.confirmed_at).not.toBeNull();
});

test("takes the next candidate when the platform does not know the first", async () => {
  for (const nth of [1, 2, 3, 4]) records.set(`real-${nth}`, {});
  await receive(
    ...[1, 2, 3, 4].map((nth) => ({ event: "x", call_id: `other-${nth}`, conversation_id: `real-${nth}` })),
  );
  await judgeAll();
  expect((await newest()).paths.call?.path).toBe("conversation_id");
  expect((await ask(getFoundCall, { call_id: "other-4" })).data).toBeNull();
});

test("decides nothing while the platform is away", async () => {
  isAway = true;
  await receive({ event: "x", call_id: "c1" });
  expect(await judge()).toBe(false);
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
