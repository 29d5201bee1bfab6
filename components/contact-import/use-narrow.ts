"use client";

import { useSyncExternalStore } from "react";

const narrow = "(max-width: 860px)";

/** Where a table becomes one row at a time. False on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
}

function watch(onChange: () => void) {
  const query = window.matchMedia(narrow);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
