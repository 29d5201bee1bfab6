"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { isPlainClick } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover } from "@/components/ui/overlay/popover";
import { formatCount } from "@/lib/format/format-count";
import { usePreferences } from "./use-preferences";

const SaveView = deferred(async () => (await import("./save-view")).SaveView);

/** A view that everybody has: what it asks of the address, and whether the address asks for it now. */
type UsualView = { label: string; asks: Record<string, string | undefined>; isOn: boolean; count?: number };

type SavedViewsProps = {
  page: string;
  usual: readonly UsualView[];
  /** Draws how many a kept view holds; `isShown` where it is the one that is looked at. */
  count?: (search: string, isShown: boolean) => ReactNode;
};

/** The usual views of a page, then those that the person keeps under its name. */
export function SavedViews({ page, usual, count: countOf }: SavedViewsProps) {
  const url = useUrlState();
  const { preferences } = usePreferences();
  const own = preferences.views.filter((view) => view.page === page);
  const here = viewSearch(url.href({}));
  const isOwn = own.some(({ search }) => search === here);
  return (
    <nav
      className="scrolls-sideways flex gap-x-1 border-y border-rule px-[calc(var(--gutter)-10px)] print:hidden"
      aria-label="Views"
    >
      {usual.map(({ label, asks, isOn, count }) => (
        <Tab
          key={label}
          href={url.href(asks)}
          isOn={!isOwn && isOn}
          onChoose={() => url.set({ ...asks, ...noneOpened })}
        >
          {label} {count !== undefined && <span className={viewCountClass}>{formatCount(count)}</span>}
        </Tab>
      ))}
      {own.map(({ name, search }) => (
        <Tab
          key={name}
          href={`?${search}`}
          isOn={search === here}
          onChoose={() => url.set(onlySearch(url.href({}), search))}
        >
          {name} {countOf?.(search, search === here)}
        </Tab>
      ))}
      <SaveTab page={page} here={here} />
    </nav>
  );
}

export const viewCountClass = "min-w-[1ch] font-normal text-ink-3";

const tabClass =
  "relative inline-flex h-9 flex-none cursor-pointer items-center gap-[7px] px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink max-narrow:h-11";

const onClass =
  "font-semibold text-ink after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-[2px] after:bg-accent forced-colors:after:bg-[Highlight]";

type TabProps = { href: string; isOn: boolean; onChoose: () => void; children: ReactNode };

/** A link, so that it opens in another tab; pressed, it asks the server for nothing but the rows. */
function Tab({ href, isOn, onChoose, children }: TabProps) {
  const tab = useRef<HTMLAnchorElement>(null);
  // Only the row of tabs scrolls: the page would jump to it where it stands further down.
  useEffect(() => {
    const [own, row] = [tab.current, tab.current?.parentElement].map((element) => element?.getBoundingClientRect());
    if (isOn && own && row && own.right > row.right) tab.current?.parentElement?.scrollBy(own.right - row.right, 0);
  }, [isOn]);
  return (
    <a
      ref={tab}
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

function SaveTab({ page, here }: { page: string; here: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = (
    <button type="button" className={tabClass}>
      <Icon name="plus" small className="text-ink-3" />
      Save view
    </button>
  );
  return (
    <Popover trigger={trigger} label="Save view" open={isOpen} onOpenChange={setIsOpen}>
      <SaveView page={page} here={here} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

const noneOpened = { entry: undefined, number: undefined, before: undefined, page: undefined };

/** What an address holds beside its filters: no part of a view. */
const ofTheMoment = [...Object.keys(noneOpened), "live", "zone"];

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
  return { ...Object.fromEntries(gone), ...Object.fromEntries(new URLSearchParams(search)), ...noneOpened };
}
