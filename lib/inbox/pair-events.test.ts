import { spawn } from "node:child_process";
import { once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveries as deliveryOperations } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader, logTask } from "@/lib/collector/webhook-log/log-reader";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { listReceived } from "@/lib/contract/console/inbox/received";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import type { OutputOf } from "@/lib/contract/operation";
import {
  collectorSettingTable,
  collectorTaskTable,
  deliveryTable,
  recordVersionTable,
} from "@/lib/db/console/tables/collector";
import { arrivalTable, eventTable } from "@/lib/db/console/tables/inbox";
import { personWith } from "@/lib/testing/console";
import { accountId, freshInbox } from "@/lib/testing/inbox";
import { createBundler } from "@/lib/testing/run-script";
import { pairEvents } from "./pair-events";

const { database, db, ask, post, readAll, token } = await freshInbox();
const bundled = createBundler();

const reader = createLogReader({ db, accountId, events: { viewed() {}, onPolled: () => () => undefined } });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeEach(async () => {
  for (const table of [deliveryTable, eventTable, arrivalTable, collectorTaskTable, collectorSettingTable])
    await db.delete(table);
  await db.delete(recordVersionTable);
  await listOurs();
});

async function listOurs() {
  const seen = { seenAt: minutesAgo(60), lastSeenAt: minutesAgo(0), hash: "" };
  const record = { url: `https://ours.example/hooks/…${token.slice(-4)}`, events: ["call.ended"] };
  await db.insert(recordVersionTable).values({ accountId, resource: "webhooks", ref: "wh_ours", record, ...seen });
}

type Row = Record<string, unknown> & { id: string };
const delivery = (id: string, seconds = 0, rest: Record<string, unknown> = {}): Row => ({
  ...{ id, webhook_id: "wh_ours", event: "call.ended", status: "delivered", attempts: 1 },
  delivered_at: new Date(Date.now() + seconds * 1000).toISOString(),
  ...rest,
});

/** Stores a log that was read minutes ago, and notes how far the log is known. */
async function keep(rows: readonly Row[], { minutes = 2, knownMinutes = -1 } = {}) {
  const answer = new TextEncoder().encode(JSON.stringify({ raw: rows }));
  await storeLog(db, { accountId, answer, at: minutesAgo(minutes), before: minutesAgo(minutes + 1) });
  const at = minutesAgo(knownMinutes);
  const task = { accountId, task: logTask, at, okAt: at, ms: 1, bytes: 1, rows: 1, outcome: "ok" };
  const target = [collectorTaskTable.accountId, collectorTaskTable.task];
  await db.insert(collectorTaskTable).values(task).onConflictDoUpdate({ target, set: task });
}

async function receive(deliveryId?: string, body: Record<string, unknown> = {}) {
  await post(
    JSON.stringify({ event: "call.ended", call_id: `c ${Math.random()}`, ...body }),
    deliveryId ? { "webhook-id": deliveryId } : {},
  );
}

async function pairAll() {
  await readAll();
  while ((await pairEvents(db, accountId)) > 0);
}

const deliveries = async () =>
  Object.fromEntries(
    (await db.select().from(deliveryTable)).map(({ key, arrivalsHere, pairedBy }) => [key, [arrivalsHere, pairedBy]]),
  );

const events = async () =>
  (await db.select().from(eventTable).orderBy(eventTable.id)).map(({ deliveryKey, pairedBy, isCompared }) => [
    deliveryKey,
    pairedBy,
    isCompared,
  ]);

test("pairs by ID, else by name and time after the difference of the clocks", async () => {
  await keep([delivery("log_1", -30), delivery("log_2", -29), delivery("log_3", -300)]);
  await receive("log_1");
  await receive();
  await receive(undefined, { event: "call.started" });
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "id"], log_2: [1, "time"], log_3: [0, null] });
  expect(await events()).toEqual([
    ["log_1", "id", true],
    ["log_2", "time", true],
    [null, null, true],
  ]);
  const listed = await Promise.all((["yes", "no", "more"] as const).map((matched) => ask(listReceived, { matched })));
  expect(listed.map(({ data }) => data.length)).toEqual([2, 1, 0]);
});

test("pairs each event with one delivery when several are near", async () => {
  await keep([delivery("log_1", -1), delivery("log_2")]);
  await receive();
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "time"], log_2: [0, null] });
  await receive();
  await receive();
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "time"], log_2: [1, "time"] });
  expect((await events()).map(([key]) => key)).toEqual(["log_1", "log_2", null]);
});

