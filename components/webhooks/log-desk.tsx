"use client";

import { useRef } from "react";
import { FilterBar } from "./filter-bar";
import { LogCharts } from "./log-charts";
import { LogFoot } from "./log-foot";
import { LogTable } from "./log-table";
import { NoMatch, NothingInTime, NothingYet } from "./no-entries";
import { StatusLine } from "./status-line";
import type { Desk } from "./use-desk";
import { useHeldLog } from "./use-held-log";
import { useMatches } from "./use-matches";
import { useTailNews } from "./use-tail-news";

export type OwnLog = NonNullable<Desk["own"]>;

export function LogDesk({ desk, log }: { desk: Desk; log: OwnLog }) {
  const { chosen, opened } = desk;
  const region = useRef<HTMLDivElement>(null);
  const held = useHeldLog({
    entries: log.entries,
    scope: chosen ?? "",
    mayEnter: () => opened === undefined && isUntouched(region.current),
  });
  const matches = useMatches(desk);
  useTailNews(held.marked.size, desk.isTailing);

  if (log.entries.length === 0 || !matches) return <NothingYet desk={desk} />;
  return (
    <>
      <FilterBar desk={desk} log={log} options={matches.options} />
      <StatusLine desk={desk} log={log} matches={matches} />
      <LogCharts desk={desk} log={log} matches={matches} />
      <div ref={region} className="webhook-log">
        {matches.rows.length > 0 ? (
          <LogTable desk={desk} log={log} matches={matches} held={held} />
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
