import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { CountedWord, DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { Database } from "@/lib/db/database";
import { type Cell, cellsIn, longestStep } from "./delivery-counts";
import {
  type CountedFields,
  hereFilters,
  isFailed,
  isLate,
  isOpen,
  lateOptions,
  passes,
  passesOne,
  views,
} from "./delivery-filter";
import { entriesIn, isMatching, isOlderView, type LogQuery } from "./log-query";
import { allOf, epochMs, isoOf } from "./log-sql";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const chartSteps = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 12 * hour, day, 7 * day];
const maxBars = 60;
const maxWords = 400;

export type CountsOfWebhook = { total: number; not_delivered: number; retrying: number; older: number };

type Counts = Pick<
  DeliverySummary,
  "total" | "not_delivered" | "retrying" | "retrying_attempts" | "older" | "late" | "chart" | "choices" | "last_at"
> & {
  perWebhook: Map<string, CountsOfWebhook>;
};

/** All counts of deliveries that the webhook log shows besides its rows. They are exact for any number of entries. */
export async function countAll(db: Database, query: LogQuery): Promise<Counts> {
  const { lastAt, ...chart } = await chartOf(db, query);
  const timely = await cellsIn(db, query, query.span, chart.everyMs);
  const older = await cellsIn(db, query, "older", longestStep);
  const cells = { timely, older, shown: isOlderView(query) ? older : timely };
  return {
    ...totalsOf(query, cells),
    late: await lateOf(db, query, cells.shown),
    chart: {
      from: new Date(chart.fromMs).toISOString(),
      to: new Date(chart.toMs).toISOString(),
      step_seconds: chart.everyMs / 1000,
      steps: stepsOf(query, cells.shown, chart),
    },
    choices: choicesOf(query, cells),
    last_at: lastAt,
    perWebhook: countsByWebhook(cells),
  };
}

type Chart = { fromMs: number; toMs: number; everyMs: number };

/** Time span and step length of the chart. The span is that of the filter, or else of all entries. */
async function chartOf(db: Database, query: LogQuery): Promise<Chart & { lastAt: string | null }> {
  const { span, filters, accountId } = query;
  const { oldest, newest } = await timesOf(db, accountId, filters.webhook?.rows, span.fromMs === undefined);
  const toMs = span.toMs ?? Math.max(clock.nowMs(), span.fromMs ?? 0);
  const fromMs = Math.min(toMs, span.fromMs ?? Math.min(oldest ?? toMs, toMs - hour));
  const everyMs = chartSteps.find((chartStepMs) => (toMs - fromMs) / chartStepMs < maxBars + 1) ?? longestStep;
  return { fromMs, toMs, everyMs, lastAt: isoOf(newest) };
}

/** First tries of the oldest and the newest entry, in milliseconds; null without one, or if the oldest is not needed. */
async function timesOf(db: Database, accountId: string, isChosen: SQL | undefined, needsOldest: boolean) {
  const isTimed = allOf(sql`key_print = ${accountId} and at is not null`, isChosen);
  const end = (order: SQL) =>
    sql`(select ${epochMs(sql`at`)} from console.delivery where ${isTimed} order by ${order} limit 1)`;
  const { rows } = await db.execute<{ oldest: number | null; newest: number | null }>(sql`
    select ${needsOldest ? end(sql`at nulls first`) : sql`null::float8`} as oldest, ${end(sql`at desc nulls last`)} as newest`);
  return rows[0] ?? { oldest: null, newest: null };
}

type Cells = { timely: readonly Cell[]; older: readonly Cell[]; shown: readonly Cell[] };

const sumOf = (cells: readonly Cell[], test: (fields: CountedFields) => boolean, count: "count" | "found" = "found") =>
  cells.reduce((sum, cell) => (test(cell.fields) ? sum + cell[count] : sum), 0);

function mostAttempts(cells: readonly Cell[], test: (fields: CountedFields) => boolean): number | null {
  const counts = cells.flatMap(({ fields, found }) => (found > 0 && test(fields) ? (fields.attempts ?? []) : []));
  return counts.length > 0 ? Math.max(...counts) : null;
}

function totalsOf(query: LogQuery, { older, shown }: Cells) {
  const { filters } = query;
  const matches = (fields: CountedFields) => passes(filters, fields);
  const both = (test: (fields: CountedFields) => boolean) => (fields: CountedFields) => matches(fields) && test(fields);
  const anyView = (fields: CountedFields) => passes(filters, fields, "view");
  return {
    total: sumOf(shown, matches),
    not_delivered: sumOf(shown, both(isFailed)),
    retrying: sumOf(shown, both(isOpen)),
    retrying_attempts: mostAttempts(shown, both(isOpen)),
    older: { total: sumOf(older, anyView), failed: sumOf(older, (fields) => anyView(fields) && isFailed(fields)) },
  };
}

