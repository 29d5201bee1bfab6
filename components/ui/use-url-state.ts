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
    (changes: Record<string, string | undefined>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, value);
      }
      return next.size > 0 ? `${path}?${next}` : path;
    },
    [path, search],
  );
  const set = useCallback<UrlState["set"]>(
    (changes, { replaces = false } = {}) => {
      if (replaces) window.history.replaceState(null, "", href(changes));
      else window.history.pushState(null, "", href(changes));
    },
    [href],
  );
  return { get: (name) => search.get(name) ?? undefined, set, href };
}
