"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryView } from "@/components/query/query-view";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { PageHead } from "@/components/ui/page-head";
import { useUrlState } from "@/components/ui/use-url-state";
import { numberKeys } from "@/lib/client/number-keys";
import { read } from "@/lib/client/query";
import { getPlanLimits, type PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { unwrapped } from "@/lib/contract/fields";
import { ExportNumbers } from "./export-numbers";
import { NoNumbers } from "./no-numbers";
import { numberColumns } from "./number-columns";
import { NumberDrawer } from "./number-drawer";
import { filterNumbers } from "./number-filters";
import { pageNumbers, sliceNumbers, sortOf } from "./number-page";
import { NumbersTable } from "./numbers-table";
import { pageOf } from "./page-of";
import { PlanBays } from "./plan-bays";
import { PlanSkeleton } from "./plan-skeleton";
import { useNumberFilters } from "./use-number-filters";

const noItems: readonly PhoneNumber[] = [];

export function NumbersScreen() {
  const url = useUrlState();
  const { filters } = useNumberFilters();
  const { page, limit } = pageOf(url.get("page"), url.get("rows"));
  const limits = useQuery(read(getPlanLimits, {}));
  const all = useAllNumbers({ page, limit });
  const opened = url.get("number");
  const items = all.shown.data?.value.items ?? noItems;
  const found = filterNumbers(all.isAll ? all.numbers : items, filters);
  const asked = { numbers: found, columns: numberColumns, sort: sortOf(url.get("sort")), page };
  const { size, total } = all;
  const keys = useMemo(() => numberKeys([...all.numbers, ...items]), [all.numbers, items]);
  const slice = all.isAll
    ? sliceNumbers({ ...asked, limit })
    : pageNumbers({ ...asked, count: items.length, size, total });

  return (
    <div className="desk">
      <div className="left">
        <PageHead title="Phone numbers" actions={<ExportNumbers numbers={found} isWhole={all.isAll} />}>
          Numbers this organization owns, and what its plan allows.
        </PageHead>
        <section className="bays plan" aria-label="Plan limits">
          <QueryView query={limits} label="the plan's limits" level={2} skeleton={<PlanSkeleton />}>
            {({ value, raw, drift }) => (
              <PlanBays plan={value.data} sent={unwrapped(raw)} drift={drift} total={all.count} />
            )}
          </QueryView>
        </section>
        <QueryView
          query={all.shown}
          above={limits}
          label="phone numbers"
          level={2}
          isEmpty={({ items, total }) => items.length === 0 && page === 1 && !total}
          empty={<NoNumbers />}
        >
          {() => <NumbersTable all={all} found={found} slice={slice} keys={keys} limit={limit} />}
        </QueryView>
      </div>
      {opened !== undefined && (
        <NumberDrawer
          key={opened}
          id={opened}
          all={all}
          slice={slice}
          keys={keys}
          onClose={() => url.close("number")}
        />
      )}
    </div>
  );
}
