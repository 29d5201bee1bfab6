import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEvents } from "@/lib/console/events/events";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { createCollector } from "./collector";
import { createLogReader, logTaskOf } from "./log-reader";
import { collectorTaskTable, deliveryTable, recordVersionTable } from "./tables";

const database = await freshDatabase();
const { db, pool } = database;
await migrate(pool, consoleMigrations);

const keyPrint = "one organization";
const log = pino({ level: "silent" });
const asked: (string | undefined)[] = [];
const open: { close(): Promise<unknown> }[] = [];
let logOf: (webhookId: string | undefined) => unknown[];

/** A process that reads the log, where it leads, and shows it. */
function process({ waitsMs = 20_000, isCollecting = true } = {}) {
  const events = createEvents({ database, log, settleMs: 1 });
  const reader = createLogReader({ db, keyPrint, events, waitsMs });
  open.push(events);
  if (!isCollecting) return { reader, isLeading: () => false };
  const read = async (op: Operation, { webhook_id }: Record<string, unknown>) => {
    if (op.id !== listWebhookLogs.id) throw new Problem("upstream-fault");
    const webhookId = webhook_id === undefined ? undefined : String(webhook_id);
    asked.push(webhookId);
    const raw = { success: true, data: logOf(webhookId) };
    return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
  };
  const collector = createCollector({ database, keyPrint, log, tickMs: 20, read });
  events.onLooking(collector.look);
  open.unshift(collector);
  return { reader, isLeading: collector.isLeading };
}

const kept = async () => {
  const rows = await db.select().from(deliveryTable).orderBy(deliveryTable.key);
  return rows.map(({ key, webhookId, goneAt }) => `${key} of ${webhookId}${goneAt ? ", gone" : ""}`);
};

const listed = async (...refs: string[]) => {
  const at = { seenAt: new Date(), lastSeenAt: new Date() };
  await db
    .insert(recordVersionTable)
    .values(refs.map((ref) => ({ keyPrint, resource: "webhooks", ref, hash: "", record: { id: ref }, ...at })));
};

beforeEach(async () => {
  for (const table of [deliveryTable, recordVersionTable, collectorTaskTable]) await db.delete(table);
  asked.length = 0;
  logOf = () => [{ id: "d1", webhook_id: "w1" }];
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

test("who asks for a read now gets what the platform holds now, from whichever process reads", async () => {
  const [first, second] = [process(), process()];
  await expect.poll(() => first.isLeading() || second.isLeading()).toBe(true);
  await expect.poll(kept).toEqual(["d1 of w1"]);
  const other = first.isLeading() ? second : first;
  // What a read brought is kept before it is noted that it was read.
  await expect.poll(() => other.reader.reading()).toMatchObject({ outcome: "ok", every_seconds: 15, by_webhook: null });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  logOf = () => [{ id: "d1", webhook_id: "w1" }, { id: "d2" }];
  await Promise.all([other.reader.readNow(undefined), other.reader.readNow(undefined), other.reader.readNow("w1")]);
  expect(await kept()).toEqual(["d1 of w1", "d2 of "]);
  const times = asked.length;
  await other.reader.readNow(undefined);
  expect(asked).toHaveLength(times);
});

test("waits for a new read of the log when the clock was set back since the last", async () => {
  const { reader } = process();
  await expect.poll(() => reader.reading()).toMatchObject({ outcome: "ok" });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() + 2 * 3_600_000) });
  logOf = () => [{ id: "d2", webhook_id: "w1" }];
  await reader.readNow(undefined);
  expect(await kept()).toContain("d2 of w1");
});

test("who asks where nothing reads is not kept waiting, and learns that the log was never read", async () => {
  const { reader } = process({ waitsMs: 150, isCollecting: false });
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

test("a log that is too large is read webhook by webhook, and one of them when somebody asks for it", async () => {
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    if (webhookId === "w3") throw new Problem("upstream-fault");
    return [{ id: `d of ${webhookId}`, webhook_id: webhookId }];
  };
  await listed("w1", "w2", "w3");
  const { reader } = process();
  await expect.poll(kept).toEqual(["d of w1 of w1", "d of w2 of w2"]);
  await expect.poll(async () => (await reader.reading()).by_webhook).toEqual({ read: 2, of: 3 });
  expect(await reader.reading()).toMatchObject({ outcome: "upstream-fault" });
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await expect.poll(() => asked.filter((each) => each === "w3").length).toBeGreaterThan(0);
  const times = asked.filter((each) => each === "w2").length;
  await expect
    .poll(async () => {
      await reader.readNow("w2");
      return asked.filter((each) => each === "w2").length;
    })
    .toBeGreaterThan(times);
});

test("an entry that names another webhook than asked for stays under its name, and no other read ends it", async () => {
  const own = (id: string) => ({ id: `d of ${id}`, webhook_id: id });
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    return webhookId === "w1" ? [own("w1"), { id: "stray", webhook_id: "w2" }, { id: "nameless" }] : [own("w2")];
  };
  await listed("w1", "w2");
  const { reader } = process();
  const all = ["d of w1 of w1", "d of w2 of w2", "nameless of ", "stray of w2"];
  await expect.poll(kept).toEqual(all);
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await reader.readNow("w2");
  const rows = await db.select().from(collectorTaskTable);
  expect(rows.map(({ task }) => task)).toEqual(expect.arrayContaining([undefined, "w1", "w2"].map(logTaskOf)));
  expect(await kept()).toEqual(all);
});

test("a delivery is not older when the log of all was read before its webhook's own log", async () => {
  const { reader } = process();
  await expect.poll(async () => (await reader.reading()).ok_at).not.toBeNull();
  await listed("w1");
  logOf = (webhookId) => {
    if (webhookId === undefined) throw new Problem("upstream-too-large");
    return ["d1", "d2"].map((id) => ({ id, webhook_id: webhookId, status: "failed" }));
  };
  await db.update(collectorTaskTable).set({ at: new Date(Date.now() - 60_000) });
  await reader.readNow(undefined);
  await expect.poll(kept).toEqual(["d1 of w1", "d2 of w1"]);
  const rows = await db.select().from(deliveryTable).orderBy(deliveryTable.key);
  expect(rows.map(({ notSeenAt }) => notSeenAt !== null)).toEqual([false, true]);
});
