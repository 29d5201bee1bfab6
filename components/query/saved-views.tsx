import { type ReactNode, useEffect, useRef, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { isPlainClick } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover } from "@/components/ui/overlay/popover";
import { formatCount } from "@/lib/format/format-count";
import { usePreferences } from "./use-preferences";

const SaveView = deferred(async () => (await import("./save-view")).SaveView);

type BuiltInView = { label: string; params: Record<string, string | undefined>; isOn: boolean; count?: number };

type SavedViewsProps = { page: string; builtIn: readonly BuiltInView[] };

export function SavedViews({ page, builtIn }: SavedViewsProps) {
  const url = useUrlState();
  const { preferences } = usePreferences();
  const saved = preferences.views.filter((view) => view.page === page);
  const currentSearch = viewSearch(url.href({}));
  const isCurrent = (search: string) => !url.hidesText && search === currentSearch;
  const isOwn = saved.some(({ search }) => isCurrent(search));
  const row = useShownTab(currentSearch);
  return (
    <nav
      ref={row}
      className="scrolls-sideways flex gap-x-1 border-y border-rule px-[calc(var(--gutter)-10px)] print:hidden"
      aria-label="Views"
    >
      {builtIn.map(({ label, params, isOn, count }) => (
        <Tab
          key={label}
          href={url.href(params)}
          isOn={!isOwn && isOn}
          onChoose={() => url.set({ ...params, ...nothingOpen })}
        >
          {label} {count !== undefined && <span className="font-normal text-ink-3">{formatCount(count)}</span>}
        </Tab>
      ))}
      {saved.map(({ name, search }) => (
        <Tab
          key={name}
          href={`?${search}`}
          isOn={isCurrent(search)}
          onChoose={() => url.set({ text: undefined, ...onlySearch(url.href({}), search) })}
        >
          {name}
        </Tab>
      ))}
      <SaveTab page={page} currentSearch={currentSearch} hidesText={url.hidesText} />
    </nav>
  );
}

const tabClass =
  "relative inline-flex h-9 flex-none cursor-pointer items-center gap-[7px] px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink max-narrow:h-11";

const onClass =
  "font-semibold text-ink after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-[2px] after:bg-accent forced-colors:after:bg-[Highlight]";

type TabProps = { href: string; isOn: boolean; onChoose: () => void; children: ReactNode };

const touches = ["pointerdown", "wheel", "focusin"] as const;

/**
 * Keeps the current tab in sight until somebody uses the row, also when counts come and make the tabs before it wider. The
 * browser measures when it draws: measuring here would lay out the page twice.
 */
function useShownTab(current: string) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current then
  useEffect(() => {
    const tab = row.current?.querySelector("[aria-current]");
    if (!tab) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const { boundingClientRect: tabBox, rootBounds: rowBox } = entry ?? {};
        // Not scrollIntoView, which would scroll the page too.
        if (tabBox && rowBox && tabBox.right > rowBox.right)
          row.current?.scrollBy(Math.ceil(tabBox.right - rowBox.right), 0);
      },
      { root: row.current, threshold: [0, 1] },
    );
    observer.observe(tab);
    const stop = () => observer.disconnect();
    for (const touch of touches) row.current?.addEventListener(touch, stop, { once: true, passive: true });
    return stop;
  }, [current]);
  return row;
}

/** A link, so that it can be opened in a new tab. A plain click changes the URL without a navigation. */
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

function SaveTab(view: { page: string; currentSearch: string; hidesText: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = (
    <button type="button" className={tabClass}>
      <Icon name="plus" small className="text-ink-3" />
      Save view
    </button>
  );
  return (
    <Popover trigger={trigger} label="Save view" load={SaveView.load} open={isOpen} onOpenChange={setIsOpen}>
      <SaveView {...view} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

const nothingOpen = {
  ...{ entry: undefined, number: undefined },
  ...{ after: undefined, before: undefined, page: undefined },
};

/** URL parameters that are not part of a view. */
const transientParams = [...Object.keys(nothingOpen), "live", "zone"];

export function viewSearch(href: string): string {
  const { searchParams } = new URL(href, "http://here");
  for (const name of transientParams) searchParams.delete(name);
  searchParams.sort();
  return searchParams.toString();
}

function onlySearch(href: string, search: string): Record<string, string | undefined> {
  const currentParams = new URL(href, "http://here").searchParams;
  const cleared = [...currentParams.keys()]
    .filter((name) => !transientParams.includes(name))
    .map((name) => [name, undefined] as const);
  return { ...Object.fromEntries(cleared), ...Object.fromEntries(new URLSearchParams(search)), ...nothingOpen };
}
