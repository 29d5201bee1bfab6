import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type CountedWord, type DeliverySummary, deliveryViews, NO_WORD } from "@/lib/contract/console/deliveries";
import type { Database } from "@/lib/db/database";
import {
  type Asked,
  both,
  conditions,
  entries,
  hasText,
  inMs,
  isDelivered,
  isTextInKey,
  isTextShared,
  isWithin,
  msOf,
  olderAt,
  olderSpan,
  type Span,
  spanOf,
  stepMs,
  views,
} from "./delivery-filter";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const chartSteps = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 4 * hour, 12 * hour, day, 7 * day];
export const longestStep = 364 * day;
const mostBars = 60;
const mostOfAKind = 400;
/** Above so many entries steps of the chart are never smaller than those that counts are kept by. */
const mostLookedAt = 100_000;

type Counts = Omit<DeliverySummary, "webhooks" | "webhooks_known" | "watched" | "reading"> & {
  perWebhook: Map<string, { total: number; not_delivered: number; older: number }>;
};

/** Counts of everything the webhook log shows around its rows, exact however many entries are kept. */
export async function countAll(db: Database, asked: Asked, nowMs = clock.nowMs()): Promise<Counts> {
  const { lastAt, ...chart } = await chartOf(db, asked, nowMs);
  const { rows } = await db.execute<Counted>(countsOf(asked, chart.everyMs));
  const counts = countsIn(rows, asked, chart);
  return { ...counts, last_at: lastAt, ...(counts.total > 0 ? {} : await elsewhere(db, asked, counts)) };
}

/** How many match, and nothing else. */
export async function countMatching(db: Database, asked: Asked): Promise<number> {
  const { delivered: _, ...all } = conditions(asked);
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::float8 as n from (${cellsOf(asked, spanOf(asked.filter), longestStep)}) as cell
    where ${both(...Object.values(all), sql`is_found`)}`);
  return rows[0]?.n ?? 0;
}

type Chart = { fromMs: number; toMs: number; everyMs: number };

/** The time the chart covers, what was asked for or all there is, and its steps. */
async function chartOf(db: Database, asked: Asked, nowMs: number): Promise<Chart & { lastAt: string | null }> {
  const span = { fromMs: msOf(asked.filter.from), toMs: msOf(asked.filter.to) };
  const isOf = both(sql`key_print = ${asked.keyPrint}`, sql`at > ${olderAt}`, conditions(asked).webhook);
  const { rows: ends } = await db.execute<{ oldest: number | null; newest: number | null }>(sql`
    select (select ${inMs(sql`at`)} from console.delivery where ${isOf} order by at limit 1) as oldest,
      (select ${inMs(sql`at`)} from console.delivery where ${isOf} order by at desc limit 1) as newest`);
  const { oldest = null, newest = null } = ends[0] ?? {};
  const toMs = span.toMs ?? Math.max(nowMs, span.fromMs ?? 0);
  const fromMs = Math.min(toMs, span.fromMs ?? Math.min(oldest ?? toMs, toMs - hour));
  const wanted = chartSteps.find((each) => (toMs - fromMs) / each < mostBars + 1) ?? longestStep;
  const lastAt = newest === null ? null : new Date(newest).toISOString();
  if (wanted >= stepMs) return { fromMs, toMs, everyMs: wanted, lastAt };
  const { rows: inTime } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::float8 as n from console.delivery_count
    where key_print = ${asked.keyPrint} and ${isWithin(sql`step`, fromMs - stepMs, toMs)}`);
  return { fromMs, toMs, everyMs: (inTime[0]?.n ?? 0) > mostLookedAt ? stepMs : wanted, lastAt };
}

/**
 * The entries of some time as cells of those that are alike. Whole steps come counted; entries themselves are looked at in
 * the steps that the time cuts, where the chart is finer, and where an ID may hold the text: those leave the cell of what does not.
 */
export function cellsOf(asked: Asked, span: Span, everyMs: number): SQL {
  const { whole, cut } = splitSpan(span, everyMs < stepMs);
  const every = sql`${`${everyMs / 1000} seconds`}::interval`;
  const ofKey = sql`key_print = ${asked.keyPrint}`;
  const alike = sql`webhook_id, coalesce(status, '') as status, coalesce(event, '') as event, coalesce(attempts, -1) as attempts, is_timed`;
  const shared = hasText(asked) ? isTextShared(asked) : sql`true`;
  const isFound = hasText(asked) ? sql`(${shared} or ${isTextInKey(asked)})` : sql`true`;
  const parts = cut.map(
    ({ fromMs, toMs }) => sql`select date_bin(${every}, at, 'epoch') as step, ${alike}, ${isFound} as is_found, 1 as n
      from ${entries} where ${ofKey} and ${isWithin(sql`at`, fromMs, toMs)}`,
  );
  if (whole)
    parts.push(sql`select date_bin(${every}, step, 'epoch') as step, ${alike}, ${shared} as is_found, n
      from console.delivery_count where ${ofKey} and ${isWithin(sql`step`, whole.fromMs, whole.toMs)}`);
  if (whole && hasText(asked))
    parts.push(sql`select step, webhook_id, status, event, attempts, is_timed, is_found, case when is_found then n else -n end
      from (select date_bin(${every}, at, 'epoch') as step, ${alike}, count(*) as n from ${entries}
        where ${ofKey} and ${isWithin(sql`at`, whole.fromMs, whole.toMs)} and ${isTextInKey(asked)} and not ${shared}
        group by 1, 2, 3, 4, 5, 6) as by_key
      cross join (values (true), (false)) as moved (is_found)`);
  return sql`select step, webhook_id, status, event, attempts, is_timed, is_found, sum(n) as n
    from (${sql.join(parts, sql` union all `)}) as part
    group by step, webhook_id, status, event, attempts, is_timed, is_found`;
}

