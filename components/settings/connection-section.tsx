"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { checksInMessage, TestResult } from "@/components/send/connection-form";
import { SendFault } from "@/components/send/send-fault";
import { Status } from "@/components/status/status";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { KvList } from "@/components/ui/page/kv-list";
import { useAnnounce } from "@/components/ui/page/live-region";
import { Section } from "@/components/ui/page/section";
import { figuresBoxClass, figuresRowClass, tableClass } from "@/components/ui/page/table-class";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { type Connection, getConnection, testConnection } from "@/lib/contract/console/connection";
import { GoBack } from "./change-connection";

export const chartHeight = { up: 56, middle: 3, down: 10 } as const;

const minBarHeight = 1.5;

const sources: Record<Connection["source"], string> = {
  demo: "Demo platform, sample data",
  environment: "Set by the server's environment",
  set: "Set in the browser",
};

/** Current and recent state of the connection to the platform. */
export function ConnectionSection() {
  const connection = useQuery(read(getConnection, {}));
  const test = useConnectionTest();
  const tested = test.data?.value;
  const source = connection.data?.value.source;
  return (
    <Section
      title={source === "demo" ? "Demo platform" : "Your voice platform"}
      more={
        <Button size="small" isSending={test.isPending} sendingLabel="Testing…" onClick={() => test.mutate({})}>
          Test connection
        </Button>
      }
    >
      <QueryView query={connection} label="connection health" level={3}>
        {({ value }) => (
          <>
            {value.previous && <GoBack previous={value.previous} connection={value} />}
            <KvList entries={factsOf(value)} />
            {test.error && <SendFault error={test.error} what="Test connection" onDismiss={test.reset} />}
            {tested && (
              <div className="mt-3.5">
                <TestResult tested={tested} host={value.host} />
              </div>
            )}
            <h3 className="mt-[18px] mb-2 font-[550]">Response times of people’s last 60 reads</h3>
            <AnswerTimesStrip reads={value.reads} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** Runs the checks of `npm run doctor`. Read-only, so safe at any time. */
function useConnectionTest() {
  const announce = useAnnounce();
  return useMutation({
    ...write(testConnection),
    onSuccess: ({ value }) => announce(`The connection was tested: ${checksInMessage(value.checks)}.`),
  });
}

const factsOf = (connection: Connection) => {
  const { host, source, key_last_four, set_by, set_at } = connection;
  const { is_answering, is_faulty, last_answer_at, last_problem } = connection;
  return [
    [
      "State",
      <span key="state">
        <Status
          word={is_answering ? "answering" : is_faulty ? "answering with errors" : "not answering"}
          tone={is_answering ? "ok" : "fault"}
        />
        {!is_answering && last_problem && <p>{last_problem}</p>}
      </span>,
    ],
    ["Address", <code key="host">{host}</code>],
    [
      set_by && set_at ? "Set by" : "Source",
      set_by && set_at ? (
        <span key="by">
          {set_by}, <TimeText at={set_at} zoned />
        </span>
      ) : (
        sources[source]
      ),
    ],
    [
      "Key",
      <span key="key">
        <code>••••••••{key_last_four}</code> <span className="text-ink-3">last four; the rest is never shown</span>
      </span>,
    ],
    [
      "Last response",
      last_answer_at ? (
        <TimeText key="last" at={last_answer_at} variant="relative" />
      ) : (
        "none since Switchboard started"
      ),
    ],
  ] as const;
};

const column = 10;
const slots = 60;

const outlined =
  "forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText] forced-colors:[vector-effect:non-scaling-stroke]";

/** Response times of the last reads, newest at the right edge. */
function AnswerTimesStrip({ reads }: { reads: readonly TimedRead[] }) {
  const [isTable, setIsTable] = useState(false);
  const bars = timeBars(reads);
  const { up, middle, down } = chartHeight;
  const start = (slots - bars.length) * column;
  return (
    <div>
      <svg
        className="h-[69px] w-full"
        viewBox={`0 0 ${slots * column} ${up + middle + down}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ key, height, ok }, index) => (
          <g key={key} transform={`translate(${start + index * column + 1} 0)`}>
            <rect className={`fill-bar ${outlined}`} y={up - height} width={column - 2} height={height} />
            {!ok && <rect className={`fill-bar-bad ${outlined}`} y={up + middle} width={column - 2} height={down} />}
          </g>
        ))}
        <rect className="fill-rule-2" y={up + 1} width={slots * column} height="1" />
      </svg>
      <div className="mt-[5px] flex justify-between text-xs text-ink-3">
        <span>{reads[0] && <TimeText at={reads[0].at} variant="clock" quiet />}</span>
        <span>{reads.length > 1 && <TimeText at={reads.at(-1)?.at} variant="clock" quiet />}</span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-0.5">
        <span className="text-sm/[17px] text-ink-3">{timesInMessage(reads)}</span>
        {reads.length > 0 && (
          <button
            type="button"
            className={`${linkButtonClass} text-sm/[17px] text-ink-3`}
            aria-expanded={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? "Hide the table" : "Show as table"}
          </button>
        )}
      </div>
      {isTable && <TimesTable bars={bars} />}
    </div>
  );
}

function TimesTable({ bars }: { bars: readonly TimeBar[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className={figuresBoxClass} aria-label="Response times, as a table" tabIndex={0}>
      <table className={tableClass()}>
        <caption className="sr-only">Response times of the last reads, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="text-right">
              Time
            </th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map(({ key, at, ms, ok }) => (
            <tr key={key} className={figuresRowClass}>
              <td>
                <TimeText at={at} quiet />
              </td>
              <td className="text-right">{ms} ms</td>
              <td>{ok ? "OK" : "Problem"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type TimedRead = Connection["reads"][number];

type TimeBar = TimedRead & { key: string; height: number };

/** One bar per read, with its height by duration. */
export function timeBars(reads: readonly TimedRead[]): TimeBar[] {
  const most = Math.max(1, ...reads.map(({ ms }) => ms));
  const countByTime = new Map<string, number>();
  return reads.map((read) => {
    const times = (countByTime.get(read.at) ?? 0) + 1;
    countByTime.set(read.at, times);
    return { ...read, key: `${read.at} ${times}`, height: Math.max(minBarHeight, (read.ms / most) * chartHeight.up) };
  });
}

/** Summary of the bars in one line. */
export function timesInMessage(reads: readonly TimedRead[]): string {
  if (reads.length === 0) return "No reads since Switchboard started.";
  const sorted = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  const bad = reads.filter(({ ok }) => !ok).length;
  const [first = 0] = sorted;
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const count = reads.length === 1 ? "1 read" : `${reads.length} reads`;
  const times = `fastest ${first} ms, median ${middle} ms, slowest ${sorted.at(-1)} ms`;
  return `${count}: ${times}${bad > 0 ? `, ${bad} failed` : ", none failed"}.`;
}
