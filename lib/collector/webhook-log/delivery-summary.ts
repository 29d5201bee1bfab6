import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type CountedWord, type DeliverySummary, deliveryViews, NO_WORD } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import { cellsOf, longestStep } from "./delivery-cells";
import {
  allOf,
  conditions,
  type DeliveryQuery,
  epochMs,
  isDelivered,
  msOf,
  olderAt,
  olderSpan,
  spanOf,
  views,
} from "./delivery-filter";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const chartSteps = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 12 * hour, day, 7 * day];
const maxBars = 60;
const maxRowsPerKind = 400;

type Counts = Omit<DeliverySummary, "webhooks" | "webhooks_known" | "watched" | "reading"> & {
  perWebhook: Map<string, { total: number; not_delivered: number; older: number }>;
};

/** All counts that the webhook log shows besides its rows. They are exact for any number of entries. */
export async function countAll(db: Database, query: DeliveryQuery): Promise<Counts> {
  const { lastAt, ...chart } = await chartOf(db, query);
  const { rows } = await db.execute<CountRow>(countsOf(query, chart.everyMs));
  const counts = countsIn(rows, query, chart);
  return { ...counts, last_at: lastAt };
}

type Chart = { fromMs: number; toMs: number; everyMs: number };

/** Time span and step length of the chart. The span is that of the filter, or else of all entries. */
async function chartOf(db: Database, query: DeliveryQuery): Promise<Chart & { lastAt: string | null }> {
  const span = { fromMs: msOf(query.filter.from), toMs: msOf(query.filter.to) };
  const isInChart = allOf(sql`key_print = ${query.accountId}`, sql`at > ${olderAt}`, conditions(query).webhook);
  const { rows: ends } = await db.execute<{ oldest: number | null; newest: number | null }>(sql`
    select (select ${epochMs(sql`at`)} from console.delivery where ${isInChart} order by at limit 1) as oldest,
      (select ${epochMs(sql`at`)} from console.delivery where ${isInChart} order by at desc limit 1) as newest`);
  const { oldest = null, newest = null } = ends[0] ?? {};
  const toMs = span.toMs ?? Math.max(clock.nowMs(), span.fromMs ?? 0);
  const fromMs = Math.min(toMs, span.fromMs ?? Math.min(oldest ?? toMs, toMs - hour));
  const everyMs = chartSteps.find((chartStepMs) => (toMs - fromMs) / chartStepMs < maxBars + 1) ?? longestStep;
  const lastAt = newest === null ? null : new Date(newest).toISOString();
  return { fromMs, toMs, everyMs, lastAt };
}

/** Kinds of rows by the value of PostgreSQL's `grouping`. The steps are counted separately. */
const kinds = { 7: "webhook", 11: "status", 13: "event", 14: "attempts", 15: "all", 16: "step" } as const;
const stepKind = sql.raw("16");

type CountRow = {
  kind: keyof typeof kinds;
  at: number | null;
  word: string | null;
  matched: number;
  matched_failed: number;
  alone: number;
  alone_first: number;
  alone_retried: number;
  alone_failed: number;
  everything: number;
  everything_failed: number;
  everything_older: number;
  older: number;
  older_failed: number;
} & Record<`but_${"webhook" | "status" | "event" | "attempts" | "view"}`, number> &
  Record<keyof ReturnType<typeof views>, number>;

/** Counts of each step of the chart. */
const stepCounts = new Set(["matched", "alone_first", "alone_retried", "alone_failed"]);

/**
 * SQL that reads the cells once. For each kind of filter it counts the matches, and the matches without that filter. Older
 * deliveries are counted separately. Charts include them only in their own view.
 */
