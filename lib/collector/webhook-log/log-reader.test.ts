import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Collector } from "@/lib/collector/collector";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { collectorTaskTable, deliveryTable, recordVersionTable, watchedTable } from "@/lib/db/console/tables/collector";
import { createEvents } from "@/lib/events/events";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createLogReader, logTaskOf, waitingPrefix } from "./log-reader";

const database = await freshDatabase();
const { db } = database;

const accountId = "one organization";
const log = pino({ level: "silent" });
const reads: (string | undefined)[] = [];
const open: { close(): Promise<unknown> }[] = [];
let logOf: (webhookId: string | undefined) => unknown[];

/** A process that shows the log, and polls it if it leads. */
function process({ waitMs = 20_000, isCollecting = true } = {}) {
  const events = createEvents({ database, log, settleMs: 1 });
  const reader = createLogReader({ db, accountId, events, waitMs });
  open.push(events);
  if (!isCollecting) return { reader, isLeading: () => false };
  const read = async (op: Operation, { webhook_id }: Record<string, unknown>) => {
    if (op.id !== listWebhookLogs.id) throw new Problem("upstream-fault");
    const webhookId = webhook_id === undefined ? undefined : String(webhook_id);
    reads.push(webhookId);
    const raw = { success: true, data: logOf(webhookId) };
    return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
  };
  const collector = new Collector({ database, accountId, log, tickMs: 20, read, polled: events.polled });
  events.onViewed((names) => collector.viewed(names));
  open.unshift(collector);
  return { reader, isLeading: collector.isLeading };
}

const stored = async () => {
  const rows = await db.select().from(deliveryTable).orderBy(deliveryTable.key);
  return rows.map(({ key, webhookId, goneAt }) => `${key} of ${webhookId}${goneAt ? ", gone" : ""}`);
};

const listed = async (...refs: string[]) => {
  const at = { seenAt: new Date(), lastSeenAt: new Date() };
  await db
    .insert(recordVersionTable)
    .values(refs.map((ref) => ({ accountId, resource: "webhooks", ref, hash: "", record: { id: ref }, ...at })));
};

beforeEach(async () => {
  for (const table of [deliveryTable, recordVersionTable, collectorTaskTable, watchedTable]) await db.delete(table);
  reads.length = 0;
  logOf = () => [{ id: "d1", webhook_id: "w1" }];
});

afterEach(async () => {
  for (const resource of open.splice(0)) await resource.close();
});

test("returns new entries when another process than the requested one polls the log", async () => {
  const [first, second] = [process(), process()];
  await expect.poll(() => first.isLeading() || second.isLeading()).toBe(true);
  await expect.poll(stored).toEqual(["d1 of w1"]);
  const other = first.isLeading() ? second : first;
  // Entries are stored before the run of the task.
  await expect.poll(() => other.reader.reading()).toMatchObject({ outcome: "ok", every_seconds: 15, by_webhook: null });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  logOf = () => [{ id: "d1", webhook_id: "w1" }, { id: "d2" }];
  await Promise.all([other.reader.readNow(undefined), other.reader.readNow(undefined), other.reader.readNow("w1")]);
  await expect.poll(stored).toEqual(["d1 of w1", "d2 of "]);
});

test("returns what the log holds when it is asked for, also right after another read", async () => {
  const { reader } = process();
  await expect.poll(() => reader.reading()).toMatchObject({ outcome: "ok" });
  for (const id of ["d2", "d3"]) {
    logOf = () => [{ id, webhook_id: "w1" }];
    await reader.readNow(undefined);
    await expect.poll(stored, { timeout: timeoutMs(8_000) }).toContain(`${id} of w1`);
  }
});

test("requests the list of webhooks with the log", async () => {
  const requested: string[] = [];
  const events = { viewed: (names: readonly string[]) => requested.push(...names), onPolled: () => () => undefined };
  await createLogReader({ db, accountId, events, waitMs: 1 }).readNow(undefined);
  expect(requested).toEqual([logTaskOf(undefined), listWebhooks.id].map((task) => waitingPrefix + task));
});

test("reads the log again when the clock was set back since the last read", async () => {
  const { reader } = process();
  await expect.poll(() => reader.reading()).toMatchObject({ outcome: "ok" });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() + 2 * 3_600_000) });
  logOf = () => [{ id: "d2", webhook_id: "w1" }];
  await reader.readNow(undefined);
  // The end of the first read can be announced only now, and ends this wait.
  await expect.poll(stored).toContain("d2 of w1");
});

test("stops waiting and reports no read when no process polls the log", async () => {
  const { reader } = process({ waitMs: 150, isCollecting: false });
  await reader.readNow(undefined);
  expect(await reader.reading()).toEqual({
    at: null,
    ok_at: null,
    outcome: "none",
    every_seconds: 15,
    watched_since: null,
    by_webhook: null,
  });
});

test("reads each webhook's own log when the log of all is too large", async () => {
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    if (webhookId === "w3") throw new Problem("upstream-fault");
    return [{ id: `d of ${webhookId}`, webhook_id: webhookId }];
  };
  await listed("w1", "w2", "w3");
  const { reader } = process();
  await expect.poll(stored).toEqual(["d of w1 of w1", "d of w2 of w2"]);
  await expect.poll(async () => (await reader.reading()).by_webhook).toEqual({ read: 2, of: 3 });
  expect(await reader.reading()).toMatchObject({ outcome: "upstream-fault" });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await expect.poll(() => reads.filter((read) => read === "w3").length).toBeGreaterThan(0);
  const times = reads.filter((read) => read === "w2").length;
  await expect
    .poll(async () => {
      await reader.readNow("w2");
      return reads.filter((read) => read === "w2").length;
    })
    .toBeGreaterThan(times);
});

test("keeps an entry when a webhook's own log names another webhook", async () => {
  const own = (id: string) => ({ id: `d of ${id}`, webhook_id: id });
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    return webhookId === "w1" ? [own("w1"), { id: "stray", webhook_id: "w2" }, { id: "nameless" }] : [own("w2")];
  };
  await listed("w1", "w2");
  const { reader } = process();
  const all = ["d of w1 of w1", "d of w2 of w2", "nameless of ", "stray of w2"];
  await expect.poll(stored).toEqual(all);
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await reader.readNow("w2");
  const rows = await db.select().from(collectorTaskTable);
  expect(rows.map(({ task }) => task)).toEqual(expect.arrayContaining([undefined, "w1", "w2"].map(logTaskOf)));
  expect(await stored()).toEqual(all);
});

test("gives a delivery a not-seen time when the log of all webhooks was read before", async () => {
  const { reader } = process();
  await expect.poll(async () => (await reader.reading()).ok_at).not.toBeNull();
  await listed("w1");
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    return ["d1", "d2"].map((id) => ({ id, webhook_id: webhookId, status: "failed" }));
  };
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await reader.readNow(undefined);
  await expect.poll(stored).toEqual(["d1 of w1", "d2 of w1"]);
  const rows = await db.select().from(deliveryTable).orderBy(deliveryTable.key);
  expect(rows.map(({ notSeenAt }) => notSeenAt !== null)).toEqual([false, true]);
});
