import { beforeEach, expect, test } from "vitest";
import { meanings } from "@/lib/console/meanings";
import { createSummaries } from "@/lib/console/summary";
import { forgetMeaning, setMeaning } from "@/lib/contract/console/meanings";
import { type Delivery, getDelivery, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { getWebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { InputOf } from "@/lib/contract/inputs";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { Operation } from "@/lib/contract/operation";
import { collectorTaskTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { meaningTable } from "@/lib/db/console/tables/registry";
import { accountId, entry, hoursAgo, nowMs, storedLog, sumOf } from "@/lib/testing/collector";
import { personWith } from "@/lib/testing/console";
import { logTask } from "./log-reader";

const { db, ask, keep, everyPage, forget } = await storedLog();

const keysOf = ({ data }: { data: readonly Pick<Delivery, "key">[] }) => data.map(({ key }) => key);

beforeEach(forget);

const mean = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  meanings(db)
    .find((operation) => operation.op === op)
    ?.run(input, { person: personWith("admin"), address: null, requestId: "r" });

test("lists each entry on one page when many have the same time", async () => {
  const rows = Array.from({ length: 25 }, (_, index) => entry(`d${String(index).padStart(2, "0")}`, 2));
  await keep(rows);
  expect(await everyPage({}, 4)).toEqual(rows.map(({ id }) => id));
  expect(await everyPage({ status: "delivered" }, 4)).toEqual(rows.map(({ id }) => id));
  for (const after of ["nonsense", "275000", "275000 d01", "-271821-04-20T00:00:00.000Z d01"])
    await expect(ask(listDeliveries, { after })).rejects.toMatchObject({ code: "bad_input" });
});

test("counts a status as delivered when its meaning was changed to OK", async () => {
  await keep([entry("d1", 1, { status: "arrived" }), entry("d2", 2, { status: "success" }), entry("d3", 3)]);
  expect(keysOf(await ask(listDeliveries, { view: "not_delivered" }))).toEqual(["d1"]);
  const word = { resource: "webhook-logs", field: "status" };
  await mean(setMeaning, { ...word, word: "arrived", tone: "ok" });
  await mean(setMeaning, { ...word, word: "success", tone: "fault" });
  expect(keysOf(await ask(listDeliveries, { view: "not_delivered" }))).toEqual(["d2"]);
  expect(await ask(summarizeDeliveries, {})).toMatchObject({ total: 3, not_delivered: 1 });
  await mean(forgetMeaning, { ...word, word: "success" });
  expect(keysOf(await ask(listDeliveries, { view: "not_delivered" }))).toEqual([]);
});

test("follows a meaning that changed while a log was stored when the log is stored again", async () => {
  const rows = [entry("d1", 1, { status: "arrived" }), entry("d2", 2, { status: "success" })];
  await keep(rows);
  const meaning = { resource: "webhook-logs", field: "status", setBy: "Mara" };
  await db.insert(meaningTable).values([
    { ...meaning, word: "arrived", tone: "ok" },
    { ...meaning, word: "success", tone: "fault" },
  ]);
  await keep(rows);
  expect(keysOf(await ask(listDeliveries, { view: "not_delivered" }))).toEqual(["d2"]);
});

test("shares the counts of a filter until the log is read again", async () => {
  const read = (minutesAgo: number) => {
    const at = new Date(nowMs - minutesAgo * 60_000);
    const row = { accountId, task: logTask, at, okAt: at, outcome: "ok", ms: 1, bytes: 1, rows: 1 };
    return db
      .insert(collectorTaskTable)
      .values(row)
      .onConflictDoUpdate({ target: [collectorTaskTable.accountId, collectorTaskTable.task], set: row });
  };
  const total = async (filter: DeliveryFilter) => (await ask(summarizeDeliveries, filter)).total;
  await read(2);
  await keep([entry("d1", 1)]);
  expect(await total({})).toBe(1);
  await keep([entry("d1", 1), entry("d2", 2)]);
  expect([await total({}), await total({ status: "delivered" })]).toEqual([1, 2]);
  await read(1);
  expect(await total({})).toBe(2);
  await db.delete(collectorTaskTable);
});

test("ignores the case of a status with a usual meaning", async () => {
  const words = ["Delivered", "SUCCESS", "ok", "Failed", "RETRYING"];
  await keep(words.map((status, index) => entry(`d${index}`, index + 1, { status })));
  expect(keysOf(await ask(listDeliveries, { view: "not_delivered" }))).toEqual(["d3", "d4"]);
});

test("gives the time of the newest delivery when nothing matches", async () => {
  await keep([entry("d1", 50), entry("d2", 2, { status: "failed" })]);
  const summary = await ask(summarizeDeliveries, { from: hoursAgo(24).toISOString(), status: "delivered" });
  expect(summary).toMatchObject({ total: 0, last_at: hoursAgo(2).toISOString() });
});

const untimed = { status: "failed", attempts: 6, delivered_at: null };

test("leaves older deliveries out of every other count", async () => {
  const first = [
    entry("d1", 30),
    entry("d2", 0, untimed),
    entry("d3", 0, { ...untimed, webhook_id: "wh_2", status: "retrying" }),
    entry("d4", 0, { delivered_at: null, webhook_id: "wh_2" }),
  ];
  await keep(first, hoursAgo(2));
  const later = [...first, entry("d5", 0, untimed)];
  await keep(later, hoursAgo(1), { before: hoursAgo(2) });
  await keep(later, hoursAgo(-0.5), { before: hoursAgo(1) });
  for (const time of [{}, { from: hoursAgo(31).toISOString() }, { to: hoursAgo(1.5).toISOString() }]) {
    const all = await ask(summarizeDeliveries, time);
    expect(all.older, JSON.stringify(time)).toEqual({ total: 3, failed: 2 });
    expect([all.total, all.not_delivered]).toEqual([2, 1]);
    // The chart draws it when it was first seen. It may have been tried an hour before.
    expect(sumOf(all.chart.steps.map((step) => step.not_delivered))).toBe(time.to === undefined ? 1 : 0);
    expect(await everyPage(time)).toEqual(["d5", "d1"]);
  }
  const { all } = createSummaries(db, accountId);
  expect((await all()).summary.not_delivered).toBe(1);
  const { webhooks, chart } = await ask(summarizeDeliveries, {});
  expect(webhooks).toMatchObject([
    { webhook_id: "wh_1", total: 2, not_delivered: 1, older: 1, failing: 1, failing_since: hoursAgo(1).toISOString() },
    { webhook_id: "wh_2", total: 0, not_delivered: 0, older: 2, failing: 0, failing_since: null, last_at: null },
  ]);
  expect(chart.from).toBe(hoursAgo(30).toISOString());
  const figures = await ask(getWebhookFigures, { webhook_id: "wh_2" });
  expect(figures).toMatchObject({ events: [{ total: 0, last_at: null }], last_delivered_at: null });
});

test("lists only deliveries of unknown time in the older view", async () => {
  const first = [entry("d1", 30), entry("d2", 0, untimed), entry("d3", 0, { ...untimed, webhook_id: "wh_2" })];
  await keep(first, hoursAgo(2));
  const older = async (filter: DeliveryFilter) => {
    const olderFilter = { ...filter, view: "older" as const };
    const { total, older, choices } = await ask(summarizeDeliveries, olderFilter);
    const keys = await everyPage(olderFilter, 1);
    expect([total, older.total, choices.view.at(-1)?.count]).toEqual(Array(3).fill(keys.length));
    return keys;
  };
  expect(await older({})).toEqual(["d2", "d3"]);
  expect(await older({ from: hoursAgo(1).toISOString() })).toEqual(["d2", "d3"]);
  expect(await older({ webhook: "wh_2" })).toEqual(["d3"]);
  expect(await older({ text: "D2" })).toEqual(["d2"]);
  expect(await older({ status: "delivered" })).toEqual([]);
  const { data } = await ask(getDelivery, { entry_id: "d2" });
  expect(data).toMatchObject({ is_older: true, status: "failed", neighbors: [] });
  const { data: other } = await ask(getDelivery, { entry_id: "d1" });
  expect(other).toMatchObject({ is_older: false, neighbors: [{ key: "d1" }] });
});

test("removes a delivery from the older ones when its status or attempts change", async () => {
  const first = ["d1", "d2", "d3"].map((id) => entry(id, 0, untimed));
  await keep(first, hoursAgo(2));
  const changes = [{ note: "a field of a newer platform" }, { attempts: 7 }, { status: "delivered" }];
  await keep(
    first.map((row, nth) => ({ ...row, ...changes[nth] })),
    hoursAgo(1),
    { before: hoursAgo(2) },
  );
  expect(await everyPage({ view: "older" })).toEqual(["d1"]);
  expect(await everyPage({})).toEqual(["d2", "d3"]);
});

test("covers exactly the filtered time in the chart, with finer steps when it is short", async () => {
  await keep([entry("d1", 0.5), entry("d2", 0.5, { attempts: 3 }), entry("d3", 30, { status: "failed" })]);
  const stepOf = async (hours: number) =>
    (await ask(summarizeDeliveries, { from: hoursAgo(hours).toISOString(), to: hoursAgo(0).toISOString() })).chart;
  expect((await stepOf(1)).step_seconds).toBe(60);
  expect((await stepOf(4)).step_seconds).toBe(300);
  expect((await stepOf(24)).step_seconds).toBe(1_800);
  expect((await stepOf(24 * 30)).step_seconds).toBe(43_200);
  const { steps } = await stepOf(24);
  expect(steps.length).toBeGreaterThanOrEqual(48);
  expect(steps.filter(({ arrived }) => arrived > 0)).toMatchObject([{ arrived: 2, late: 0, not_delivered: 0 }]);
  const { chart } = await ask(summarizeDeliveries, {
    from: hoursAgo(31).toISOString(),
    to: hoursAgo(29).toISOString(),
  });
  expect(chart).toMatchObject({ from: hoursAgo(31).toISOString(), to: hoursAgo(29).toISOString() });
  expect(sumOf(chart.steps.map(({ not_delivered }) => not_delivered))).toBe(1);
});

test("dates a webhook's failure from its first failed delivery after the last success", async () => {
  const failed = { status: "failed", attempts: 6 };
  await keep([
    entry("a1", 20, failed),
    entry("a2", 10),
    entry("a3", 9, { ...failed, webhook_id: "wh_1" }),
    entry("a4", 3, failed),
    entry("a5", 0.01, { status: "retrying", attempts: 1 }),
    entry("b1", 5, { webhook_id: "wh_2", ...failed }),
    entry("b2", 4, { webhook_id: "wh_2" }),
    entry("b3", 0.01, { webhook_id: "wh_2", status: "pending", attempts: 0 }),
    entry("c1", 40, { webhook_id: null, ...failed }),
  ]);
  const listed = { accountId, resource: "webhooks", seenAt: hoursAgo(1), lastSeenAt: hoursAgo(1), hash: "" };
  const record = { url: "https://crm.example/hooks", status: "active", events: ["call.ended"] };
  await db.insert(recordVersionTable).values([
    { ...listed, ref: "wh_2", record },
    { ...listed, ref: "wh_3", record, goneAt: hoursAgo(0.5) },
  ]);
  const { webhooks, webhooks_known } = await ask(summarizeDeliveries, { webhook: "wh_2" });
  expect(webhooks_known).toBe(4);
  expect(webhooks.map(({ webhook_id }) => webhook_id)).toEqual(["wh_2", "wh_1", NO_WORD, "wh_3"]);
  expect(webhooks[0]).toMatchObject({ url: record.url, events: ["call.ended"], is_listed: true, failing_since: null });
  expect(webhooks[0]).toMatchObject({ total: 3, not_delivered: 1, retrying: 1, failing: 0 });
  expect(webhooks[0]).toMatchObject({ last_at: hoursAgo(0.01).toISOString() });
  expect(webhooks[1]).toMatchObject({
    failing_since: hoursAgo(9).toISOString(),
    failing: 2,
    total: 5,
    is_listed: false,
  });
  expect(webhooks[2]).toMatchObject({
    failing_since: hoursAgo(40).toISOString(),
    failing: 1,
    hours: Array(24).fill([0, 0]),
  });
  expect(webhooks[3]).toMatchObject({ total: 0, is_listed: false, last_at: null });
  expect(webhooks[1]?.hours).toHaveLength(24);
  expect(webhooks[1]?.hours.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])).toEqual([1, 3]);
});

test("returns the neighbors of an entry from its own webhook", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => entry(`d${String(index).padStart(2, "0")}`, 40 - index));
  await keep([...rows, entry("other", 20, { webhook_id: "wh_2" })]);
  const { data } = await ask(getDelivery, { entry_id: "d20" });
  expect(data?.neighbors.map(({ key }) => key)).toEqual(rows.slice(10, 31).map(({ id }) => id));
  expect((await ask(getDelivery, { entry_id: "d00" })).data?.neighbors.map(({ key }) => key)).toEqual(
    rows.slice(0, 11).map(({ id }) => id),
  );
});

