import { sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { CountedWord, DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD } from "@/lib/contract/console/webhook-log/words";
import type { Database } from "@/lib/db/database";
import { type Cell, cellsIn, longestStep } from "./delivery-counts";
import { isFailed, isLate, isOpen, type Kind, lateOptions, passes, viewTests } from "./kinds";
import { entriesIn, idsOf, isMatching, isOlderView, type LogQuery, newestByKind } from "./log-query";
import { epochMs, isoOf, numberArray } from "./log-sql";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const chartSteps = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 12 * hour, day, 7 * day];
const maxBars = 60;
const maxWords = 400;

export type CountsOfWebhook = { total: number; not_delivered: number; retrying: number; older: number };

type Counts = Omit<
  DeliverySummary,
  "webhooks" | "webhooks_known" | "webhook_changes" | "watched" | "since_first_read" | "gaps" | "elsewhere" | "reading"
> & {
  perWebhook: Map<string, CountsOfWebhook>;
};

/** All counts that the webhook log shows besides its rows. They are exact for any number of entries. */
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
  const { span, tests, accountId } = query;
  const kinds = query.kinds.filter(tests.webhook);
  const newest = [...(await newestByKind(db, accountId, kinds)).values()].map(({ atMs }) => atMs);
  const toMs = span.toMs ?? Math.max(clock.nowMs(), span.fromMs ?? 0);
  const oldest = span.fromMs === undefined ? await oldestOf(db, accountId, kinds) : undefined;
  const fromMs = Math.min(toMs, span.fromMs ?? Math.min(oldest ?? toMs, toMs - hour));
  const everyMs = chartSteps.find((chartStepMs) => (toMs - fromMs) / chartStepMs < maxBars + 1) ?? longestStep;
  return { fromMs, toMs, everyMs, lastAt: newest.length > 0 ? isoOf(Math.max(...newest)) : null };
}

async function oldestOf(db: Database, accountId: string, kinds: readonly Kind[]) {
  const { rows } = await db.execute<{ at: number | null }>(sql`
    select ${epochMs(sql`min(oldest.at)`)} as at
    from unnest(${numberArray(idsOf(kinds))}) as kinds (kind) cross join lateral (
      select at from console.delivery as d where d.key_print = ${accountId} and d.kind = kinds.kind and at is not null
      order by at limit 1) as oldest`);
  return rows[0]?.at ?? undefined;
}

type Cells = { timely: readonly Cell[]; older: readonly Cell[]; shown: readonly Cell[] };

const sumOf = (cells: readonly Cell[], test: (kind: Kind) => boolean, count: "count" | "found" = "found") =>
  cells.reduce((sum, cell) => (test(cell.kind) ? sum + cell[count] : sum), 0);

function mostAttempts(cells: readonly Cell[], test: (kind: Kind) => boolean): number | null {
  const counts = cells.flatMap(({ kind, found }) => (found > 0 && test(kind) ? (kind.attempts ?? []) : []));
  return counts.length > 0 ? Math.max(...counts) : null;
}

function totalsOf(query: LogQuery, { older, shown }: Cells) {
  const { tests } = query;
  const matches = (kind: Kind) => passes(tests, kind);
  const both = (test: (kind: Kind) => boolean) => (kind: Kind) => matches(kind) && test(kind);
  const anyView = (kind: Kind) => passes(tests, kind, "view");
  return {
    total: sumOf(shown, matches),
    not_delivered: sumOf(shown, both(isFailed)),
    retrying: sumOf(shown, both(isOpen)),
    retrying_attempts: mostAttempts(shown, both(isOpen)),
    older: { total: sumOf(older, anyView), failed: sumOf(older, (kind) => anyView(kind) && isFailed(kind)) },
  };
}

