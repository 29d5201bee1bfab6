import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  countDeliveries,
  type DeliveryFilter,
  deliveryViews,
  NO_WORD,
  summarizeDeliveries,
} from "@/lib/contract/console/deliveries";
import { deliveryCountTable, recordVersionTable } from "./tables";
import { ago, type Entry, entry, keptLog, keyPrint, nowMs, randomOf, sumOf } from "./testing";

const { db, ask, keep, everyPage, forget } = await keptLog();

beforeEach(forget);

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
      ...one([{}, {}, { delivered_at: null }, { delivered_at: "soon" }, { delivered_at: undefined }]),
    }),
  );
}

type Plain = {
  webhook: string;
  status: string;
  event: string;
  attempts: number | null;
  atMs: number;
  id: string;
  isTimed: boolean;
  isOlder: boolean;
};
const isTimed = ({ delivered_at }: Entry) => !Number.isNaN(Date.parse(String(delivered_at)));
const plainOf = (each: Entry, isFirstRead: boolean): Plain => ({
  id: each.id,
  isTimed: isTimed(each),
  isOlder: isFirstRead && !isTimed(each),
  webhook: (each.webhook_id as string | null) ?? NO_WORD,
  status: (each.status as string | null) ?? NO_WORD,
  event: (each.event as string | null) ?? NO_WORD,
  attempts: typeof each.attempts === "number" ? each.attempts : null,
  atMs: Date.parse(String(each.delivered_at)) || (isFirstRead ? 0 : nowMs),
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
  group: each.isOlder === (filter.view === "older"),
  view:
    filter.view === undefined ||
    filter.view === "older" ||
    (filter.view === "not_delivered" && each.status !== "delivered") ||
    (filter.view === "retried" && (each.attempts ?? 0) > 1) ||
    (filter.view === "in_progress" && each.status === "retrying") ||
    (filter.view === "no_time" && !each.isTimed),
  text: [each.id, ...[each.webhook, each.status, each.event].filter((word) => word !== NO_WORD)]
    .concat(each.webhook === "wh_2" ? "https://ops.example/voice" : [])
    .some((word) => word.toLowerCase().includes((filter.text ?? "").toLowerCase())),
  time:
    each.isOlder ||
    (each.atMs >= (filter.from ? Date.parse(filter.from) : 0) &&
      each.atMs < (filter.to ? Date.parse(filter.to) : 1e15)),
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
    view: maybe(deliveryViews),
    text: maybe(["d00", "D012", "report", "ops.example", "0% OFF_", "wh_ä", "nothing holds this"]),
    from: from === undefined ? undefined : ago(from).toISOString(),
    to: from === undefined || length === undefined ? undefined : ago(from - length).toISOString(),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

test("whatever is asked, the list and the counts are those of the entries one by one", async () => {
  const rows = manyEntries(700);
  const first = rows.slice(0, 350);
  const all = rows
    .map((each, at) => plainOf(each, at < first.length))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));
  await keep(first, ago(1));
  await keep(rows, new Date(nowMs), { before: ago(1) });
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
    expect(await ask(countDeliveries, filter), said).toEqual({ total: shown.length });
    expect(summary.not_delivered, said).toBe(shown.filter(({ status }) => status !== "delivered").length);
    const views = deliveryViews.map((view) => ({ view, of: all.filter((each) => isShown({ ...filter, view }, each)) }));
    expect(summary.choices.view.slice(1), said).toEqual(
      views.map(({ view, of }) => ({ word: view, count: of.length })),
    );
    for (const kind of ["webhook", "status", "event"] as const) {
      const others = all.filter((each) => isShown(filter, each, kind));
      expect(asMap(summary.choices[kind]), `${kind} of ${said}`).toEqual(countedBy(others, (each) => each[kind]));
    }
    const older = all.filter((each) => isShown({ ...filter, view: "older" }, each));
    const failed = older.filter(({ status }) => status !== "delivered" && status !== "retrying").length;
    expect(summary.older, said).toEqual({ total: older.length, failed });
    const ofGroup = all.filter((each) => passes(filter, each).group);
    const beside = ofGroup.filter((each) => passes(filter, each).webhook && passes(filter, each).time);
    expect(asMap(summary.statuses), said).toEqual(countedBy(beside, ({ status }) => status));
    expect(new Map(summary.attempts.map(({ attempts, count }) => [attempts, count]))).toEqual(
      countedBy(beside, ({ attempts }) => attempts),
    );
    const drawn = (rows: readonly Plain[]) => rows.filter(({ isOlder }) => !isOlder).length;
    expect(sumOf(summary.chart.steps.map((step) => step.matched))).toBe(drawn(shown));
    expect(sumOf(summary.chart.steps.map((step) => step.not_delivered))).toBe(
      drawn(beside.filter(({ status }) => status !== "delivered")),
    );
    for (const [name, count] of Object.entries(summary.without))
      expect(count, `without ${name} of ${said}`).toBe(
        all.filter((each) =>
          name === "view" ? isShown({ ...filter, view: undefined }, each) : isShown(filter, each, name as Name),
        ).length,
      );
    if (shown.length === 0 && filter.text !== undefined)
      expect(summary.hold_text).toBe(ofGroup.filter((each) => passes(filter, each).text).length);
  }
});

test("counts stay those of the entries when these change, go, come back or are removed", async () => {
  const rows = manyEntries(300);
  await keep(rows);
  await keep(
    rows
      .slice(0, 200)
      .map((each, at) =>
        at % 3 === 0 ? { ...each, status: "delivered", attempts: 9, delivered_at: ago(at).toISOString() } : each,
      ),
  );
  await keep(rows.slice(50));
  await db.execute(sql`delete from console.delivery where key < 'd0100'`);
  const { rows: wrong } = await db.execute(sql`
    select * from (
      select date_bin('15 minutes', at, 'epoch') as step, webhook_id, coalesce(status, '') as status,
        coalesce(event, '') as event, coalesce(attempts, -1) as attempts,
        delivered_at is not null as is_timed, count(*)::int as n
      from console.delivery group by 1, 2, 3, 4, 5, 6) as counted
    full join ${deliveryCountTable} as kept using (step, webhook_id, status, event, attempts, is_timed, n)
    where counted.n is null or kept.n is null or kept.key_print is null`);
  expect(wrong).toEqual([]);
});