test("counts an event that arrives again, and shows when that is more often than the log says", async () => {
  await keep([delivery("log_1", 0, { attempts: 2 })]);
  const arrivals = [];
  for (let nth = 1; nth <= 3; nth += 1) {
    await receive("log_1", { call_id: "c1" });
    await pairAll();
    arrivals.push([(await deliveries()).log_1, (await ask(listReceived, { matched: "more" })).data.length]);
  }
  expect(arrivals).toEqual([
    [[1, "id"], 0],
    [[2, "id"], 0],
    [[3, "id"], 1],
  ]);
});

test("corrects a pair by time when a later log brings the delivery with the ID", async () => {
  await receive("log_9");
  await keep([delivery("log_1")]);
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "time"] });
  await keep([delivery("log_1"), delivery("log_9", -50)], { minutes: 1.5 });
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [0, null], log_9: [1, "id"] });
  expect(await events()).toEqual([["log_9", "id", true]]);
});

test("does not say that a delivery is not here while an arrival nearby is not read yet", async () => {
  await keep([delivery("log_1"), delivery("log_2", -300)]);
  await receive("log_1");
  await pairEvents(db, accountId);
  expect(await deliveries()).toEqual({ log_1: [-1, null], log_2: [0, null] });
  await pairAll();
  expect(await deliveries()).toMatchObject({ log_1: [1, "id"] });
});

test("does not say that a delivery is not here in the minute after it was seen", async () => {
  await keep([delivery("log_1")], { minutes: 0.5 });
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [-1, null] });
});

test("finds a delivery that was not here when its event is read late", async () => {
  await keep([delivery("log_1")]);
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [0, null] });
  await receive();
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "time"] });
});

test("does not say that an event is not in the log before the log was read after it", async () => {
  await receive();
  await keep([], { knownMinutes: 1 });
  await pairAll();
  expect(await events()).toEqual([[null, null, false]]);
  await keep([], { knownMinutes: -1 });
  await pairAll();
  expect(await events()).toEqual([[null, null, true]]);
});

test("says nothing of webhooks that are not ours, and compares old deliveries when one becomes ours", async () => {
  await keep([delivery("log_1", 0, { webhook_id: "wh_2" }), delivery("log_2", -60, { webhook_id: "wh_2" })]);
  await receive("log_1");
  await pairAll();
  const notOurs = { log_1: [null, null], log_2: [null, null] };
  expect((await deliveries()).log_2).toEqual(notOurs.log_2);
  await db.update(recordVersionTable).set({ ref: "wh_2" }).where(eq(recordVersionTable.ref, "wh_ours"));
  await pairAll();
  expect(await deliveries()).toEqual({ log_1: [1, "id"], log_2: [0, null] });
});

test("counts deliveries anew when they are compared, although the log was not read again", async () => {
  await keep([delivery("log_1")]);
  const counted = deliveryOperations(db, accountId, reader).find(({ op }) => op.id === summarizeDeliveries.id);
  const counts = async () => {
    const answer = await counted?.run({}, { person: personWith("support"), address: null, requestId: "r" });
    const { choices } = answer as OutputOf<typeof summarizeDeliveries>;
    return choices.here.filter(({ count }) => count > 0);
  };
  expect(await counts()).toEqual([{ word: "waiting", count: 1 }]);
  await receive("log_1");
  await pairAll();
  expect(await counts()).toEqual([
    { word: "yes", count: 1 },
    { word: "arrived", count: 1 },
  ]);
});

test("stores a pair in both rows or in none when the process is killed, and pairs at the next start", async () => {
  await keep([delivery("log_1")]);
  await receive("log_1");
  await readAll();
  const file = await bundled("scripts/testing/pair-events.ts");
  const before = await db.transaction(async (tx) => {
    // The pass has changed the event and waits for the delivery.
    await tx.execute(sql`select from console.delivery where key = 'log_1' for update`);
    const child = spawn(process.execPath, [file, database.url, accountId], { stdio: "inherit" });
    const ended = once(child, "exit");
    await expect.poll(async () => waiting()).toBe(1);
    child.kill("SIGKILL");
    expect((await ended)[1]).toBe("SIGKILL");
    return [await deliveries(), await events()];
  });
  const unpaired = [{ log_1: [-1, null] }, [[null, null, false]]];
  expect(before).toEqual(unpaired);
  await expect.poll(async () => waiting()).toBe(0);
  expect([await deliveries(), await events()]).toEqual(unpaired);
  await pairAll();
  expect([await deliveries(), await events()]).toEqual([{ log_1: [1, "id"] }, [["log_1", "id", true]]]);
});

async function waiting() {
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
