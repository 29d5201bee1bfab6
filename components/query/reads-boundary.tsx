"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { reviveProblem } from "@/lib/contract/problem-json";

/**
 * Takes over the reads that the server began. An answer that is already here is held back until the page has been taken
 * over as the server drew it: shown earlier, it would not match the HTML. Later pages have no HTML, and wait for nothing.
 */
export function ReadsBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const held = useMemo(() => deferred(state), [state]);
  useEffect(takeOver, []);
  return <HydrationBoundary state={held}>{children}</HydrationBoundary>;
}

// One for the tab, not for the component: React may begin to draw a page more than once before one of them stays.
let takeOver = () => {};
const takenOver = new Promise<void>((resolve) => {
  takeOver = resolve;
});

function deferred(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => {
    const { promise, ...begun } = query;
    if (!promise) return query;
    // The server draws it as still being read, and keeps nothing that would wait for ever.
    if (typeof window === "undefined") return begun;
    const told = takenOver.then(() => promise).then(reviveProblem);
    // What is known already is not waited for, and then nobody else hears of its failure.
    told.catch(() => undefined);
    return { ...query, promise: told };
  });
  return { ...state, queries };
}