function choicesOf({ filters }: LogQuery, { timely, older, shown }: Cells): DeliverySummary["choices"] {
  const but = (filter: keyof typeof filters) => shown.filter(({ fields }) => passes(filters, fields, filter));
  const option = (word: string, cells: readonly Cell[], test: (fields: CountedFields) => boolean): CountedWord => ({
    word,
    count: sumOf(cells, test),
  });
  const anyView = timely.filter(({ fields }) => passes(filters, fields, "view"));
  const attemptOption = (word: string, min: number, max = Number.POSITIVE_INFINITY) =>
    option(word, but("attempts"), ({ attempts }) => attempts !== null && attempts >= min && attempts <= max);
  return {
    webhook: wordsOf(but("webhook"), ({ webhook }) => webhook),
    status: wordsOf(but("status"), ({ status }) => status),
    event: wordsOf(but("event"), ({ event }) => event),
    attempts: [attemptOption("1", 1, 1), attemptOption("2..", 2), attemptOption("4..", 4)],
    late: lateOptions.map((minutes) => option(`${minutes}..`, but("late"), (fields) => isLate(fields, minutes))),
    here: Object.entries(hereFilters).map(([choice, { test }]) => option(choice, but("here"), test)),
    view: [
      option("all", anyView, () => true),
      ...Object.entries(views).map(([view, { test }]) => option(view, anyView, test)),
      option("older", older, (fields) => passes(filters, fields, "view")),
    ],
  };
}

/** Words with their counts, the most frequent first, without zero counts. */
function wordsOf(cells: readonly Cell[], wordOf: (fields: CountedFields) => string): CountedWord[] {
  return [...groupBy(cells, wordOf)]
    .map(([word, some]) => ({ word, count: sumOf(some, () => true) }))
    .filter((counted) => counted.count > 0)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords);
}

function groupBy<Key>(cells: readonly Cell[], keyOf: (fields: CountedFields) => Key) {
  const groups = new Map<Key, Cell[]>();
  for (const cell of cells) groups.set(keyOf(cell.fields), [...(groups.get(keyOf(cell.fields)) ?? []), cell]);
  return groups;
}

/** Every step of the chart, including empty ones. Entries that were first tried outside of it are not drawn. */
function stepsOf(
  { filters }: LogQuery,
  shown: readonly Cell[],
  { fromMs, toMs, everyMs }: Chart,
): DeliverySummary["chart"]["steps"] {
  const ofWebhook = shown.filter(({ fields }) => passesOne(filters.webhook, fields));
  const firstMs = Math.floor(fromMs / everyMs) * everyMs;
  const length = Math.max(1, Math.ceil((toMs - firstMs) / everyMs));
  return Array.from({ length: Math.min(length, maxWords) }, (_, index) => {
    const step = { arrived: 0, late: 0, retrying: 0, not_delivered: 0 };
    for (const { fields, steps } of ofWebhook) {
      const { count = 0 } = steps.get(firstMs + index * everyMs) ?? {};
      step[isOpen(fields) ? "retrying" : isFailed(fields) ? "not_delivered" : "arrived"] += count;
      if (isLate(fields, 1)) step.late += count;
    }
    return { at: new Date(firstMs + index * everyMs).toISOString(), ...step };
  });
}

function countsByWebhook({ timely, older }: Cells) {
  const olderByWebhook = groupBy(older, ({ webhook }) => webhook);
  const byWebhook = groupBy(timely, ({ webhook }) => webhook);
  const all = new Set([...byWebhook.keys(), ...olderByWebhook.keys()]);
  return new Map(
    [...all].map((webhook): [string, CountsOfWebhook] => {
      const cells = byWebhook.get(webhook) ?? [];
      const count = (test: (fields: CountedFields) => boolean) => sumOf(cells, test, "count");
      const counts = { total: count(() => true), not_delivered: count(isFailed), retrying: count(isOpen) };
      return [webhook, { ...counts, older: sumOf(olderByWebhook.get(webhook) ?? [], () => true, "count") }];
    }),
  );
}

/** The matches that arrived a minute or more after their first try. */
async function lateOf(db: Database, query: LogQuery, shown: readonly Cell[]): Promise<DeliverySummary["late"]> {
  const late = shown.filter(({ fields, found }) => found > 0 && passes(query.filters, fields) && isLate(fields, 1));
  if (late.length === 0 || isOlderView(query)) return null;
  // A late delivery arrived at its last change, which is in an index.
  const isLateMatch = allOf(sql`last_at > at`, views.late.rows, isMatching(query));
  const { rows } = await db.execute<{ total: number; first: number; arrived: number; longest: number }>(sql`
    select count(*)::float8 as total, ${epochMs(sql`min(at)`)} as first, ${epochMs(sql`max(last_at)`)} as arrived,
      max(extract(epoch from last_at - at))::float8 as longest
    from ${entriesIn(query, query.span, sql`at, last_at`, isLateMatch)} as entry`);
  const [row] = rows;
  if (!row || row.total === 0) return null;
  const webhooks = new Set(late.map(({ fields }) => fields.webhook));
  const [only = NO_WORD] = webhooks;
  return {
    total: row.total,
    webhook_id: webhooks.size === 1 ? only : null,
    first_at: new Date(row.first).toISOString(),
    arrived_at: new Date(row.arrived).toISOString(),
    longest_seconds: row.longest,
  };
}
