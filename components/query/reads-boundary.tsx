"use client";

import { type DehydratedState, HydrationBoundary, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createQueryClient } from "@/lib/client/query-client";
import { reviveProblem } from "@/lib/contract/problem-json";

/**
 * Hydrates the queries that the server started. Streamed answers wait until the page is hydrated, since the server rendered
 * them as pending. After a client navigation nothing waits.
 */
export function ReadsBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const deferredState = useMemo(() => deferState(state), [state]);
  useEffect(() => resolveHydrated(), []);
  return <HydrationBoundary state={deferredState}>{children}</HydrationBoundary>;
}

/** Loading skeleton. Not interactive: hydration would discard input. */
export function UnreadPage({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <div className="contents" inert data-unread>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </div>
  );
}

/** Marks the page as hydrated. For pages without queries. */
export function TakenOver() {
  useEffect(() => resolveHydrated(), []);
  return null;
}

// Module-level on purpose: React may start several renders before one commits.
let resolveHydrated = () => {};

/** Resolves once the page is hydrated, not only the frame. The frame must not fetch before. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

function deferState(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => {
    const { promise, ...pending } = query;
    if (!promise) return query;
    // The server renders it as pending, without a promise that would never resolve.
    if (typeof window === "undefined") return pending;
    const answer = hydrated.then(() => promise).then(reviveProblem);
    answer.catch(() => {
      // Prevents an unhandled rejection if the cache already has this query.
    });
    return { ...query, promise: answer };
  });
  return { ...state, queries };
}
