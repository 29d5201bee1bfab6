import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { meaningTable } from "@/lib/console/tables";
import { personWith } from "@/lib/console/testing";
import {
  type Delivery,
  type DeliveryFilter,
  getDeliverySeen,
  listDeliveries,
  NO_WORD,
  summarizeDeliveries,
} from "@/lib/contract/console/deliveries";
import type { InputOf, Operation, OutputOf } from "@/lib/contract/operation";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { deliveries } from "./deliveries";
import { keepLog } from "./keep-log";
import { createLogReader } from "./log-reader";
import { deliveryCountTable, deliveryTable, recordVersionTable } from "./tables";

const { db, pool } = await freshDatabase();
await migrate(pool, consoleMigrations);

const keyPrint = "one organization";
const events = { looking() {}, onLooking: () => () => undefined };
const operations = deliveries(db, keyPrint, createLogReader({ db, keyPrint, events }));

async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const found = operations.find((each) => each.op.id === op.id);
  return (await found?.run(input, { person: personWith("support"), address: null, requestId: "r" })) as OutputOf<Op>;
}

const hour = 3_600_000;
const nowMs = Date.now();
const ago = (hours: number) => new Date(nowMs - hours * hour);

type Entry = Record<string, unknown> & { id: string };

const keep = (rows: unknown, at = new Date(nowMs), rest: { webhookId?: string; keyPrint?: string } = {}) =>
  keepLog(db, {
    keyPrint: rest.keyPrint ?? keyPrint,
    answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
    webhookId: rest.webhookId,
    at,
    before: undefined,
  });

const entry = (id: string, hoursAgo: number, rest: Record<string, unknown> = {}): Entry => ({
  id,
  webhook_id: "wh_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: ago(hoursAgo).toISOString(),
  ...rest,
});

const keysOf = ({ data }: { data: readonly Pick<Delivery, "key">[] }) => data.map(({ key }) => key);

beforeEach(async () => {
  await db.delete(deliveryTable);
  await db.delete(recordVersionTable);
  await db.delete(meaningTable);
});

/** The same numbers on every run: a small generator of its own. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return { next, one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T };
}

const statuses = ["delivered", "delivered", "delivered", "failed", "retrying", null, "50% off_"];
const eventNames = ["call.started", "call.ended", "end-of-call-report", null];
const webhookIds = ["wh_1", "wh_2", "wh_Ä", null];

function manyEntries(count: number) {
  const { next, one } = randomOf(7);
  return Array.from({ length: count }, (_, at) =>
    entry(`d${String(at).padStart(4, "0")}`, next() ** 3 * 24 * 9, {
      webhook_id: one(webhookIds),
      event: one(eventNames),
      status: one(statuses),
      attempts: one([1, 1, 1, 2, 3, 6, null, "many"]),
    }),
  );
}

type Plain = { webhook: string; status: string; event: string; attempts: number | null; atMs: number; id: string };
const plainOf = (each: Entry): Plain => ({
  id: each.id,
  webhook: (each.webhook_id as string | null) ?? NO_WORD,
  status: (each.status as string | null) ?? NO_WORD,
  event: (each.event as string | null) ?? NO_WORD,
  attempts: typeof each.attempts === "number" ? each.attempts : null,
  atMs: Date.parse(String(each.delivered_at)),
});

const isWord = (asked: string | undefined, word: string) =>
  asked === undefined || asked.replace("!", "").split(",").includes(word) !== asked.startsWith("!");

function isAmong(asked: string | undefined, attempts: number | null) {
  if (asked === undefined) return true;
  if (asked === NO_WORD || attempts === null) return asked === NO_WORD && attempts === null;
  const [least, most] = asked.split("..");
  return attempts >= Number(least) && attempts <= (most === undefined ? Number(least) : Number(most || 1e9));
}

/** Which filters an entry passes, worked out as plainly as can be. */
const passes = (filter: DeliveryFilter, each: Plain) => ({
  webhook: isWord(filter.webhook, each.webhook),
  status: isWord(filter.status, each.status),
  event: isWord(filter.event, each.event),
  attempts: isAmong(filter.attempts, each.attempts),
  view:
    filter.view === undefined ||
    (filter.view === "not_delivered" && each.status !== "delivered") ||
    (filter.view === "retried" && (each.attempts ?? 0) > 1) ||
    (filter.view === "in_progress" && each.status === "retrying"),
  text: [each.id, ...[each.webhook, each.status, each.event].filter((word) => word !== NO_WORD)]
    .concat(each.webhook === "wh_2" ? "https://ops.example/voice" : [])
    .some((word) => word.toLowerCase().includes((filter.text ?? "").toLowerCase())),
  time:
    each.atMs >= (filter.from ? Date.parse(filter.from) : 0) && each.atMs < (filter.to ? Date.parse(filter.to) : 1e15),
});

