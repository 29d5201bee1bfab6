"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlState = {
  get: (name: string) => string | undefined;
  /** Changes some parameters and leaves the rest; undefined takes one out. Back undoes it unless it `replaces`. */
  set: (changes: Record<string, string | undefined>, options?: { replaces?: boolean }) => void;
  /** The address with these changes made, for links. */
  href: (changes: Record<string, string | undefined>) => string;
};

/** Filters, the page and the open drawer live in the address. Changing them asks the server for nothing. */
export function useUrlState(): UrlState {
  const path = usePathname();
  const search = useSearchParams();
  const href = useCallback(
    (changes: Record<string, string | undefined>) => changed(path, new URLSearchParams(search), changes),
    [path, search],
  );
  const set = useCallback<UrlState["set"]>((changes, { replaces = false } = {}) => {
    // From the address itself: what is drawn may lag behind it, and two changes in a row must both hold.
    const { pathname, search: asked } = window.location;
    const next = changed(pathname, new URLSearchParams(asked), changes);
    if (replaces) window.history.replaceState(null, "", next);
    else window.history.pushState(null, "", next);
  }, []);
  return { get: (name) => search.get(name) ?? undefined, set, href };
}

function changed(path: string, asked: URLSearchParams, changes: Record<string, string | undefined>): string {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") asked.delete(name);
    else asked.set(name, value);
  }
  return asked.size > 0 ? `${path}?${asked}` : path;
}
