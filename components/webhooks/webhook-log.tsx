"use client";

import { useEffect, useRef } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { statusClass, statusWordClass } from "@/components/status/status";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { StepChart, StepKey } from "@/components/ui/charts/deferred-step-chart";
import { useAnnounce } from "@/components/ui/page/live-region";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { chartSteps, noneWords, watchedText } from "@/lib/client/webhook-log";
import { clock } from "@/lib/clock";
import { type DeliverySummary, wordsIn } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { FilterBar } from "./filter-bar";
import { spanText, toggledWord } from "./log-filter";
import { LogTable } from "./log-table";
import { LogViews } from "./log-views";
import { mostRows } from "./use-delivery-rows";
import { isNarrowed, useLogMeaning, type WebhookLogState } from "./use-webhook-log";
import { attemptsRows, NO_NUMBER } from "./webhook-figures";

const NoMatch = deferred(async () => (await import("./no-entries")).NoMatch);

type WebhookLogProps = { log: WebhookLogState; summary: DeliverySummary };

export function WebhookLog({ log, summary }: WebhookLogProps) {
  const { missed, arrived, marks } = log.rows;
  useAtRest(NoMatch.load);
  useAnnounceChanges(marks.size);
  const isEmpty = summary.total === 0 && missed.length + arrived.length === 0;
  return (
    <>
      <LogViews log={log} summary={summary} />
      <FilterBar log={log} summary={summary} />
      <StatusLine log={log} summary={summary} />
      <LogCharts log={log} summary={summary} />
      {isEmpty && !log.summary.isPlaceholderData ? (
        <NoMatch log={log} summary={summary} />
      ) : (
        <LogTable log={log} summary={summary} />
      )}
      <LogFoot log={log} summary={summary} />
    </>
  );
}

const ANNOUNCE_INTERVAL_MS = 10_000;

/** Announces new and changed deliveries, at most every ten seconds. */
function useAnnounceChanges(changed: number) {
  const announce = useAnnounce();
  const announcedAt = useRef(0);
  useEffect(() => {
    if (changed === 0 || clock.nowMs() - announcedAt.current < ANNOUNCE_INTERVAL_MS) return;
    announcedAt.current = clock.nowMs();
    announce(`${countOf(changed, "delivery is", "deliveries are")} new or changed`);
  }, [changed, announce]);
}

function LogFoot({ log: { isLive, rows }, summary: { total, reading } }: WebhookLogProps) {
  const listed = rows.missed.length + rows.arrived.length;
  return (
    <TableFoot
      end={
        isLive && (
          <>
            <span className="size-2 rounded-full bg-live-fill" aria-hidden="true" />
            Updates every {formatSpan(reading.every_seconds)}
          </>
        )
      }
    >
      <span>
        {countOf(total, "delivery", "deliveries")}
        {listed < total && <span className="hidden print:inline">, {formatCount(listed)} of them on this paper</span>}.
        “First seen” is when Switchboard first saw the delivery.
        {[rows.next.missed, rows.next.arrived].includes("capped") &&
          ` At most ${formatCount(mostRows)} of each kind are listed. Filter or export to see the others.`}
      </span>
    </TableFoot>
  );
}

/** All statuses in the time range, regardless of other filters, so that failures stay visible. */
function StatusLine({ log: { url, filter }, summary: { statuses, reading } }: WebhookLogProps) {
  const toneOf = useLogMeaning();
  const zone = useZone();
  const statusFilter = wordsIn(filter.status);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 border-t border-rule px-[calc(var(--gutter)-8px)] py-1 max-narrow:py-2">
      <ul className="flex max-w-full min-w-0 flex-wrap gap-x-1" aria-label="Every status in this time">
        {statuses.map(({ word, count }) => {
          const tone = toneOf(word);
          return (
            <li key={word} className="max-w-full min-w-0">
              <button
                type="button"
                className={`${statusClass({ tone, shape: "control" })} min-h-[26px] gap-1.5 rounded-2 px-2 hover:bg-hover aria-pressed:bg-pick aria-pressed:shadow-[inset_0_0_0_1px_var(--accent)] max-narrow:min-h-9`}
                aria-pressed={!statusFilter.isExcluded && statusFilter.words.includes(word)}
                onClick={() => url.set({ status: toggledWord(filter.status, word, false), entry: undefined })}
              >
                <StatusIcon tone={tone} tinted />
                <span className={statusWordClass(tone)}>{word}</span>
                <b className="font-semibold text-ink">{formatCount(count)}</b>
              </button>
            </li>
          );
        })}
      </ul>
      <span
        className="ml-auto px-2 text-sm/[17px] text-ink-3 max-narrow:ml-0"
        title="Earlier deliveries are shown as the platform still had them at that time."
      >
        {watchedText(reading, zone)}
      </span>
    </div>
  );
}