function splitSpan({ fromMs, toMs }: Span, isFine: boolean): { whole?: Span; cut: Span[] } {
  const innerFrom = fromMs === undefined ? undefined : Math.ceil(fromMs / stepMs) * stepMs;
  const innerTo = toMs === undefined ? undefined : Math.floor(toMs / stepMs) * stepMs;
  const isWithinOne = innerFrom !== undefined && innerTo !== undefined && innerFrom >= innerTo;
  if (isFine || isWithinOne) return { cut: [{ fromMs, toMs }] };
  const cut = [
    { fromMs, toMs: innerFrom },
    { fromMs: innerTo, toMs },
  ].filter(({ fromMs: from, toMs: to }) => from !== undefined && to !== undefined && from < to);
  return { whole: { fromMs: innerFrom, toMs: innerTo }, cut };
}

/** As PostgreSQL's `grouping` tells them; the steps are counted beside. */
const kinds = { 7: "webhook", 11: "status", 13: "event", 14: "attempts", 15: "all", 16: "step" } as const;
const stepKind = sql.raw("16");

type Counted = {
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
} & Record<`but_${"webhook" | "status" | "event" | "attempts" | "view" | "text"}`, number> &
  Record<keyof ReturnType<typeof views>, number>;

/** What is told of each step of the chart. */
const ofStep = new Set(["matched", "alone_first", "alone_retried", "alone_failed"]);

/**
 * One look at the cells: for each kind of choice how many match, and how many would if that one filter were not. Older
 * deliveries are counted alone, and by the charts only in their own view.
 */
function countsOf(asked: Asked, everyMs: number): SQL {
  const { delivered: _, view, ...rest } = conditions(asked);
  const { view: _view, ...anyView } = asked.filter;
  const isOlder = sql`is_older`;
  const isTimely = sql`not is_older`;
  const isOfView = asked.filter.view === "older" ? isOlder : isTimely;
  const set = { ...rest, view: both(isOfView, view), text: sql`is_found` };
  const but = (name: keyof typeof set | undefined) =>
    both(...Object.entries(set).flatMap(([each, condition]) => (each === name ? [] : [condition])));
  const ofWebhook = both(isOfView, set.webhook);
  const good = isDelivered(asked.words);
  const count = (name: string, condition: SQL) => ({
    name,
    sum: sql`coalesce(sum(n) filter (where ${condition}), 0)::float8`,
  });
  const counts = [
    count("matched", but(undefined)),
    count("matched_failed", both(but(undefined), sql`not ${good}`)),
    count("alone", ofWebhook),
    count("alone_first", both(ofWebhook, good, sql`attempts <= 1`)),
    count("alone_retried", both(ofWebhook, good, sql`attempts > 1`)),
    count("alone_failed", both(ofWebhook, sql`not ${good}`)),
    count("everything", isTimely),
    count("everything_failed", both(isTimely, sql`not ${good}`)),
    count("everything_older", isOlder),
    ...(Object.keys(set) as (keyof typeof set)[]).map((name) =>
      count(`but_${name}`, name === "view" ? both(but(name), isTimely) : but(name)),
    ),
    ...Object.entries(views(asked.words)).map(([name, is]) => count(name, both(but("view"), isTimely, is))),
    count("older", both(but("view"), isOlder)),
    count("older_failed", both(but("view"), isOlder, sql`not ${good} and not ${views(asked.words).in_progress}`)),
  ];
  const named = (isCounted: (name: string) => boolean) =>
    sql.join(
      counts.map(({ name, sum }) => sql`${isCounted(name) ? sum : sql`0::float8`} as ${sql.identifier(name)}`),
      sql`, `,
    );
  return sql`
    with cells as materialized (
      select *, false as is_older from (${cellsOf(asked, spanOf(anyView), everyMs)}) as timely
      union all select *, true from (${cellsOf(asked, olderSpan, longestStep)}) as older
    ), alike as materialized (
      select webhook_id, status, event, attempts, is_timed, is_older, is_found, sum(n) as n from cells
      group by webhook_id, status, event, attempts, is_timed, is_older, is_found
    ), counted as (
      select grouping(webhook_id, status, event, attempts) as kind, null::float8 as at,
        coalesce(webhook_id, status, event, attempts::text) as word, sum(n) as size, ${named(() => true)}
      from alike group by grouping sets ((webhook_id), (status), (event), (attempts), ())
      union all
      select ${stepKind}, ${inMs(sql`step`)}, null, sum(n), ${named((name) => ofStep.has(name))} from cells group by step
    )
    select * from (
      select *, row_number() over (partition by kind order by size desc) as nth from counted
    ) as ranked where nth <= ${mostOfAKind} order by kind, nth`;
}

