"use client";
import { useEffect, useMemo, useRef } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { statusClass, statusWordClass } from "@/components/status/status";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { BarTimeline, TimelineKey } from "@/components/ui/charts/bar-timeline";
import { useAnnounce } from "@/components/ui/page/live-region";
import { baysClass, Section } from "@/components/ui/page/section";
import { countOf, formatCount } from "@/lib/format/format-count";
import { attemptsRows, NO_NUMBER } from "./attempts-rows";
import { chartBuckets, chartWindow, stepMessage } from "./chart-window";
import { FilterBar } from "./filter-bar";
import { type Span, spanText } from "./log-filter";
import { LogTable } from "./log-table";
import { type LogMatches, NO_WORD } from "./match-log";
import { scopeMessage, statusCounts, statusWords } from "./status-counts";
import { type Desk, type OwnLog, useLogMeaning, useMatches } from "./use-desk";
import { usePausedUpdates } from "./use-paused-updates";

const NoMatch = deferred(async () => (await import("./no-entries")).NoMatch);
const NothingInTime = deferred(async () => (await import("./no-entries")).NothingInTime);
const NothingYet = deferred(async () => (await import("./no-entries")).NothingYet);

export function LogDesk({ desk, log }: { desk: Desk; log: OwnLog }) {
  const { chosen, opened } = desk;
  const region = useRef<HTMLDivElement>(null);
  const paused = usePausedUpdates({
    entries: log.entries,
    scope: chosen ?? "",
    mayEnter: () => opened === undefined && isUntouched(region.current),
  });
  const matches = useMatches(desk);
  useAtRest(NoMatch.load);
  useTailNews(paused.marked.size, desk.isTailing);

  if (log.entries.length === 0 || !matches) return <NothingYet desk={desk} />;
  return (
    <>
      <FilterBar desk={desk} log={log} options={matches.options} />
      <StatusLine desk={desk} log={log} matches={matches} />
      <LogCharts desk={desk} log={log} matches={matches} />
      <div ref={region}>
        {matches.rows.length > 0 ? (
          <LogTable desk={desk} log={log} matches={matches} paused={paused} />
        ) : matches.listed.length === 0 ? (
          <NothingInTime desk={desk} log={log} />
        ) : (
          <NoMatch desk={desk} matches={matches} />
        )}
      </div>
      <LogFoot desk={desk} log={log} shown={matches.rows.length} />
    </>
  );
}

const TOP_PX = 8;

/** Nobody has scrolled, points at a row or stands on one: rows that enter on top move nothing anyone looks at. */
function isUntouched(region: HTMLElement | null) {
  const isHere = region !== null && (region.matches(":hover") || region.contains(document.activeElement));
  return window.scrollY <= TOP_PX && !isHere;
}

const QUIET_MS = 10_000;

/** Says that entries came or changed, at most once in ten seconds. */
function useTailNews(changed: number, isTailing: boolean) {
  const announce = useAnnounce();
  const saidAt = useRef(0);
  useEffect(() => {
    if (!isTailing || changed === 0 || Date.now() - saidAt.current < QUIET_MS) return;
    saidAt.current = Date.now();
    announce(`${countOf(changed, "log entry is", "log entries are")} new or changed`);
  }, [changed, isTailing, announce]);
}

function LogFoot({ desk, log, shown }: { desk: Desk; log: OwnLog; shown: number }) {
  return (
    <TableFoot
      end={
        desk.isTailing &&
        !desk.log.error && (
          <>
            <span className="size-2 rounded-full bg-live-fill" aria-hidden="true" />
            Tailing every 5 s
          </>
        )
      }
    >
      <span>
        {formatCount(shown)} of {countOf(log.entries.length, "entry matches", "entries match")}
      </span>
    </TableFoot>
  );
}

type StatusLineProps = { desk: Desk; log: OwnLog; matches: LogMatches };

