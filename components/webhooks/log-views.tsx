"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { usePreferences } from "@/components/query/use-preferences";
import { deferred } from "@/components/ui/browser/deferred";
import { isPlainClick } from "@/components/ui/browser/use-go";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover } from "@/components/ui/overlay/popover";
import { read } from "@/lib/client/query";
import { countDeliveries, type DeliverySummary } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { filterFrom, inputOf, VIEWS_PAGE, viewLabels, views } from "./log-filter";
import { followed } from "./use-delivery-rows";
import type { Desk } from "./use-desk";

const SaveView = deferred(async () => (await import("./save-view")).SaveView);

/** The usual views of the log with their counts, then those that the person keeps. */
export function LogViews({ desk, summary }: { desk: Desk; summary: DeliverySummary }) {
  const { url, filter } = desk;
  const { preferences } = usePreferences();
  const counts = new Map(summary.choices.view.map(({ word, count }) => [word, count]));
  const own = preferences.views.filter(({ page }) => page === VIEWS_PAGE);
  const here = viewSearch(url.href({}));
  const isOwn = own.some(({ search }) => search === here);
  const tabs = [
    { view: undefined, label: "All", count: counts.get("all") ?? summary.total },
    ...views.map((view) => ({ view, label: viewLabels[view], count: counts.get(view) ?? 0 })),
  ];
  return (
    <nav
      className="flex gap-x-1 overflow-x-auto border-y border-rule px-[calc(var(--gutter)-10px)] [scrollbar-width:none] print:hidden"
      aria-label="Views"
    >
      {tabs.map(({ view, label, count }) => (
        <Tab
          key={label}
          href={url.href({ view })}
          isOn={!isOwn && filter.view === view}
          onChoose={() => url.set({ view, entry: undefined })}
        >
          {label} <span className={countClass}>{formatCount(count)}</span>
        </Tab>
      ))}
      {own.map(({ name, search }) => (
        <Tab
          key={name}
          href={`?${search}`}
          isOn={search === here}
          onChoose={() => url.set(onlySearch(url.href({}), search))}
        >
          {name} <ViewCount desk={desk} search={search} shown={search === here ? summary.total : undefined} />
        </Tab>
      ))}
      <SaveTab here={here} />
    </nav>
  );
}

const countClass = "min-w-[1ch] font-normal text-ink-3";

type ViewCountProps = { desk: Desk; search: string; shown: number | undefined };

/** How many a kept view holds now; of the one that is shown it is known. */
function ViewCount({ desk: { nowMs, isLive }, search, shown }: ViewCountProps) {
  const input = useMemo(() => {
    const asked = new URLSearchParams(search);
    return inputOf(
      filterFrom((name) => asked.get(name)),
      nowMs,
    );
  }, [search, nowMs]);
  const counted = useQuery({
    ...read(countDeliveries, input),
    ...followed(isLive),
    placeholderData: keepPreviousData,
    enabled: shown === undefined,
  });
  const total = shown ?? counted.data?.value.total;
  return <span className={countClass}>{total !== undefined && formatCount(total)}</span>;
}

const tabClass =
  "relative inline-flex h-9 flex-none cursor-pointer items-center gap-[7px] px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink max-narrow:h-11";

const onClass =
  "font-semibold text-ink after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-[2px] after:bg-cord forced-colors:after:bg-[Highlight]";

type TabProps = { href: string; isOn: boolean; onChoose: () => void; children: React.ReactNode };

/** A link, so that it opens in another tab; pressed, it asks the server for nothing but the log. */
function Tab({ href, isOn, onChoose, children }: TabProps) {
  return (
    <a
      className={`${tabClass} ${isOn ? onClass : ""}`}
      href={href}
      aria-current={isOn ? "true" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onChoose();
      }}
    >
      {children}
    </a>
  );
}

function SaveTab({ here }: { here: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = (
    <button type="button" className={tabClass}>
      <Icon name="plus" small className="text-ink-3" />
      Save view
    </button>
  );
  return (
    <Popover trigger={trigger} label="Save view" open={isOpen} onOpenChange={setIsOpen}>
      <SaveView here={here} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

const ofTheMoment = ["entry", "live", "zone"];

/** The part of an address that a view keeps. */
export function viewSearch(href: string): string {
  const { searchParams } = new URL(href, "http://here");
  for (const name of ofTheMoment) searchParams.delete(name);
  searchParams.sort();
  return searchParams.toString();
}

/** What has to change in an address for it to show a kept view. */
function onlySearch(href: string, search: string): Record<string, string | undefined> {
  const here = new URL(href, "http://here").searchParams;
  const gone = [...here.keys()].filter((name) => !ofTheMoment.includes(name)).map((name) => [name, undefined] as const);
  return { ...Object.fromEntries(gone), ...Object.fromEntries(new URLSearchParams(search)), entry: undefined };
}
