"use client";

import { useMemo } from "react";
import { attemptsRows, NO_NUMBER } from "./attempts-rows";
import { grouped } from "./count";
import type { LogMatches } from "./match-log";
import type { Desk } from "./use-desk";

type AttemptsHistogramProps = { desk: Pick<Desk, "url" | "filter">; matches: LogMatches };

/** How many attempts the entries took that the time lets through, those without a time among them. Rows that other filters match are dark; none is taken away. */
export function AttemptsHistogram({ desk: { url, filter }, matches }: AttemptsHistogramProps) {
  const rows = useMemo(() => attemptsRows(matches.listed, matches.rows), [matches]);
  const isNarrowed = Boolean(filter.attempts ?? filter.status ?? filter.event ?? filter.text);
  const asked = url.get("attempts");

  if (rows.length === 0) return <p className="note">No entry in this time.</p>;
  return (
    <ul className="hist">
      {rows.map(({ value, label, count, matched, width }) => {
        const took = label === NO_NUMBER ? "came with no number of attempts" : `took ${label} attempts`;
        const words = `${count} entries ${took}${isNarrowed ? `, ${matched} match the filters` : ""}`;
        const bar = (
          <>
            <span className="num">{label}</span>
            <svg width="100%" height="9" aria-hidden="true">
              <rect width={`${Math.max(1, width)}%`} height="9" rx="1" />
            </svg>
            <span className="num">{grouped(count)}</span>
          </>
        );
        return (
          <li key={label} className={isNarrowed && matched > 0 ? "sel" : undefined} title={words}>
            {value === undefined ? (
              <span className="hist-row">{bar}</span>
            ) : (
              <button
                type="button"
                className="hist-row"
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