type LogChartsProps = { log: Pick<WebhookLogState, "filter" | "url">; summary: DeliverySummary };

const chartStyle = "[&>:first-child>h2]:flex-none pt-[11px] pb-2.5 **:data-[slot=more]:ml-0 [&>:first-child]:mb-1";

/** Charts apply only the webhook and time filters. Other filters highlight their matches. */
export function LogCharts({ log, summary }: LogChartsProps) {
  const { url, filter } = log;
  const { chart } = summary;
  const steps = chartSteps(summary, isNarrowed(filter));
  const title = stepMessage(chart.step_seconds);

  return (
    <div
      className={`${sectionsClass({ columns: "own" })} grid-cols-[minmax(0,1fr)_214px] beside-drawer:grid-cols-[minmax(0,1fr)_200px] max-narrow:grid-cols-1`}
    >
      <Section title={title} more={<StepKey />} className={chartStyle}>
        {steps.length === 0 || filter.view === "older" ? (
          <p className="text-sm/[17px] text-ink-3">
            {filter.view === "older" ? "The time of these deliveries is unknown." : `${noneWords(summary.watched)}.`}
          </p>
        ) : (
          <StepChart
            label={`Deliveries ${title.toLowerCase()}`}
            steps={steps}
            onSelect={(span) => url.set({ between: spanText(span), time: undefined, tz: undefined, entry: undefined })}
          />
        )}
      </Section>
      <Section title="Attempts" note="log scale" className={chartStyle}>
        <AttemptsHistogram log={log} summary={summary} />
      </Section>
    </div>
  );
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "Per half hour". */
export function stepMessage(seconds: number): string {
  if (seconds === HOUR / 2) return "Per half hour";
  const units = [
    { size: DAY, one: "day" },
    { size: HOUR, one: "hour" },
    { size: MINUTE, one: "minute" },
    { size: 1, one: "second" },
  ];
  const { size, one } = units.find((unit) => seconds % unit.size === 0) ?? { size: 1, one: "second" };
  const count = seconds / size;
  return count === 1 ? `Per ${one}` : `Per ${formatCount(count)} ${one}s`;
}

const amountStyle = "min-w-0 overflow-hidden text-right text-ellipsis";

/** Histogram of attempts. Rows that match the other filters are dark; none is removed. */
function AttemptsHistogram({ log: { url, filter }, summary }: LogChartsProps) {
  const rows = attemptsRows(summary.attempts);
  const isMatched = isNarrowed(filter);
  if (rows.length === 0) return <p className="text-sm/[17px] text-ink-3">{noneWords(summary.watched)}.</p>;
  return (
    <ul>
      {rows.map(({ value, label, count, matched, width }) => {
        const took = label === NO_NUMBER ? "without a number of attempts" : `took ${label} attempts`;
        const words = `${formatCount(count)} ${took}${isMatched ? `, ${formatCount(matched)} match` : ""}`;
        const isDark = isMatched && matched > 0;
        return (
          <li key={label} title={words}>
            <button
              type="button"
              className={`group grid min-h-6 w-full grid-cols-[22px_minmax(0,1fr)_minmax(40px,auto)] items-center gap-2 rounded-1 text-start text-sm leading-5 hover:bg-hover max-narrow:min-h-8 ${isDark ? "font-[550] text-ink" : "text-ink-2"}`}
              aria-label={words}
              aria-pressed={filter.attempts === value}
              onClick={() => url.set({ attempts: filter.attempts === value ? undefined : value, entry: undefined })}
            >
              <span className={`${amountStyle} group-aria-pressed:underline group-aria-pressed:underline-offset-[3px]`}>
                {label}
              </span>
              <svg width="100%" height="9" aria-hidden="true">
                <rect
                  className={`forced-colors:fill-[CanvasText] ${isDark ? "fill-bar-2" : "fill-bar"}`}
                  width={`${Math.max(1, width)}%`}
                  height="9"
                  rx="1"
                />
              </svg>
              <span className={amountStyle}>{formatCount(count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
