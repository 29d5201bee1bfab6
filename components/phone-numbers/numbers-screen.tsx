"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { matchingRows } from "@/components/list/list-spec";
import { EmptyActions } from "@/components/query/empty-actions";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { useAllNumbers } from "@/components/query/use-all-numbers";
import { deferred } from "@/components/ui/browser/deferred";
import { rows, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { PageHead } from "@/components/ui/page/page-head";
import { besideDrawerClass, drawerLayoutClass, drawerSpace, sectionsClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import { numberKeys } from "@/lib/client/number-pages";
import { read } from "@/lib/client/query";
import { getPlanLimits, type PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { unwrapped } from "@/lib/contract/fields";
import { numberColumns } from "./number-columns";
import { numberList } from "./number-list";
import { pageNumbers, pageOf, sliceNumbers, sortOf } from "./number-page";
import { NumbersTable } from "./numbers-table";
import { PlanSections } from "./plan-sections";

const NumberDrawer = deferred(async () => (await import("./number-drawer")).NumberDrawer, drawerSpace);

const noItems: readonly PhoneNumber[] = [];

export function NumbersScreen() {
  const url = useUrlState();
  const { page, limit } = pageOf(url.get("page"), url.get("rows"));
  const limits = useQuery(read(getPlanLimits, {}));
  const all = useAllNumbers({ page, limit });
  // It counts the numbers, so it would grow when they come later.
  const plan = isFirstRead(all.shown) ? { ...limits, data: undefined } : limits;
  const openedId = url.get("number");
  useIntent(rows, NumberDrawer.load);
  const items = all.shown.data?.value.items ?? noItems;
  const matching = matchingRows(numberList, all.isAll ? all.numbers : items, url.get);
  const sliceInput = { numbers: matching, columns: numberColumns, sort: sortOf(url.get("sort")), page };
  const { size, total } = all;
  const keys = useMemo(() => numberKeys([...all.numbers, ...items]), [all.numbers, items]);
  const slice = all.isAll
    ? sliceNumbers({ ...sliceInput, limit })
    : pageNumbers({ ...sliceInput, count: items.length, size, total });

  return (
    <div className={drawerLayoutClass}>
      <div className={besideDrawerClass}>
        <PageHead title="Phone numbers">Numbers this organization owns, and what its plan allows.</PageHead>
        {/* Reserves the plan's height while loading. */}
        <section
          className={`${sectionsClass({ columns: "own" })} min-h-[173px] grid-cols-[minmax(0,1.32fr)_minmax(0,1fr)_minmax(0,1.12fr)] max-mid:grid-cols-[1.2fr_1fr_1fr] max-narrow:grid-cols-1 *:data-[slot=state]:col-span-full [&>[role=status]]:col-span-full [&>[role=status]+*]:border-l-0`}
          aria-label="Plan limits"
        >
          <QueryView query={plan} label="the plan's limits" level={2} skeleton={<PlanSkeleton />}>
            {({ value, raw, drift }) => (
              <PlanSections plan={value.data} sent={unwrapped(raw)} drift={drift} total={all.count} />
            )}
          </QueryView>
        </section>
        {/* On a narrow screen the plan above is higher than its reserved place. */}
        <div className={isFirstRead(plan) ? "max-narrow:hidden" : ""}>
          <QueryView
            query={all.shown}
            label="phone numbers"
            level={2}
            isEmpty={({ items, total }) => items.length === 0 && page === 1 && !total}
            empty={<NoNumbers />}
          >
            {() => <NumbersTable all={all} matching={matching} slice={slice} keys={keys} limit={limit} />}
          </QueryView>
        </div>
      </div>
      {openedId !== undefined && (
        <NumberDrawer
          key={openedId}
          id={openedId}
          all={all}
          slice={slice}
          keys={keys}
          onClose={() => url.close("number")}
        />
      )}
    </div>
  );
}

function NoNumbers() {
  return (
    <StateSection isRuled kind="empty" heading="No phone numbers" actions={<EmptyActions />}>
      This organization owns none. Buy numbers on the platform itself.
    </StateSection>
  );
}

function PlanSkeleton() {
  return (
    <div className="grid grid-cols-[1.32fr_1fr_1.12fr] gap-12 max-narrow:grid-cols-1" aria-hidden="true">
      {["w-[54%]", "w-[88%]", "w-[72%]"].map((width) => (
        <div className="grid gap-[13px]" key={width}>
          <span className={`h-2.5 rounded-1 bg-idle-wash ${width}`} />
          <span className="h-2.5 w-[40%] rounded-1 bg-idle-wash" />
          <span className={`h-2.5 rounded-1 bg-idle-wash ${width}`} />
        </div>
      ))}
    </div>
  );
}
