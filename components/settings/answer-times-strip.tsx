"use client";

import { useState } from "react";
import { TimeText } from "@/components/ui/time-text";
import { chartHeight, type TimeBar, type TimedRead, timeBars, timesInWords } from "./answer-times";

const column = 10;
const slots = 60;

/** The answer times of the last reads, oldest at the left; the newest always ends at the right edge. */
export function AnswerTimesStrip({ reads }: { reads: readonly TimedRead[] }) {
  const [isTable, setIsTable] = useState(false);
  const bars = timeBars(reads);
  const { up, middle, down } = chartHeight;
  const start = (slots - bars.length) * column;
  return (
    <div className="times">
      <svg viewBox={`0 0 ${slots * column} ${up + middle + down}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, height, ok }, index) => (
          <g key={key} transform={`translate(${start + index * column + 1} 0)`}>
            <rect className="tl-up" y={up - height} width={column - 2} height={height} />
            {!ok && <rect className="tl-down" y={up + middle} width={column - 2} height={down} />}
          </g>
        ))}
        <rect className="tl-base" y={up + 1} width={slots * column} height="1" />
      </svg>
      <div className="tl-x">
        <span>{reads[0] && <TimeText at={reads[0].at} variant="clock" quiet />}</span>
        <span>{reads.length > 1 && <TimeText at={reads.at(-1)?.at} variant="clock" quiet />}</span>
      </div>
      <div className="tl-foot">
        <span className="note">{timesInWords(reads)}</span>
        {reads.length > 0 && (
          <button type="button" className="link note" aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="tl-table" aria-label="Answer times, as a table" tabIndex={0}>
      <table className="tbl compact">
        <caption className="vh">Answer times of the last reads, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="num">
              Time
            </th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map(({ key, at, ms, ok }) => (
            <tr key={key}>
              <td>
                <TimeText at={at} quiet />
              </td>
              <td className="num">{ms} ms</td>
              <td>{ok ? "good" : "not good"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
