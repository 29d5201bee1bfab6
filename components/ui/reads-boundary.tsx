"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { believed } from "@/lib/client/told-problem";

/**
 * Takes over the reads that the server began. An answer that is already here is held back until the first page has been
 * taken over as the server drew it: shown earlier, it would not match the HTML.
 */
export function ReadsBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const held = useMemo(() => heldUntilDrawn(state), [state]);
  useEffect(() => firstPage.isDrawn(), []);
  return <HydrationBoundary state={held}>{children}</HydrationBoundary>;
}

// One for the browser's whole stay, and not one a component: React may throw a first try at drawing away, and whatever
// was begun in it would wait for ever. On the server nothing is ever taken over.
const firstPage = createSignal();

function heldUntilDrawn(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => {
    const { promise } = query;
    if (!promise) return query;
    const answer = firstPage.drawn.then(() => promise).then(believed);
    // A second try at drawing finds the query already waiting and leaves this one alone: its failure is then nobody's.
    for (const each of [promise, answer]) each.then(undefined, () => undefined);
    return { ...query, promise: answer };
  });
  return { ...state, queries };
}

function createSignal() {
  let isDrawn = () => {};
  const drawn = new Promise<void>((resolve) => {
    isDrawn = resolve;
  });
  return { drawn, isDrawn };
}
