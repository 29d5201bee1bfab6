"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { believed } from "@/lib/client/told-problem";

/**
 * Takes over the reads that the server began. An answer that is already here is held back until the page has been taken
 * over as the server drew it: shown earlier, it would not match the HTML.
 */
export function ReadsBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const [drawn] = useState(createSignal);
  const held = useMemo(() => heldUntil(state, drawn.given), [state, drawn]);
  useEffect(() => drawn.give(), [drawn]);
  return <HydrationBoundary state={held}>{children}</HydrationBoundary>;
}

function heldUntil(state: DehydratedState, drawn: Promise<void>): DehydratedState {
  const queries = state.queries.map((query) => {
    const { promise } = query;
    if (!promise) return query;
    promise.then(undefined, () => undefined);
    return { ...query, promise: drawn.then(() => promise).then(believed) };
  });
  return { ...state, queries };
}

function createSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