function countsIn(rows: readonly Counted[], asked: Asked, { fromMs, toMs, everyMs }: Chart): Counts {
  const of = (kind: (typeof kinds)[keyof typeof kinds]) => rows.filter((row) => kinds[row.kind] === kind);
  const [all] = of("all");
  const choices = (kind: "webhook" | "status" | "event") => sorted(of(kind), (row) => row[`but_${kind}`]);
  const attempts = of("attempts").map((row) => ({ ...row, number: Number(row.word) }));
  const tried = (word: string, least: number, most = Number.POSITIVE_INFINITY): CountedWord => ({
    word,
    count: sum(attempts.filter(({ number }) => number >= least && number <= most).map((row) => row.but_attempts)),
  });
  const isGood = new Set(asked.words.delivered);
  return {
    total: all?.matched ?? 0,
    not_delivered: all?.matched_failed ?? 0,
    older: { total: all?.older ?? 0, failed: all?.older_failed ?? 0 },
    statuses: sorted(of("status"), ({ alone }) => alone).map((each) => ({
      ...each,
      is_delivered: isGood.has(each.word),
    })),
    choices: {
      status: choices("status"),
      event: choices("event"),
      webhook: choices("webhook"),
      attempts: [tried("1", 1, 1), tried("2..", 2), tried("4..", 4)],
      view: [
        { word: "all", count: all?.but_view ?? 0 },
        ...deliveryViews.map((word) => ({ word, count: all?.[word] ?? 0 })),
      ],
    },
    without: withoutOf(asked, all),
    hold_text: null,
    attempts: attempts
      .filter(({ alone }) => alone > 0)
      .map(({ number, alone, matched }) => ({ attempts: number < 0 ? null : number, count: alone, matched }))
      .sort((a, b) => (a.attempts ?? Number.POSITIVE_INFINITY) - (b.attempts ?? Number.POSITIVE_INFINITY)),
    chart: {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      step_seconds: everyMs / 1000,
      steps: stepsOf(of("step"), { fromMs, toMs, everyMs }),
    },
    last_at: null,
    perWebhook: new Map(
      of("webhook").map((row) => [
        row.word ?? "",
        { total: row.everything, not_delivered: row.everything_failed, older: row.everything_older },
      ]),
    ),
  };
}

/** Every step of the chart, also those of nothing. */
function stepsOf(rows: readonly Counted[], { fromMs, toMs, everyMs }: Chart): DeliverySummary["chart"]["steps"] {
  const found = new Map(rows.map((row) => [row.at, row]));
  const firstMs = Math.floor(fromMs / everyMs) * everyMs;
  const length = Math.max(1, Math.ceil((toMs - firstMs) / everyMs));
  return Array.from({ length: Math.min(length, mostOfAKind) }, (_, at) => {
    const row = found.get(firstMs + at * everyMs);
    return {
      at: new Date(firstMs + at * everyMs).toISOString(),
      first_attempt: row?.alone_first ?? 0,
      after_retries: row?.alone_retried ?? 0,
      not_delivered: row?.alone_failed ?? 0,
      matched: row?.matched ?? 0,
    };
  });
}

function withoutOf({ filter }: Asked, all: Counted | undefined): DeliverySummary["without"] {
  const names = ["webhook", "status", "event", "attempts", "view", "text"] as const;
  return Object.fromEntries(
    names.filter((name) => filter[name] !== undefined).map((name) => [name, all?.[`but_${name}`] ?? 0]),
  );
}

/** What other times hold, for who found nothing. */
async function elsewhere(db: Database, asked: Asked, { without }: Pick<Counts, "without">) {
  const isTimed = asked.filter.from !== undefined || asked.filter.to !== undefined;
  if (!isTimed && !hasText(asked)) return {};
  const { webhook, status, event, attempts, view } = conditions(asked);
  const { rows } = await db.execute<{ n: number; held: number }>(sql`
    with cells as materialized (${cellsOf(asked, spanOf({ view: asked.filter.view }), longestStep)})
    select coalesce(sum(n) filter (where ${both(webhook, status, event, attempts, view, sql`is_found`)}), 0)::float8 as n,
      coalesce(sum(n) filter (where is_found), 0)::float8 as held from cells`);
  return {
    without: isTimed ? { ...without, time: rows[0]?.n ?? 0 } : without,
    hold_text: hasText(asked) ? (rows[0]?.held ?? 0) : null,
  };
}

/** Words with their counts, the most frequent first; none that nothing bears. */
const sorted = (rows: readonly Counted[], countIn: (row: Counted) => number): CountedWord[] =>
  rows
    .map((row) => ({ word: row.word || NO_WORD, count: countIn(row) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