test.each([
  ['"log_000001", <log_000003>', ["log_000001", "log_000003"]],
  ["“log_000002”.", ["log_000002"]],
])("finds the deliveries of pasted IDs in %s, at any time", async (text, keys) => {
  await keep([1, 2, 3].map((nth) => entry(`log_00000${nth}`, nth)));
  expect(await everyPage({ text })).toEqual(keys);
  const summary = await ask(summarizeDeliveries, { text, from: hoursAgo(0.5).toISOString() });
  expect(summary.total).toBe(0);
  expect(summary.outside_time.map(({ key }) => key)).toEqual(keys);
});

test("stores texts when they are too long for an index", async () => {
  const long = "ж".repeat(3_000);
  await keep([{ ...entry("d1", 1), event: long, status: long, webhook_id: long }, { ...entry(`id ${long}`, 2) }]);
  const { data } = await ask(listDeliveries, {});
  expect(data).toHaveLength(2);
  const { data: seen } = await ask(getDelivery, { entry_id: "d1" });
  expect(seen?.raw).toMatchObject({ event: long });
});

test("returns a webhook's events, last delivery and retry times", async () => {
  const seconds = (after: number) => new Date(hoursAgo(2).getTime() + after * 1000);
  const at = (id: string, after: number, rest: Record<string, unknown>) =>
    keep([entry(id, 0, { delivered_at: null, ...rest })], seconds(after), { before: seconds(after - 15) });
  for (const [nth, gap] of [40, 60, 80].entries()) {
    const id = `r${nth}`;
    await at(id, 0, { status: "retrying", attempts: 1 });
    await at(id, gap, { status: "retrying", attempts: 2 });
    await at(id, gap + 300, { status: "retrying", attempts: 3 });
    await at(id, gap + 400, { attempts: 6, delivered_at: seconds(gap + 399).toISOString() });
  }
  await keep([entry("old", 200, { event: "call.started" }), entry("other", 1, { webhook_id: "wh_2" })]);
  const figures = await ask(getWebhookFigures, { webhook_id: "wh_1", from: hoursAgo(24).toISOString() });
  expect(figures).toMatchObject({
    events: [
      { event: "call.ended", total: 3, not_delivered: 0 },
      { event: "call.started", total: 0, last_at: hoursAgo(200).toISOString() },
    ],
    last_delivered_at: seconds(479).toISOString(),
    arrived: { count: 3, median_seconds: 459 },
    retries: [
      { attempt: 2, count: 3, median_seconds: 60 },
      { attempt: 3, count: 3, median_seconds: 300 },
    ],
  });
  expect(await ask(getWebhookFigures, { webhook_id: "unknown" })).toMatchObject({
    events: [],
    last_delivered_at: null,
    arrived: null,
    retries: [],
  });
});

