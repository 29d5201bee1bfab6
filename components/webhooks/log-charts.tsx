"use client";

import { useMemo } from "react";
import { BarTimeline, TimelineKey } from "@/components/ui/bar-timeline";
import { Bay } from "@/components/ui/section";
import { AttemptsHistogram } from "./attempts-histogram";
import { chartBuckets, chartWindow, stepWords } from "./chart-window";
import { count } from "./count";
import type { OwnLog } from "./log-desk";
import { type Span, spanText } from "./log-filter";
import type { LogMatches } from "./match-log";
import type { Desk } from "./use-desk";

type LogChartsProps = { desk: Desk; log: OwnLog; matches: LogMatches };

/** Both follow the chosen webhook and the time alone, so that a filtered list is seen against the whole. */
export function LogCharts({ desk: { url, filter }, log, matches }: LogChartsProps) {
  const { window, chart, ahead } = useMemo(() => {
    const window = chartWindow(log.entries, filter, log.readMs);
    const end = window.toMs + window.stepMs;
    const ahead = log.entries.filter(({ atMs }) => atMs !== undefined && atMs >= end && atMs > log.readMs).length;
    return { window, chart: chartBuckets(log.entries, window), ahead };
  }, [log, filter]);
  const { fromMs, stepMs } = window;
  const title = stepWords(stepMs);

  return (
    <div className="bays log-charts">
      <Bay title={title} more={<TimelineKey buckets={chart.buckets} />}>
        <BarTimeline
          label={`Log entries ${title.toLowerCase()}`}
          buckets={chart.buckets}
          untimed={chart.untimed}
          untimedNotDelivered={chart.untimedNotDelivered}
          selectedFromMs={filter.between && Math.floor(filter.between.fromMs / stepMs) * stepMs}
          onSelect={(bucket) => url.set({ between: bucket && spanText(sinceStart(bucket, fromMs)) })}
        />
        {ahead > 0 && (
          <p className="note">{count(ahead, "entry is", "entries are")} dated after this read, and not drawn.</p>
        )}
      </Bay>
      <Bay title="Attempts" note="log scale">
        <AttemptsHistogram desk={{ url, filter }} matches={matches} />
      </Bay>
    </div>
  );
}

/** The first bar stands for what is left of its step, and lists no more than that. */
const sinceStart = ({ fromMs, toMs }: Span, startMs: number): Span => ({ fromMs: Math.max(fromMs, startMs), toMs });
