import { beforeEach, expect, test } from "vitest";
import { clock } from "@/lib/clock";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { logTask } from "@/lib/collector/webhook-log/log-reader";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { storeWatched } from "@/lib/collector/webhook-log/watched";
import type { getCallDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { OutputOf } from "@/lib/contract/operation";
import { collectorTaskTable, deliveryTable, recordVersionTable, watchedTable } from "@/lib/db/console/tables/collector";
import { arrivalTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import { maskTokens } from "@/lib/hook-token";
import { personWith } from "@/lib/testing/console";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { mergeRecords } from "@/lib/testing/merge-records";
import { callDeliveries } from "./call-deliveries";

const inbox = await freshInbox();
const { db } = inbox;
const [operation] = callDeliveries({ db, accountId, whenStored: async () => {} });

const callId = "call_1";
const startMs = clock.nowMs() - 7_200_000;
const at = (seconds: number) => new Date(startMs + seconds * 1_000);

beforeEach(async () => {
  for (const table of [arrivalTable, eventTable, foundCallTable, deliveryTable, recordVersionTable, watchedTable])
    await db.delete(table);
  await db.delete(collectorTaskTable);
  await db.delete(savedTable);
  await keepWebhook("crm", "https://crm.fernhill.example/in", ["call.started", "call.ended"]);
  await keepWebhook("ours", maskTokens(inbox.url), ["call.started", "call.ended"]);
});

const keepWebhook = (id: string, url: string, events: string[]) =>
  storeVersion(db, {
    ...{ accountId, resource: "webhooks", ref: id, at: at(-900) },
    answer: answerOf({ id, url, events, status: "active" }),
  });

/** An event of the call that arrived at that second. */
async function store(event: string, second: number, { id = `our ${event}`, call = callId } = {}) {
  const times = { firstAt: at(second), lastAt: at(second), arrivals: 1 };
  const row = { accountId, identity: id, addressId: "a", name: event, deliveryId: id, shape: "s", callRef: call };
  await db.insert(eventTable).values({ ...row, ...times, paths: {}, isOver: false, size: 9, verdict: "unsigned" });
  const facts = { at: at(0), isOver: false, firstEventAt: at(0), lastEventAt: at(second), events: 1 };
  await db
    .insert(foundCallTable)
    .values({ accountId, ref: call, ...facts })
    .onConflictDoNothing();
}

type Entry = { id: string; webhook_id: string; event: string; delivered: number | null } & Record<string, unknown>;

const entry = (id: string, second: number | null, rest: Partial<Entry> = {}): Entry => ({
  ...{ id, webhook_id: "crm", event: "call.ended", delivered: second, attempts: second === null ? 2 : 1 },
  ...rest,
});

/** The log as two reads found it, with all entries in the second one. */
async function log(entries: readonly Entry[], { read = 120, before = 0, watched = true } = {}) {
  const rows = entries.map(({ delivered, ...row }) => ({
    ...row,
    status: delivered === null ? "failed" : "delivered",
    delivered_at: delivered === null ? null : at(delivered).toISOString(),
  }));
  const answer = (some: readonly unknown[]) => new TextEncoder().encode(JSON.stringify({ raw: some }));
  await storeLog(db, { accountId, answer: answer([]), at: at(before), before: undefined });
  await storeLog(db, { accountId, answer: answer(rows), at: at(read), before: at(before) });
  const times = { at: at(read), okAt: at(read), ms: 1, bytes: 1, rows: 1, outcome: "ok" };
  await db.insert(collectorTaskTable).values({ accountId, task: logTask, ...times });
  if (watched)
    for (const second of [-600, read])
      await storeWatched(
        db,
        { accountId, webhookId: undefined },
        { at: at(second), everyMs: 3_600_000, startedMs: at(-600).getTime() },
      );
}

async function answer(call_id = callId) {
  const context = { person: personWith("support"), address: null, requestId: "r" };
  const found = await operation?.run({ call_id }, context);
  return (found as OutputOf<typeof getCallDeliveries>).data;
}

const lines = async (call_id?: string) =>
  (await answer(call_id)).webhooks.map(({ webhook_id, state, is_named, events }) => [
    ...[webhook_id, state, is_named ? "named" : "near"],
    events.map(({ event, total, arrived }) => `${event} ${total - arrived} of ${total}`).join(),
  ]);

test("answers for the customer's webhook first when ours got the events and theirs did not", async () => {
  await store("call.ended", 60);
  await log([
    entry("our call.ended", 60, { webhook_id: "ours" }),
    entry("theirs", null),
    entry("another call's", null),
    entry("much earlier", 10, { event: "call.ended" }),
  ]);
  expect(await lines()).toEqual([
    ["crm", "retrying", "near", "call.ended 2 of 2"],
    ["ours", "arrived", "named", "call.ended 0 of 1"],
  ]);
  const { webhooks, counted } = await answer();
  expect(webhooks.map(({ url, our_address }) => [url === null, our_address])).toEqual([
    [false, null],
    [false, inbox.token.slice(-4)],
  ]);
  expect(counted).toEqual({ from: at(30).toISOString(), to: at(90).toISOString() });
});

test("counts only the deliveries that name the call when the log names it", async () => {
  await store("call.ended", 60);
  await log([
    entry("theirs", null, { payload: { call: { id: callId } } }),
    entry("another call's", 61, { payload: { call: { id: "call_2" } } }),
  ]);
  expect((await lines())[0]).toEqual(["crm", "retrying", "named", "call.ended 1 of 1"]);
});

test("never says arrived of a time that was not watched", async () => {
  await store("call.ended", 60);
  await log([entry("theirs", 60)], { watched: false });
  expect((await lines()).map(([id, state]) => `${id} ${state}`)).toEqual(["crm not_watched", "ours not_watched"]);
});

test("says that the log was not read yet when its last read is older than the event", async () => {
  await store("call.started", 115);
  await log([entry("theirs", 112, { event: "call.started" })]);
  expect((await lines()).map(([id, state]) => `${id} ${state}`)).toEqual(["crm not_read", "ours not_read"]);
});

test("names a webhook as missing when it has the event and the watched log has no delivery", async () => {
  await store("call.ended", 60);
  await log([entry("our call.ended", 60, { webhook_id: "ours" })]);
  expect((await lines()).map(([id, state]) => `${id} ${state}`)).toEqual(["crm missing", "ours arrived"]);
});

test("does not miss a delivery at a webhook that was made after the call", async () => {
  await storeVersion(db, {
    ...{ accountId, resource: "webhooks", ref: "later", at: at(300) },
    answer: answerOf({ id: "later", url: "https://later.example/in", events: ["call.ended"] }),
  });
  await store("call.ended", 60);
  await log([entry("theirs", 60), entry("our call.ended", 60, { webhook_id: "ours" })]);
  expect((await lines()).map(([id]) => id)).toEqual(["crm", "ours"]);
});

test("names a webhook whose deliveries are not known when the call was before the log was watched", async () => {
  await store("call.ended", -1200);
  await log([]);
  expect((await lines()).map(([id, state]) => `${id} ${state}`)).toEqual(["crm not_watched", "ours not_watched"]);
});

test("counts by the times of the platform's record when no event of the call was received", async () => {
  const record = { id: "read", status: "completed", started_at: at(0), ended_at: at(60) };
  await db.insert(savedTable).values({ accountId, resource: "calls", ref: "read", lastStatusWord: "completed" });
  await storeVersion(db, { accountId, resource: "calls", ref: "read", answer: answerOf(record), at: at(61) });
  await mergeRecords(db, accountId, "read");
  await log([entry("theirs", null), entry("campaign's", null, { event: "campaign.completed" })]);
  expect(await lines("read")).toEqual([
    ["crm", "retrying", "near", "call.ended 1 of 1"],
    ["ours", "missing", "near", ""],
  ]);
  expect(await answer("unknown")).toEqual({ counted: null, webhooks: [] });
});