test("counts events in exactly the filtered time when it cuts a quarter of an hour", async () => {
  const clock = (minutes: number) => `2026-11-20T14:${minutes}:00.000Z`;
  const at = (minutes: number, count: number, event = "call.ended") =>
    Array.from({ length: count }, (_, nth) =>
      entry(`${minutes} ${event} ${nth}`, 0, {
        delivered_at: clock(minutes),
        event,
        status: nth ? "delivered" : "failed",
      }),
    );
  await keep([...at(14, 3), ...at(16, 2), ...at(29, 4), ...at(31, 2), ...at(14, 1, "call.started")]);
  const eventsIn = async (from: number, to: number) =>
    (await ask(getWebhookFigures, { webhook_id: "wh_1", from: clock(from), to: clock(to) })).events.map(
      ({ event, total, not_delivered }) => [event, total, not_delivered],
    );
  expect(await eventsIn(10, 20)).toEqual([
    ["call.ended", 5, 2],
    ["call.started", 1, 1],
  ]);
  expect(await eventsIn(16, 17)).toEqual([
    ["call.ended", 2, 1],
    ["call.started", 0, 0],
  ]);
  expect(await eventsIn(12, 32)).toEqual([
    ["call.ended", 11, 4],
    ["call.started", 1, 1],
  ]);
});

