import { beforeEach, expect, test } from "vitest";
import { type Gap, summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import { recordVersionTable, watchedTable } from "@/lib/db/console/tables/collector";
import { accountId, entry, hoursAgo, storedLog } from "@/lib/testing/collector";
import { endOthers, endWatched, noteNoAnswer, storeWatched } from "./watched";

const { db, ask, keep, forget } = await storedLog();

const everyMs = 15_000;
const startedMs = hoursAgo(24).getTime();
const minutesAgo = (minutes: number) => hoursAgo(minutes / 60);
const allLogs = { accountId, webhookId: undefined };

/** Good reads of a log every 15 seconds. */
async function watch(
  fromMinutes: number,
  toMinutes: number,
  log: { accountId: string; webhookId: string | undefined } = allLogs,
  since = startedMs,
) {
  for (let minutes = fromMinutes; minutes > toMinutes; minutes -= 0.25)
    await storeWatched(db, log, { at: minutesAgo(minutes), everyMs, startedMs: since });
  await storeWatched(db, log, { at: minutesAgo(toMinutes), everyMs, startedMs: since });
}

async function asked(fromMinutes: number, toMinutes = 0, webhook?: string) {
  const summary = await ask(summarizeDeliveries, {
    from: minutesAgo(fromMinutes).toISOString(),
    to: minutesAgo(toMinutes).toISOString(),
    ...(webhook === undefined ? {} : { webhook }),
  });
  return { watched: summary.watched, gaps: summary.gaps.map(gapText), reading: summary.reading };
}

const minutesOf = (time: string) => Math.round((hoursAgo(0).getTime() - Date.parse(time)) / 15_000) / 4;
const gapText = ({ from, to, reason, not_delivered }: Gap) =>
  `${minutesOf(from)} to ${minutesOf(to)}, ${reason}, ${not_delivered}`;

beforeEach(async () => {
  await forget();
  await db.delete(watchedTable);
});

test("counts a time as watched since the first read when no read is missing", async () => {
  await watch(20, 0);
  expect((await asked(30)).reading.watched_since).toBe(minutesAgo(20).toISOString());
  expect([(await asked(30, 25)).watched, (await asked(30)).watched, (await asked(19)).watched]).toEqual([
    "none",
    "part",
    "all",
  ]);
});

test("tells a gap with its reason, and what had failed in it, when Switchboard was stopped", async () => {
  await watch(20, 10);
  await keep([], minutesAgo(10));
  await watch(5, 0, allLogs, minutesAgo(6).getTime());
  const failed = [1, 2].map((nth) => entry(`f${nth}`, 0, { status: "failed", attempts: 6, delivered_at: null }));
  await keep([...failed, entry("d1", 8 / 60)], minutesAgo(5), { before: minutesAgo(10) });
  expect(await asked(18)).toMatchObject({ watched: "part", gaps: ["10 to 5, stopped, 2"] });
  expect(await asked(9, 7)).toMatchObject({ watched: "none", gaps: ["9 to 7, stopped, 2"] });
  expect(await asked(4)).toMatchObject({ watched: "all", gaps: [] });
});

test("says that the log was read late when no read failed and Switchboard did not start in the gap", async () => {
  await watch(20, 10);
  expect((await asked(18)).gaps).toEqual(["10 to 0, late, 0"]);
  await watch(9, 0, allLogs, minutesAgo(15).getTime());
  expect((await asked(18)).gaps).toEqual(["10 to 9, late, 0"]);
});

test("separates the time of a stop from the time without an answer after it", async () => {
  await watch(20, 10);
  await noteNoAnswer(db, allLogs, { at: minutesAgo(6), startedMs: minutesAgo(7).getTime() });
  await noteNoAnswer(db, allLogs, { at: minutesAgo(5), startedMs: minutesAgo(7).getTime() });
  await watch(2, 0);
  expect((await asked(18)).gaps).toEqual(["10 to 6, stopped, 0", "6 to 2, no_answer, 0"]);
});

test.each(["no_answer", "off"] as const)("gives the reason of a gap that lasts: %s", async (reason) => {
  await watch(20, 10);
  if (reason === "off") await endWatched(db, accountId, reason);
  else await noteNoAnswer(db, allLogs, { at: minutesAgo(9.75), startedMs });
  expect(await asked(8)).toMatchObject({ watched: "none", gaps: [`8 to 0, ${reason}, 0`] });
});

test("tells that another platform was connected when its log was read meanwhile", async () => {
  await watch(20, 10);
  await endOthers(db, "another account", minutesAgo(9.9));
  await watch(5, 0);
  expect((await asked(18)).gaps).toEqual(["10 to 5, another_platform, 0"]);
});

test("tells no gap when one read failed and the next was good", async () => {
  await watch(20, 10);
  await noteNoAnswer(db, allLogs, { at: minutesAgo(9.75), startedMs });
  await watch(9.5, 0);
  expect(await asked(18)).toMatchObject({ watched: "all", gaps: [] });
});

test("counts all webhooks as watched only while each one's own log is read", async () => {
  const at = { seenAt: hoursAgo(1), lastSeenAt: hoursAgo(1) };
  const listed = ["wh_1", "wh_2"].map((ref) => ({
    accountId,
    resource: "webhooks",
    ref,
    hash: "",
    record: { id: ref },
    ...at,
  }));
  await db.insert(recordVersionTable).values(listed);
  await watch(20, 0, { accountId, webhookId: "wh_1" });
  await watch(20, 10, { accountId, webhookId: "wh_2" });
  await noteNoAnswer(db, { accountId, webhookId: "wh_2" }, { at: minutesAgo(9.75), startedMs });
  expect((await asked(18)).gaps).toEqual(["10 to 0, no_answer, 0"]);
  expect((await asked(18, undefined, "wh_1")).gaps).toEqual([]);
});

test("counts the deliveries since the first read apart when the time began before it", async () => {
  // To an hour from now, because a busy machine may get to the question later.
  await watch(200, -60);
  const failed = entry("f1", 0, { status: "failed", attempts: 6, delivered_at: null });
  await keep([entry("early", 4)], minutesAgo(200));
  await keep([failed, entry("d1", 3), entry("d2", 2, { webhook_id: "wh_2" })], minutesAgo(100), {
    before: minutesAgo(110),
  });
  await keep([failed], minutesAgo(0), { before: minutesAgo(100) });
  const since = minutesAgo(200).toISOString();
  const first = await ask(summarizeDeliveries, { from: minutesAgo(300).toISOString() });
  expect(first).toMatchObject({ watched: "part", total: 4 });
  const wh_1 = { total: 2, not_delivered: 1, retrying: 0 };
  expect(first.since_first_read).toEqual({
    ...{ since, total: 3, not_delivered: 1, retrying: 0 },
    webhooks: { wh_1, wh_2: { total: 1, not_delivered: 0, retrying: 0 } },
  });
  expect((await ask(summarizeDeliveries, { from: minutesAgo(150).toISOString() })).since_first_read).toBeNull();
});
