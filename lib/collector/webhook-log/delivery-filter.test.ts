import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deliveryViews, type HereState, hereStates } from "@/lib/contract/console/webhook-log/filter";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { accountId, type Entry, entry, hoursAgo, nowMs, storedLog, sumOf } from "@/lib/testing/collector";
import { randomFrom } from "@/platform/seed/seeded-random";

const { db, ask, keep, everyPage, forget } = await storedLog();

beforeEach(forget);

const statuses = ["delivered", "delivered", "delivered", "failed", "retrying", null, "50% off_"];
const eventNames = ["call.started", "call.ended", "end-of-call-report", null];
const webhookIds = ["wh_1", "wh_2", "wh_Ä", null];

function manyEntries(count: number) {
  const { next, pick } = randomFrom("7");
  return Array.from({ length: count }, (_, index) =>
    entry(`d${String(index).padStart(4, "0")}`, next() ** 3 * 24 * 9, {
      webhook_id: pick(webhookIds),
      event: pick(eventNames),
      status: pick(statuses),
      attempts: pick([1, 1, 1, 2, 3, 6, null, "many"]),
      ...pick([{}, {}, { delivered_at: null }, { delivered_at: "soon" }, { delivered_at: undefined }]),
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
  /** Span of times to which it belongs. */
  beginsMs: number;
  lastMs: number;
  /** Not arrived yet: within the hour, or for an older one pending in its first minute. */
  isOpen: boolean;
  here: HereState | null;
};
const isTimed = ({ delivered_at }: Entry) => !Number.isNaN(Date.parse(String(delivered_at)));
const firstReadMs = hoursAgo(1).getTime();

function spanOf(row: Entry, isFirstRead: boolean) {
  const sentMs = Date.parse(String(row.delivered_at));
  if (isFirstRead || (isTimed(row) && !(Number(row.attempts) > 1)))
    return { atMs: sentMs, beginsMs: sentMs, lastMs: isTimed(row) ? sentMs : firstReadMs };
  const atMs = isTimed(row) ? sentMs : nowMs;
  return { atMs, beginsMs: Math.min(atMs, firstReadMs), lastMs: atMs };
}

function isOpenAt({ status }: Entry, lastMs: number, isOlder: boolean) {
  const isPending = status === "retrying" && lastMs > nowMs - 60_000;
  return status !== "delivered" && (isPending || (!isOlder && lastMs > nowMs - 3_600_000));
}

/** What `arrivals_here` says, by the last digit of the ID. */
const arrivalsHere = [null, null, null, null, -1, 0, 1, 1, 2, 3];
const hereOf = [null, null, null, null, "waiting", "no", "yes", "yes", "several", "several"] as const;

const plainOf = (row: Entry, isFirstRead: boolean): Plain => ({
  id: row.id,
  here: hereOf[Number(row.id.slice(-1))] ?? null,
  isTimed: isTimed(row),
  isOlder: isFirstRead && !isTimed(row),
  isOpen: isOpenAt(row, spanOf(row, isFirstRead).lastMs, isFirstRead && !isTimed(row)),
  webhook: (row.webhook_id as string | null) ?? NO_WORD,
  status: (row.status as string | null) ?? NO_WORD,
  event: (row.event as string | null) ?? NO_WORD,
  attempts: typeof row.attempts === "number" ? row.attempts : null,
  ...spanOf(row, isFirstRead),
  atMs: spanOf(row, isFirstRead).atMs || 0,
});

const isWord = (filter: string | undefined, word: string) =>
  filter === undefined || filter.replace("!", "").split(",").includes(word) !== filter.startsWith("!");

function isInRange(range: string | undefined, attempts: number | null) {
  if (range === undefined) return true;
  if (range === NO_WORD || attempts === null) return range === NO_WORD && attempts === null;
  const [min, max] = range.split("..");
  return attempts >= Number(min) && attempts <= (max === undefined ? Number(min) : Number(max || 1e9));
}

/** A simple reference implementation of all filters. */
const passes = (filter: DeliveryFilter, row: Plain) => ({
  webhook: isWord(filter.webhook, row.webhook),
  status: isWord(filter.status, row.status),
  event: isWord(filter.event, row.event),
  attempts: isInRange(filter.attempts, row.attempts),
  group: row.isOlder === (filter.view === "older"),
  view:
    filter.view === undefined ||
    filter.view === "older" ||
    (filter.view === "not_delivered" && isFailed(row)) ||
    (filter.view === "arrived" && row.status === "delivered") ||
    (filter.view === "in_progress" && row.isOpen),
  here: filter.here === undefined || row.here === filter.here,
  text: [row.id, ...[row.webhook, row.status, row.event].filter((word) => word !== NO_WORD)]
    .concat(row.webhook === "wh_2" ? "https://ops.example/voice" : [])
    .some((word) => word.toLowerCase().includes((filter.text ?? "").toLowerCase())),
  time:
    row.isOlder ||
    ((row.isOpen || row.lastMs >= (filter.from ? Date.parse(filter.from) : 0)) &&
      row.beginsMs < (filter.to ? Date.parse(filter.to) : 1e15)),
});

const isFailed = ({ status, isOpen }: Plain) => status !== "delivered" && !isOpen;

type Name = keyof ReturnType<typeof passes>;
const isShown = (filter: DeliveryFilter, row: Plain, but?: Name) =>
  Object.entries(passes(filter, row)).every(([name, isPassed]) => isPassed || name === but);

function countedBy<K>(all: readonly Plain[], keyOf: (row: Plain) => K) {
  const counts = new Map<K, number>();
  for (const row of all) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
const asMap = (words: readonly { word: string; count: number }[]) =>
  new Map(words.map(({ word, count }) => [word, count]));

function someFilter({ next, pick }: ReturnType<typeof randomFrom>): DeliveryFilter {
  const maybe = <T>(of: readonly T[]) => (next() < 0.3 ? pick(of) : undefined);
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
    here: maybe(hereStates),
    text: maybe(["d00", "D012", "report", "ops.example", "0% OFF_", "wh_ä", "nothing holds this"]),
    from: from === undefined ? undefined : hoursAgo(from).toISOString(),
    to: from === undefined || length === undefined ? undefined : hoursAgo(from - length).toISOString(),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

test("returns the entries and counts that a plain filter in memory finds", async () => {
  const rows = manyEntries(700);
  const first = rows.slice(0, 350);
  const all = rows
    .map((row, index) => plainOf(row, index < first.length))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));
  await keep(first, hoursAgo(1));
  await keep(rows, new Date(nowMs), { before: hoursAgo(1) });
  await keep([entry("elsewhere", 1)], new Date(nowMs), { accountId: "another" });
  const listed = { accountId, resource: "webhooks", seenAt: hoursAgo(1), lastSeenAt: hoursAgo(1), hash: "" };
  await db.insert(recordVersionTable).values({ ...listed, ref: "wh_2", record: { url: "https://ops.example/voice" } });
  await db.execute(sql`
    update console.delivery set arrivals_here = (${sql.param(arrivalsHere)}::int[])[1 + right(key, 1)::int] where key like 'd%'`);
  const random = randomFrom("11");
  const filters = [{}, ...Array.from({ length: 60 }, () => someFilter(random))];
  for (const filter of filters) {
    const shown = all.filter((row) => isShown(filter, row));
    const label = JSON.stringify(filter);
    expect(await everyPage(filter), label).toEqual(shown.map(({ id }) => id));
    const summary = await ask(summarizeDeliveries, filter);
    expect(summary.total, label).toBe(shown.length);
    expect(summary.not_delivered, label).toBe(shown.filter(isFailed).length);
    expect(summary.retrying, label).toBe(shown.filter(({ isOpen }) => isOpen).length);
    const views = deliveryViews.map((view) => ({ view, rows: all.filter((row) => isShown({ ...filter, view }, row)) }));
    expect(summary.choices.view.slice(1), label).toEqual(
      views.map(({ view, rows }) => ({ word: view, count: rows.length })),
    );
    for (const kind of ["webhook", "status", "event"] as const) {
      const others = all.filter((row) => isShown(filter, row, kind));
      expect(asMap(summary.choices[kind]), `${kind} of ${label}`).toEqual(countedBy(others, (row) => row[kind]));
    }
    const states = hereStates.map((here) => all.filter((row) => isShown({ ...filter, here }, row)).length);
    expect(summary.choices.here.slice(0, states.length), label).toEqual(
      hereStates.map((word, nth) => ({ word, count: states[nth] })),
    );
    const older = all.filter((row) => isShown({ ...filter, view: "older" }, row));
    const failed = older.filter(isFailed).length;
    expect(summary.older, label).toEqual({ total: older.length, failed });
    const ofGroup = all.filter((row) => passes(filter, row).group);
    const beside = ofGroup.filter((row) => passes(filter, row).webhook && passes(filter, row).time);
    const [fromMs, toMs] = [Date.parse(summary.chart.from), Date.parse(summary.chart.to)];
    const drawn = (rows: readonly Plain[]) =>
      rows.filter(({ isOlder, atMs }) => !isOlder && (!filter.from || atMs >= fromMs) && (!filter.to || atMs < toMs))
        .length;
    const stepSum = (name: "arrived" | "not_delivered") => sumOf(summary.chart.steps.map((step) => step[name]));
    expect(stepSum("not_delivered")).toBe(drawn(beside.filter(isFailed)));
    expect(stepSum("arrived")).toBe(drawn(beside.filter(({ status }) => status === "delivered")));
  }
});
