"use client";

import { isFirstRead, useHold } from "@/components/query/use-hold";
import { PageHead } from "@/components/ui/page-head";
import { Bay } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Figures } from "./figures";
import { LogBay } from "./log-bay";
import { needWords } from "./need-words";
import { NeedsBay } from "./needs-bay";
import { PinnedBay } from "./pinned-bay";
import { RecentBay } from "./recent-bay";
import { useNeeds, useOverview } from "./use-overview";

export function OverviewScreen() {
  const overview = useOverview();
  const needs = useNeeds(overview);
  const asides = overview.aside.data?.value.data ?? [];
  const isHeld = useHold([overview.saved, overview.answers, overview.aside].some(isFirstRead) || needs.isReading);
  const rows = needs.rows.filter(({ key }) => !asides.some((each) => each.key === key));

  return (
    <>
      <PageHead title="Overview">
        {needs.isReading ? "Looking at what needs someone." : needWords({ ...needs, count: rows.length })}
      </PageHead>
      <Figures overview={overview} />
      {isHeld ? (
        <div className="bays fill">
          <Bay title="Needs someone">
            <Skeleton rows={3} label="Looking at what needs someone" />
          </Bay>
        </div>
      ) : (
        <div className="bays two fill">
          <div>
            <NeedsBay needs={needs} rows={rows} asides={asides} />
            <LogBay overview={overview} />
          </div>
          <div>
            <PinnedBay overview={overview} />
            <RecentBay overview={overview} />
          </div>
        </div>
      )}
    </>
  );
}