function countsOf(query: DeliveryQuery, everyMs: number): SQL {
  const { delivered: _delivered, view, ...rest } = conditions(query);
  const { view: _view, ...anyView } = query.filter;
  const isOlder = sql`is_older`;
  const isTimely = sql`not is_older`;
  const isOfView = query.filter.view === "older" ? isOlder : isTimely;
  const set = { ...rest, view: allOf(isOfView, view), text: sql`is_found` };
  const without = (name: keyof typeof set | undefined) =>
    allOf(...Object.entries(set).flatMap(([filter, condition]) => (filter === name ? [] : [condition])));
  const isOfWebhook = allOf(isOfView, set.webhook);
  const delivered = isDelivered(query.words);
  const count = (name: string, condition: SQL) => ({
    name,
    sum: sql`coalesce(sum(n) filter (where ${condition}), 0)::float8`,
  });
  const counts = [
    count("matched", without(undefined)),
    count("matched_failed", allOf(without(undefined), sql`not ${delivered}`)),
    count("alone", isOfWebhook),
    count("alone_first", allOf(isOfWebhook, delivered, sql`attempts <= 1`)),
    count("alone_retried", allOf(isOfWebhook, delivered, sql`attempts > 1`)),
    count("alone_failed", allOf(isOfWebhook, sql`not ${delivered}`)),
    count("everything", isTimely),
    count("everything_failed", allOf(isTimely, sql`not ${delivered}`)),
    count("everything_older", isOlder),
    ...(["webhook", "status", "event", "attempts", "view"] as const).map((name) =>
      count(`but_${name}`, name === "view" ? allOf(without(name), isTimely) : without(name)),
    ),
    ...Object.entries(views(query.words)).map(([name, is]) => count(name, allOf(without("view"), isTimely, is))),
    count("older", allOf(without("view"), isOlder)),
    count(
      "older_failed",
      allOf(without("view"), isOlder, sql`not ${delivered} and not ${views(query.words).in_progress}`),
    ),
  ];
  const named = (isCounted: (name: string) => boolean) =>
    sql.join(
      counts.map(({ name, sum }) => sql`${isCounted(name) ? sum : sql`0::float8`} as ${sql.identifier(name)}`),
      sql`, `,
    );
  return sql`
    with cells as materialized (
      select *, false as is_older from (${cellsOf(query, spanOf(anyView), everyMs)}) as timely
      union all select *, true from (${cellsOf(query, olderSpan, longestStep)}) as older
    ), alike as materialized (
      select webhook_id, status, event, attempts, is_timed, is_older, is_found, sum(n) as n from cells
      group by webhook_id, status, event, attempts, is_timed, is_older, is_found
    ), counted as (
      select grouping(webhook_id, status, event, attempts) as kind, null::float8 as at,
        coalesce(webhook_id, status, event, attempts::text) as word, sum(n) as size, ${named(() => true)}
      from alike group by grouping sets ((webhook_id), (status), (event), (attempts), ())
      union all
      select ${stepKind}, ${epochMs(sql`step`)}, null, sum(n), ${named((name) => stepCounts.has(name))} from cells group by step
    )
    select * from (
      select *, row_number() over (partition by kind order by size desc) as nth from counted
    ) as ranked where nth <= ${maxRowsPerKind} order by kind, nth`;
}

function countsIn(rows: readonly CountRow[], query: DeliveryQuery, { fromMs, toMs, everyMs }: Chart): Counts {
  const rowsOf = (kind: (typeof kinds)[keyof typeof kinds]) => rows.filter((row) => kinds[row.kind] === kind);
  const [all] = rowsOf("all");
  const choices = (kind: "webhook" | "status" | "event") => sorted(rowsOf(kind), (row) => row[`but_${kind}`]);
  const attempts = rowsOf("attempts").map((row) => ({ ...row, number: Number(row.word) }));
  const attemptRange = (word: string, min: number, max = Number.POSITIVE_INFINITY): CountedWord => ({
    word,
    count: sum(attempts.filter(({ number }) => number >= min && number <= max).map((row) => row.but_attempts)),
  });
  const deliveredWords = new Set(query.words.delivered);
  return {
    total: all?.matched ?? 0,
    not_delivered: all?.matched_failed ?? 0,
    older: { total: all?.older ?? 0, failed: all?.older_failed ?? 0 },
    statuses: sorted(rowsOf("status"), ({ alone }) => alone).map((status) => ({
      ...status,
      is_delivered: deliveredWords.has(status.word),
    })),
    choices: {
      status: choices("status"),
      event: choices("event"),
      webhook: choices("webhook"),
      attempts: [attemptRange("1", 1, 1), attemptRange("2..", 2), attemptRange("4..", 4)],
      view: [
        { word: "all", count: all?.but_view ?? 0 },
        ...deliveryViews.map((word) => ({ word, count: all?.[word] ?? 0 })),
      ],
    },
    attempts: attempts
      .filter(({ alone }) => alone > 0)
      .map(({ number, alone, matched }) => ({ attempts: number < 0 ? null : number, count: alone, matched }))
      .sort((a, b) => (a.attempts ?? Number.POSITIVE_INFINITY) - (b.attempts ?? Number.POSITIVE_INFINITY)),
    chart: {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      step_seconds: everyMs / 1000,
      steps: stepsOf(rowsOf("step"), { fromMs, toMs, everyMs }),
    },
    last_at: null,
    perWebhook: new Map(
      rowsOf("webhook").map((row) => [
        row.word ?? "",
        { total: row.everything, not_delivered: row.everything_failed, older: row.everything_older },
      ]),
    ),
  };
}

/** Every step of the chart, including empty ones. */
function stepsOf(rows: readonly CountRow[], { fromMs, toMs, everyMs }: Chart): DeliverySummary["chart"]["steps"] {
  const rowByTime = new Map(rows.map((row) => [row.at, row]));
  const firstMs = Math.floor(fromMs / everyMs) * everyMs;
  const length = Math.max(1, Math.ceil((toMs - firstMs) / everyMs));
  return Array.from({ length: Math.min(length, maxRowsPerKind) }, (_, index) => {
    const row = rowByTime.get(firstMs + index * everyMs);
    return {
      at: new Date(firstMs + index * everyMs).toISOString(),
      first_attempt: row?.alone_first ?? 0,
      after_retries: row?.alone_retried ?? 0,
      not_delivered: row?.alone_failed ?? 0,
      matched: row?.matched ?? 0,
    };
  });
}

/** Words with their counts, the most frequent first, without zero counts. */
const sorted = (rows: readonly CountRow[], countIn: (row: CountRow) => number): CountedWord[] =>
  rows
    .map((row) => ({ word: row.word || NO_WORD, count: countIn(row) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