type Name = keyof ReturnType<typeof passes>;
const isShown = (filter: DeliveryFilter, each: Plain, but?: Name) =>
  Object.entries(passes(filter, each)).every(([name, isPassed]) => isPassed || name === but);

function countedBy<K>(all: readonly Plain[], keyOf: (each: Plain) => K) {
  const counts = new Map<K, number>();
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}
const asMap = (words: readonly { word: string; count: number }[]) =>
  new Map(words.map(({ word, count }) => [word, count]));

function someFilter({ next, one }: ReturnType<typeof randomOf>): DeliveryFilter {
  const maybe = <T>(of: readonly T[]) => (next() < 0.3 ? one(of) : undefined);
  const from = maybe([0.2, 3, 11.3, 24, 100]);
  const length = from === undefined ? undefined : maybe([0.05, 1, 7.1]);
  const filter = {
    webhook: maybe(["wh_1", "wh_2", "!wh_1", NO_WORD, "unknown", `wh_Ä,${NO_WORD}`]),
    status: maybe([
      "delivered",
      "failed",
      "!delivered",
      NO_WORD,
      "50% off_",
      "none",
      "failed,retrying",
      `!failed,${NO_WORD}`,
    ]),
    event: maybe(["call.ended", "!call.started", NO_WORD, "call.ended,call.started"]),
    attempts: maybe(["1", "2..", "2..4", NO_WORD]),
    view: maybe(["not_delivered", "retried", "in_progress"] as const),
    text: maybe(["d00", "D012", "report", "ops.example", "0% OFF_", "wh_ä", "nothing holds this"]),
    from: from === undefined ? undefined : ago(from).toISOString(),
    to: from === undefined || length === undefined ? undefined : ago(from - length).toISOString(),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

test("whatever is asked, the list and the counts are those of the entries one by one", async () => {
  const rows = manyEntries(700);
  const all = rows.map(plainOf).sort((a, b) => b.atMs - a.atMs);
  await keep(rows);
  await keep([entry("elsewhere", 1)], new Date(nowMs), { keyPrint: "another" });
  const listed = { keyPrint, resource: "webhooks", seenAt: ago(1), lastSeenAt: ago(1), hash: "" };
  await db.insert(recordVersionTable).values({ ...listed, ref: "wh_2", record: { url: "https://ops.example/voice" } });
  const random = randomOf(11);
  const filters = [{}, ...Array.from({ length: 60 }, () => someFilter(random))];
  for (const filter of filters) {
    const shown = all.filter((each) => isShown(filter, each));
    const said = JSON.stringify(filter);
    expect(await everyPage(filter), said).toEqual(shown.map(({ id }) => id));
    const summary = await ask(summarizeDeliveries, filter);
    expect(summary.total, said).toBe(shown.length);
    expect(summary.not_delivered, said).toBe(shown.filter(({ status }) => status !== "delivered").length);
    for (const kind of ["webhook", "status", "event"] as const) {
      const others = all.filter((each) => isShown(filter, each, kind));
      expect(asMap(summary.choices[kind]), `${kind} of ${said}`).toEqual(countedBy(others, (each) => each[kind]));
    }
    const beside = all.filter((each) => passes(filter, each).webhook && passes(filter, each).time);
    expect(asMap(summary.statuses), said).toEqual(countedBy(beside, ({ status }) => status));
    expect(new Map(summary.attempts.map(({ attempts, count }) => [attempts, count]))).toEqual(
      countedBy(beside, ({ attempts }) => attempts),
    );
    expect(sumOf(summary.chart.steps.map((step) => step.matched))).toBe(shown.length);
    expect(sumOf(summary.chart.steps.map((step) => step.not_delivered))).toBe(
      beside.filter(({ status }) => status !== "delivered").length,
    );
    for (const [name, count] of Object.entries(summary.without))
      expect(count, `without ${name} of ${said}`).toBe(
        all.filter((each) => isShown(filter, each, name as Name)).length,
      );
    if (shown.length === 0 && filter.text !== undefined)
      expect(summary.hold_text).toBe(all.filter((each) => passes(filter, each).text).length);
  }
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

async function everyPage(filter: DeliveryFilter, limit = 90) {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await ask(listDeliveries, { ...filter, limit, ...(after === undefined ? {} : { after }) });
    keys.push(...keysOf(page));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return keys;
}

test("counts stay those of the entries when these change, go, come back or are removed", async () => {
  const rows = manyEntries(300);
  await keep(rows);
  await keep(
    rows.slice(0, 200).map((each, at) => (at % 3 === 0 ? { ...each, status: "delivered", attempts: 9 } : each)),
  );
  await keep(rows.slice(50));
  await db.execute(sql`delete from console.delivery where key < 'd0100'`);
  const { rows: wrong } = await db.execute(sql`
    select * from (
      select date_bin('15 minutes', at, 'epoch') as step, webhook_id, coalesce(status, '') as status,
        coalesce(event, '') as event, coalesce(attempts, -1) as attempts, count(*)::int as n
      from console.delivery group by 1, 2, 3, 4, 5) as counted
    full join ${deliveryCountTable} as kept using (step, webhook_id, status, event, attempts, n)
    where counted.n is null or kept.n is null or kept.key_print is null`);
  expect(wrong).toEqual([]);
});

test("entries of one moment are each on one page, however small it is", async () => {
  const rows = Array.from({ length: 25 }, (_, at) => entry(`d${String(at).padStart(2, "0")}`, 2));
  await keep(rows);
  expect(await everyPage({}, 4)).toEqual(rows.map(({ id }) => id));
  expect(await everyPage({ status: "delivered" }, 4)).toEqual(rows.map(({ id }) => id));
  await expect(ask(listDeliveries, { after: "nonsense" })).rejects.toMatchObject({ code: "bad_input" });
});

test("what is delivered is what everybody here reads as such", async () => {
  await keep([entry("d1", 1, { status: "arrived" }), entry("d2", 2, { status: "success" }), entry("d3", 3)]);
  expect(keysOf(await ask(listDeliveries, { delivered: "no" }))).toEqual(["d1"]);
  const meaning = { resource: "webhook-logs", field: "status", setBy: "Mara" };
  await db.insert(meaningTable).values([
    { ...meaning, word: "arrived", tone: "ok" },
    { ...meaning, word: "success", tone: "fault" },
  ]);
  expect(keysOf(await ask(listDeliveries, { delivered: "no" }))).toEqual(["d2"]);
  expect(await ask(summarizeDeliveries, {})).toMatchObject({ total: 3, not_delivered: 1 });
});

test("where nothing matches, it is told what would without one filter and at another time", async () => {
  await keep([entry("d1", 50), entry("d2", 2, { status: "failed" })]);
  const summary = await ask(summarizeDeliveries, { from: ago(24).toISOString(), status: "delivered" });
  expect(summary).toMatchObject({ total: 0, without: { status: 1, time: 1 }, last_at: ago(2).toISOString() });
  expect(await ask(summarizeDeliveries, { text: "order-77", status: "failed" })).toMatchObject({
    total: 0,
    hold_text: 0,
    without: { text: 1, status: 0 },
  });
});

test("the chart has a step for every part of the time, finer the shorter it is, and begins and ends as asked", async () => {
  await keep([entry("d1", 0.5), entry("d2", 0.5, { attempts: 3 }), entry("d3", 30, { status: "failed" })]);
  const stepOf = async (hours: number) => (await ask(summarizeDeliveries, { from: ago(hours).toISOString() })).chart;
  expect((await stepOf(1)).step_seconds).toBe(60);
  expect((await stepOf(4)).step_seconds).toBe(300);
  expect((await stepOf(24)).step_seconds).toBe(1_800);
  expect((await stepOf(24 * 30)).step_seconds).toBe(43_200);
  const { steps } = await stepOf(24);
  expect(steps.length).toBeGreaterThanOrEqual(48);
  expect(steps.filter(({ matched }) => matched > 0)).toMatchObject([{ first_attempt: 1, after_retries: 1 }]);
  const { chart } = await ask(summarizeDeliveries, { from: ago(31).toISOString(), to: ago(29).toISOString() });
  expect(chart).toMatchObject({ from: ago(31).toISOString(), to: ago(29).toISOString() });
  expect(sumOf(chart.steps.map(({ not_delivered }) => not_delivered))).toBe(1);
});

test("a webhook fails since the first that was not delivered after the last that was", async () => {
  const failed = { status: "failed", attempts: 6 };
  await keep([
    entry("a1", 20, failed),
    entry("a2", 10),
    entry("a3", 9, { ...failed, webhook_id: "wh_1" }),
    entry("a4", 3, failed),
    entry("a5", 0.01, { status: "retrying", attempts: 1 }),
    entry("b1", 5, { webhook_id: "wh_2", ...failed }),
    entry("b2", 4, { webhook_id: "wh_2" }),
    entry("b3", 0.1, { webhook_id: "wh_2", status: "pending", attempts: 0 }),
    entry("c1", 40, { webhook_id: null, ...failed }),
  ]);
  const listed = { keyPrint, resource: "webhooks", seenAt: ago(1), lastSeenAt: ago(1), hash: "" };
  const record = { url: "https://crm.example/hooks", status: "active", events: ["call.ended"] };
  await db.insert(recordVersionTable).values([
    { ...listed, ref: "wh_2", record },
    { ...listed, ref: "wh_3", record, goneAt: ago(0.5) },
  ]);
  const { webhooks, webhooks_known } = await ask(summarizeDeliveries, { webhook: "wh_2" });
  expect(webhooks_known).toBe(4);
  expect(webhooks.map(({ webhook_id }) => webhook_id)).toEqual(["wh_2", "wh_1", NO_WORD, "wh_3"]);
  expect(webhooks[0]).toMatchObject({ url: record.url, events: ["call.ended"], is_listed: true, failing_since: null });
  expect(webhooks[0]).toMatchObject({ total: 3, not_delivered: 2, failing: 0, last_at: ago(0.1).toISOString() });
  expect(webhooks[1]).toMatchObject({ failing_since: ago(9).toISOString(), failing: 2, total: 5, is_listed: false });
  expect(webhooks[2]).toMatchObject({
    failing_since: ago(40).toISOString(),
    failing: 1,
    hours: Array(24).fill([0, 0]),
  });
  expect(webhooks[3]).toMatchObject({ total: 0, is_listed: false, last_at: null });
  expect(webhooks[1]?.hours).toHaveLength(24);
  expect(webhooks[1]?.hours.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])).toEqual([1, 4]);
});

test("an entry stands among those of its webhook", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => entry(`d${String(at).padStart(2, "0")}`, 40 - at));
  await keep([...rows, entry("other", 20, { webhook_id: "wh_2" })]);
  const { data } = await ask(getDeliverySeen, { entry_id: "d20" });
  expect(data?.neighbors.map(({ key }) => key)).toEqual(rows.slice(10, 31).map(({ id }) => id));
  expect((await ask(getDeliverySeen, { entry_id: "d00" })).data?.neighbors.map(({ key }) => key)).toEqual(
    rows.slice(0, 11).map(({ id }) => id),
  );
});

test("texts longer than an index takes are kept all the same", async () => {
  const long = "ж".repeat(3_000);
  await keep([{ ...entry("d1", 1), event: long, status: long, webhook_id: long }, { ...entry(`id ${long}`, 2) }]);
  const { data } = await ask(listDeliveries, {});
  expect(data).toHaveLength(2);
  const { data: seen } = await ask(getDeliverySeen, { entry_id: "d1" });
  expect(seen?.raw).toMatchObject({ event: long });
});
