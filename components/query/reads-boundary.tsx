"use client";

import { type DehydratedState, HydrationBoundary, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createQueryClient } from "@/lib/client/query-client";
import { reviveProblem } from "@/lib/contract/problem-json";

/**
 * Takes over the reads that the server began. An answer that is already here is held back until the page has been taken
 * over as the server drew it: shown earlier, it would not match the HTML. Later pages have no HTML, and wait for nothing.
 */
export function ReadsBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const held = useMemo(() => deferred(state), [state]);
  useEffect(() => takeOver(), []);
  return <HydrationBoundary state={held}>{children}</HydrationBoundary>;
}

/** A page before anything of it is read: only its loading state, for whatever was done with it would be lost with it. */
export function UnreadPage({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <div className="contents" inert data-unread>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </div>
  );
}

/** For a page that reads nothing. */
export function TakenOver() {
  useEffect(() => takeOver(), []);
  return null;
}

// One for the tab, not for the component: React may begin to draw a page more than once before one of them stays.
let takeOver = () => {};

/** The page of this document is taken over, not only its frame: nothing may be read for the frame before. */
export const takenOver = new Promise<void>((resolve) => {
  takeOver = resolve;
});

function deferred(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => {
    const { promise, ...begun } = query;
    if (!promise) return query;
    // The server draws it as still being read, and keeps nothing that would wait for ever.
    if (typeof window === "undefined") return begun;
    const answer = takenOver.then(() => promise).then(reviveProblem);
    // What is known already is not waited for, and then nobody else hears of its failure.
    answer.catch(() => undefined);
    return { ...query, promise: answer };
  });
  return { ...state, queries };
}
