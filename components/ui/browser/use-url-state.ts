import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { mayHoldNumber } from "@/lib/format/number-in-text";

export type UrlState = {
  get: (name: string) => string | undefined;
  /** Changes parameters; undefined removes one. Adds a history entry unless `replaces` is true. */
  set: (changes: UrlChanges, options?: { replaces?: boolean }) => void;
  /** Opens an overlay through a parameter. Back closes it, even after switching values. */
  open: (name: string, value: string | undefined) => void;
  /** Closes the overlay without leaving an extra history entry. */
  close: (name: string) => void;
  /** An address, without a number that was searched for. */
  href: (changes: UrlChanges) => string;
  /** True if a number is searched for, which is in no address. */
  hidesText: boolean;
};

/** URL parameters as state. Changes do not trigger a server navigation. */
export function useUrlState(): UrlState {
  const path = usePathname();
  const search = useSearchParams();
  const hiddenText = useSyncExternalStore(listen, () => hiddenIn(history.state).text, nothing);
  const href = useCallback(
    (changes: UrlChanges) => {
      const shown = { location: { pathname: path, search: search.toString() }, history: noHistory };
      return placeAfter(shown, changes).href;
    },
    [path, search],
  );
  const get = (name: string) => search.get(name) ?? (name === "text" ? hiddenText : undefined);
  return { get, set, open, close, href, hidesText: hiddenText !== undefined };
}

/** Takes the number of an old link out of the address. */
export function useNumberFreeAddress() {
  const search = useSearchParams();
  useEffect(() => {
    if (holdsNumber({ search: search.toString() })) set({}, { replaces: true });
  }, [search]);
}

/** A parameter of the current place, because rendered state may lag behind it. */
export const nowInUrl = (name: string) =>
  new URLSearchParams(location.search).get(name) ?? hiddenIn(history.state)[name];

const nothing = () => undefined;
const noHistory = { state: null, pushState: nothing, replaceState: nothing, back: nothing };

/** The history tells nobody of its own changes. */
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

const tell = () => {
  for (const listener of listeners) listener();
};

const set: UrlState["set"] = (changes, options) => {
  setInUrl(window, changes, options);
  tell();
};

const open: UrlState["open"] = (name, value) => {
  openInUrl(window, name, value);
  tell();
};

const close: UrlState["close"] = (name) => {
  const { scrollX, scrollY } = window;
  if (!closeInUrl(window, name)) return tell();
  // Prevents the browser from restoring the scroll position of when the drawer was opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  window.addEventListener("popstate", stay, { once: true });
};

/** Reads the current URL, because rendered state may lag behind it. Consecutive changes must both apply. */
export function setInUrl(tab: Tab, changes: UrlChanges, { replaces = false } = {}) {
  const next = placeAfter(tab, changes);
  if (!replaces && pageKeyOf(next) === hereIn(tab)) return;
  if (replaces) tab.history.replaceState({ ...openedOver(tab), ...stateOf(next) }, "", next.href);
  else tab.history.pushState(stateOf(next), "", next.href);
}

/** Opens a value. If one is open already it is replaced, so that Back closes the overlay. Ignores an empty value. */
export function openInUrl(tab: Tab, name: string, value: string | undefined) {
  if (!value) return;
  const isOpen = new URLSearchParams(tab.location.search).has(name);
  if (isOpen) return setInUrl(tab, { [name]: value }, { replaces: true });
  const next = placeAfter(tab, { [name]: value });
  tab.history.pushState({ openedOver: hereIn(tab), ...stateOf(next) }, "", next.href);
}

/**
 * Closes by going back if the previous history entry opened the value. Otherwise replaces the URL. Returns true if it goes
 * back.
 */
export function closeInUrl(tab: Tab, name: string): boolean {
  const next = pageKeyOf(placeAfter(tab, { [name]: undefined }));
  if (next === hereIn(tab)) return false;
  if (openedOver(tab)?.openedOver !== next) {
    setInUrl(tab, { [name]: undefined }, { replaces: true });
    return false;
  }
  // Going back is asynchronous. Clear the mark, so that a second close does not go back further.
  tab.history.replaceState({ ...tab.history.state, openedOver: undefined }, "");
  tab.history.back();
  return true;
}

const hereIn = (tab: Tab) => pageKeyOf(placeAfter(tab, {}));

function openedOver({ history }: Tab): { openedOver: string } | null {
  const over: unknown = history.state?.openedOver;
  return typeof over === "string" ? { openedOver: over } : null;
}

/** Parameters whose value can be a phone number. Such a value is in the entry of the history, and in no address. */
const searchedParams = ["text"] as const;

type UrlChanges = Record<string, string | undefined>;

/** Subset of `window`, for tests. */
type Tab = {
  location: Pick<Location, "pathname" | "search">;
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

/** An address, and what belongs to it and is not in it. */
type Place = { href: string; hidden: Readonly<Record<string, string>> };

/** Where a tab is after some changes. */
function placeAfter(tab: Tab, changes: UrlChanges): Place {
  const params = new URLSearchParams(tab.location.search);
  const hidden: Record<string, string> = hiddenIn(tab.history.state);
  for (const [name, value] of Object.entries(changes)) {
    delete hidden[name];
    if (value === undefined || value === "") params.delete(name);
    else params.set(name, value);
  }
  for (const name of searchedParams) {
    const value = params.get(name);
    if (value === null || !mayHoldNumber(value)) continue;
    hidden[name] = value;
    params.delete(name);
  }
  const { pathname } = tab.location;
  return { href: params.size > 0 ? `${pathname}?${params}` : pathname, hidden };
}

const stateOf = ({ hidden }: Place) => (Object.keys(hidden).length > 0 ? { hidden } : {});

/** Equal for equal addresses with equal hidden searches. */
const pageKeyOf = ({ href, hidden }: Place) =>
  Object.keys(hidden).length > 0 ? `${href} ${JSON.stringify(hidden)}` : href;

/** True if the address of a tab holds a number, as old links do. */
const holdsNumber = ({ search }: Pick<Location, "search">) =>
  searchedParams.some((name) => mayHoldNumber(new URLSearchParams(search).get(name) ?? ""));

/** Values of the entry of the history that are in no address. */
export function hiddenIn(state: unknown): Record<string, string> {
  const hidden: unknown = typeof state === "object" && state !== null && "hidden" in state ? state.hidden : undefined;
  if (typeof hidden !== "object" || hidden === null) return {};
  return Object.fromEntries(
    Object.entries(hidden).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