/** Every status that was read, whatever the filters: a failure can never hide. */
function StatusLine({ desk: { url, filter }, log, matches }: StatusLineProps) {
  const toneOf = useLogMeaning();
  const counts = useMemo(() => statusCounts(log.entries, matches), [log.entries, matches]);
  const isWhole = matches.listed.length === log.entries.length && matches.untimed.length === 0;

  return (
    <div className="flex flex-wrap items-center gap-x-3.5 border-t border-rule px-(--gutter) py-1 max-narrow:py-2">
      <span className="text-sm/[17px] text-ink-3">{scopeMessage(matches, filter, log.entries.length)}</span>
      <ul className="flex max-w-full min-w-0 flex-wrap gap-x-1">
        {counts.map((status) => {
          const { word, listed } = status;
          const tone = toneOf("status", word === NO_WORD ? undefined : word);
          const isOn = filter.status === word;
          return (
            <li key={word} className="max-w-full min-w-0">
              <button
                type="button"
                className={`${statusClass({ tone, shape: "control" })} min-h-[26px] gap-1.5 rounded-2 px-2 hover:bg-hover aria-pressed:bg-pick aria-pressed:shadow-[inset_0_0_0_1px_var(--cord)] max-narrow:min-h-9`}
                aria-pressed={isOn}
                onClick={() => url.set({ status: isOn ? undefined : word })}
              >
                <StatusIcon tone={tone} tinted />
                <span className={statusWordClass(tone)}>{word}</span>
                <b className="font-semibold">{formatCount(listed)}</b>
                {!isWhole && <span className={`text-ink-3 ${statusWordClass(tone)}`}>{statusWords(status)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const chartStyle = "pt-[11px] pb-2.5 **:data-[slot=more]:ml-0 [&>:first-child]:mb-1.5";

type LogChartsProps = { desk: Desk; log: OwnLog; matches: LogMatches };

/** Both follow the chosen webhook and the time alone, so that a filtered list is seen against the whole. */
function LogCharts({ desk: { url, filter }, log, matches }: LogChartsProps) {
  const { window, chart, ahead } = useMemo(() => {
    const window = chartWindow(log.entries, filter, log.readMs);
    const end = window.toMs + window.stepMs;
    const ahead = log.entries.filter(({ atMs }) => atMs !== undefined && atMs >= end && atMs > log.readMs).length;
    return { window, chart: chartBuckets(log.entries, window), ahead };
  }, [log, filter]);
  const { fromMs, stepMs } = window;
  const title = stepMessage(stepMs);

  return (
    <div className={`${baysClass({ columns: "own" })} grid-cols-[minmax(0,1fr)_236px] max-narrow:grid-cols-1`}>
      <Section title={title} more={<TimelineKey buckets={chart.buckets} />} className={chartStyle}>
        <BarTimeline
          label={`Log entries ${title.toLowerCase()}`}
          buckets={chart.buckets}
          untimed={chart.untimed}
          untimedNotDelivered={chart.untimedNotDelivered}
          selectedFromMs={filter.between && Math.floor(filter.between.fromMs / stepMs) * stepMs}
          onSelect={(bucket) => url.set({ between: bucket && spanText(sinceStart(bucket, fromMs)) })}
        />
        {ahead > 0 && (
          <p className="text-sm/[17px] text-ink-3">
            {countOf(ahead, "entry is", "entries are")} dated after this read, and not drawn.
          </p>
        )}
      </Section>
      <Section title="Attempts" note="log scale" className={chartStyle}>
        <AttemptsHistogram desk={{ url, filter }} matches={matches} />
      </Section>
    </div>
  );
}

/** The first bar stands for what is left of its step, and lists no more than that. */
const sinceStart = ({ fromMs, toMs }: Span, startMs: number): Span => ({ fromMs: Math.max(fromMs, startMs), toMs });

const amountStyle = "min-w-0 overflow-hidden text-right text-ellipsis";

type AttemptsHistogramProps = { desk: Pick<Desk, "url" | "filter">; matches: LogMatches };

/** How many attempts the entries took that the time lets through, those without a time among them. Rows that other filters match are dark; none is taken away. */
function AttemptsHistogram({ desk: { url, filter }, matches }: AttemptsHistogramProps) {
  const rows = useMemo(() => attemptsRows(matches.listed, matches.rows), [matches]);
  const isNarrowed = Boolean(filter.attempts ?? filter.status ?? filter.event ?? filter.text);
  const asked = url.get("attempts");

  if (rows.length === 0) return <p className="text-sm/[17px] text-ink-3">No entry in this time.</p>;
  return (
    <ul>
      {rows.map(({ value, label, count, matched, width }) => {
        const took = label === NO_NUMBER ? "came with no number of attempts" : `took ${label} attempts`;
        const words = `${count} entries ${took}${isNarrowed ? `, ${matched} match the filters` : ""}`;
        const isMatched = isNarrowed && matched > 0;
        const rowStyle = `grid min-h-6 w-full grid-cols-[28px_minmax(0,1fr)_minmax(40px,auto)] items-center gap-2 rounded-1 text-start text-sm leading-5 max-narrow:min-h-8 ${isMatched ? "font-[550] text-ink" : "text-ink-2"}`;
        const bar = (
          <>
            <span className={`${amountStyle} group-aria-pressed:underline group-aria-pressed:underline-offset-[3px]`}>
              {label}
            </span>
            <svg width="100%" height="9" aria-hidden="true">
              <rect
                className={`forced-colors:fill-[CanvasText] ${isMatched ? "fill-bar-2" : "fill-bar"}`}
                width={`${Math.max(1, width)}%`}
                height="9"
                rx="1"
              />
            </svg>
            <span className={amountStyle}>{formatCount(count)}</span>
          </>
        );
        return (
          <li key={label} title={words}>
            {value === undefined ? (
              <span className={rowStyle}>{bar}</span>
            ) : (
              <button
                type="button"
                className={`${rowStyle} group hover:bg-hover`}
                aria-label={words}
                aria-pressed={asked === value}
                onClick={() => url.set({ attempts: asked === value ? undefined : value })}
              >
                {bar}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