function choicesOf({ tests }: LogQuery, { timely, older, shown }: Cells): DeliverySummary["choices"] {
  const but = (filter: keyof typeof tests) => shown.filter(({ kind }) => passes(tests, kind, filter));
  const option = (word: string, cells: readonly Cell[], test: (kind: Kind) => boolean): CountedWord => ({
    word,
    count: sumOf(cells, test),
  });
  const anyView = timely.filter(({ kind }) => passes(tests, kind, "view"));
  const attemptOption = (word: string, min: number, max = Number.POSITIVE_INFINITY) =>
    option(word, but("attempts"), ({ attempts }) => attempts !== null && attempts >= min && attempts <= max);
  return {
    webhook: wordsOf(but("webhook"), ({ webhook }) => webhook),
    status: wordsOf(but("status"), ({ status }) => status),
    event: wordsOf(but("event"), ({ event }) => event),
    attempts: [attemptOption("1", 1, 1), attemptOption("2..", 2), attemptOption("4..", 4)],
    late: lateOptions.map((minutes) => option(`${minutes}..`, but("late"), (kind) => isLate(kind, minutes))),
    view: [
      option("all", anyView, () => true),
      ...Object.entries(viewTests).map(([view, test]) => option(view, anyView, test)),
      option("older", older, (kind) => passes(tests, kind, "view")),
    ],
  };
}

/** Words with their counts, the most frequent first, without zero counts. */
function wordsOf(cells: readonly Cell[], wordOf: (kind: Kind) => string): CountedWord[] {
  return [...groupBy(cells, wordOf)]
    .map(([word, some]) => ({ word, count: sumOf(some, () => true) }))
    .filter((counted) => counted.count > 0)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords);
}

function groupBy<Key>(cells: readonly Cell[], keyOf: (kind: Kind) => Key) {
  const groups = new Map<Key, Cell[]>();
  for (const cell of cells) groups.set(keyOf(cell.kind), [...(groups.get(keyOf(cell.kind)) ?? []), cell]);
  return groups;
}

/** Every step of the chart, including empty ones. Entries that were first tried outside of it are not drawn. */
function stepsOf(
  { tests }: LogQuery,
  shown: readonly Cell[],
  { fromMs, toMs, everyMs }: Chart,
): DeliverySummary["chart"]["steps"] {
  const ofWebhook = shown.filter(({ kind }) => tests.webhook(kind));
  const firstMs = Math.floor(fromMs / everyMs) * everyMs;
  const length = Math.max(1, Math.ceil((toMs - firstMs) / everyMs));
  return Array.from({ length: Math.min(length, maxWords) }, (_, index) => {
    const step = { arrived: 0, late: 0, retrying: 0, not_delivered: 0 };
    for (const { kind, steps } of ofWebhook) {
      const { count = 0 } = steps.get(firstMs + index * everyMs) ?? {};
      step[isOpen(kind) ? "retrying" : isFailed(kind) ? "not_delivered" : "arrived"] += count;
      if (isLate(kind, 1)) step.late += count;
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
      const count = (test: (kind: Kind) => boolean) => sumOf(cells, test, "count");
      const counts = { total: count(() => true), not_delivered: count(isFailed), retrying: count(isOpen) };
      return [webhook, { ...counts, older: sumOf(olderByWebhook.get(webhook) ?? [], () => true, "count") }];
    }),
  );
}

/** The matches that arrived a minute or more after their first try. */
async function lateOf(db: Database, query: LogQuery, shown: readonly Cell[]): Promise<DeliverySummary["late"]> {
  const lateKinds = shown
    .filter(({ kind, found }) => found > 0 && passes(query.tests, kind) && isLate(kind, 1))
    .map(({ kind }) => kind);
  if (lateKinds.length === 0 || isOlderView(query)) return null;
  const isOfThese = sql`kind = any(${numberArray(idsOf(lateKinds))}) and ${isMatching(query)}`;
  const { rows } = await db.execute<{ total: number; first: number; arrived: number; longest: number }>(sql`
    select count(*)::float8 as total, ${epochMs(sql`min(at)`)} as first, ${epochMs(sql`max(delivered_at)`)} as arrived,
      max(extract(epoch from delivered_at - at))::float8 as longest
    from ${entriesIn(query, query.span, sql`at, delivered_at`, isOfThese)} as entry`);
  const [row] = rows;
  if (!row || row.total === 0) return null;
  const webhooks = new Set(lateKinds.map(({ webhook }) => webhook));
  const [only = NO_WORD] = webhooks;
  return {
    total: row.total,
    webhook_id: webhooks.size === 1 ? only : null,
    first_at: new Date(row.first).toISOString(),
    arrived_at: new Date(row.arrived).toISOString(),
    longest_seconds: row.longest,
  };
}
