"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlState = {
  get: (name: string) => string | undefined;
  /** Changes some parameters and leaves the rest; undefined takes one out. Back undoes it unless it `replaces`. */
  set: (changes: UrlChanges, options?: { replaces?: boolean }) => void;
  /** Opens what a parameter names, a drawer say. Back closes it, whatever else was opened in its place meanwhile. */
  open: (name: string, value: string | undefined) => void;
  /** Closes it. Back from there leads to the page before. */
  close: (name: string) => void;
  /** The address with these changes made, for links. */
  href: (changes: UrlChanges) => string;
};

/** Filters, the page and the open drawer live in the address. Changing them asks the server for nothing. */
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
  // The browser would scroll to where the page stood when the drawer was opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  window.addEventListener("popstate", stay, { once: true });
};

/** The part of a window that keeps its address and its way back. */
type Tab = {
  location: Pick<Location, "pathname" | "search">;
  history: Pick<History, "state" | "pushState" | "replaceState" | "back">;
};

type UrlChanges = Record<string, string | undefined>;

/** From the address itself: what is drawn may lag behind it, and two changes in a row must both hold. */
export function setInUrl(tab: Tab, changes: UrlChanges, { replaces = false } = {}) {
  const next = withChanges(tab, changes);
  if (!replaces && next === withChanges(tab, {})) return;
  if (replaces) tab.history.replaceState(openedOver(tab), "", next);
  else tab.history.pushState(null, "", next);
}

/** Over what the parameter named before, if anything: however many were opened, Back closes. Without a value there is nothing to open. */
export function openInUrl(tab: Tab, name: string, value: string | undefined) {
  if (!value) return;
  const isOpen = new URLSearchParams(tab.location.search).has(name);
  if (isOpen) setInUrl(tab, { [name]: value }, { replaces: true });
  else tab.history.pushState({ openedOver: withChanges(tab, {}) }, "", withChanges(tab, { [name]: value }));
}

/**
 * Goes back over the step that opened it, so that Back leads to the page before and not to what was closed; where that
 * step is not below, the address is changed in place. Tells whether it goes back.
 */
export function closeInUrl(tab: Tab, name: string): boolean {
  const next = withChanges(tab, { [name]: undefined });
  if (next === withChanges(tab, {})) return false;
  if (openedOver(tab)?.openedOver !== next) {
    setInUrl(tab, { [name]: undefined }, { replaces: true });
    return false;
  }
  // The browser goes back in its own time: until then, closing again must not go back further.
  tab.history.replaceState({ ...tab.history.state, openedOver: undefined }, "");
  tab.history.back();
  return true;
}

/** This address with changes made to it. */
function withChanges({ location }: Pick<Tab, "location">, changes: UrlChanges): string {
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") asked.delete(name);
    else asked.set(name, value);
  }
  return asked.size > 0 ? `${location.pathname}?${asked}` : location.pathname;
}

/** The address below this one, where this one was opened over it. */
function openedOver({ history }: Tab): { openedOver: string } | null {
  const over: unknown = history.state?.openedOver;
  return typeof over === "string" ? { openedOver: over } : null;
}