test("tells the changes of a webhook in the asked time, for the log and for a delivery", async () => {
  await keep([entry("d1", 1), entry("d2", 1, { webhook_id: "wh_2" }), entry("d3", 30)]);
  const version = (hours: number, record: Record<string, unknown>) => {
    const times = { seenAt: hoursAgo(hours), lastSeenAt: hoursAgo(hours) };
    return { accountId, resource: "webhooks", ref: "wh_1", hash: String(hours), ...times, record };
  };
  const first = { url: "https://old.example", events: ["call.ended"] };
  const moved = { ...first, url: "https://new.example" };
  await db
    .insert(recordVersionTable)
    .values([version(40, first), version(1.01, moved), version(0.5, { ...moved, events: [] })]);
  const url = {
    webhook_id: "wh_1",
    field: "url",
    before: first.url,
    after: moved.url,
    at: hoursAgo(1.01).toISOString(),
  };
  const events = { field: "events", before: '["call.ended"]', after: "[]" };
  const changes = async (filter: DeliveryFilter) => (await ask(summarizeDeliveries, filter)).webhook_changes;
  expect(await changes({})).toMatchObject([url, events]);
  expect(await changes({ to: hoursAgo(0.9).toISOString() })).toEqual([url]);
  expect(await changes({ webhook: "wh_2" })).toEqual([]);
  expect(await changes({ webhook: "!wh_2" })).toHaveLength(2);
  const changesAt = async (entry_id: string) => (await ask(getDelivery, { entry_id })).data?.webhook_changes;
  expect([await changesAt("d1"), await changesAt("d2"), await changesAt("d3")]).toEqual([[url], [], []]);
});
