import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlState = {
  get: (name: string) => string | undefined;
  /** Changes parameters; undefined removes one. Adds a history entry unless `replaces` is true. */
  set: (changes: UrlChanges, options?: { replaces?: boolean }) => void;
  /** Opens an overlay through a parameter. Back closes it, even after switching values. */
  open: (name: string, value: string | undefined) => void;
  /** Closes the overlay without leaving an extra history entry. */
  close: (name: string) => void;
  href: (changes: UrlChanges) => string;
};

/** URL parameters as state. Changes do not trigger a server navigation. */
export function useUrlState(): UrlState {
  const path = usePathname();
  const search = useSearchParams();
  const href = useCallback(
    (changes: UrlChanges) => withChanges({ location: { pathname: path, search: search.toString() } }, changes),
    [path, search],
  );
  return { get: (name) => search.get(name) ?? undefined, set, open, close, href };
}

const set: UrlState["set"] = (changes, options) => setInUrl(window, changes, options);

const open: UrlState["open"] = (name, value) => openInUrl(window, name, value);

const close: UrlState["close"] = (name) => {
  const { scrollX, scrollY } = window;
  if (!closeInUrl(window, name)) return;
  // Prevents the browser from restoring the scroll position of when the drawer was opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  window.addEventListener("popstate", stay, { once: true });
};

/** Subset of `window`, for tests. */
type Tab = {
  location: Pick<Location, "pathname" | "search">;
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

type UrlChanges = Record<string, string | undefined>;

/** Reads the current URL, because rendered state may lag behind it. Consecutive changes must both apply. */
export function setInUrl(tab: Tab, changes: UrlChanges, { replaces = false } = {}) {
  const next = withChanges(tab, changes);
  if (!replaces && next === withChanges(tab, {})) return;
  if (replaces) tab.history.replaceState(openedOver(tab), "", next);
  else tab.history.pushState(null, "", next);
}

/** Opens a value. If one is open already it is replaced, so that Back closes the overlay. Ignores an empty value. */
export function openInUrl(tab: Tab, name: string, value: string | undefined) {
  if (!value) return;
  const isOpen = new URLSearchParams(tab.location.search).has(name);
  if (isOpen) setInUrl(tab, { [name]: value }, { replaces: true });
  else tab.history.pushState({ openedOver: withChanges(tab, {}) }, "", withChanges(tab, { [name]: value }));
}

/**
 * Closes by going back if the previous history entry opened the value. Otherwise replaces the URL. Returns true if it goes
 * back.
 */
export function closeInUrl(tab: Tab, name: string): boolean {
  const next = withChanges(tab, { [name]: undefined });
  if (next === withChanges(tab, {})) return false;
  if (openedOver(tab)?.openedOver !== next) {
    setInUrl(tab, { [name]: undefined }, { replaces: true });
    return false;
  }
  // Going back is asynchronous. Clear the mark, so that a second close does not go back further.
  tab.history.replaceState({ ...tab.history.state, openedOver: undefined }, "");
  tab.history.back();
  return true;
}

function withChanges({ location }: Pick<Tab, "location">, changes: UrlChanges): string {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `${location.pathname}?${params}` : location.pathname;
}

function openedOver({ history }: Tab): { openedOver: string } | null {
  const over: unknown = history.state?.openedOver;
  return typeof over === "string" ? { openedOver: over } : null;
}
