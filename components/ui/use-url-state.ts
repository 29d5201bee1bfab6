"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { closeInUrl, openInUrl, setInUrl, type UrlChanges, withChanges } from "./url-steps";

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
