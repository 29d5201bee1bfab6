"use client";

import { type DehydratedState, HydrationBoundary, hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from "react";
import { inMachineTime } from "@/lib/client/machine-time";
import { failedReads } from "@/lib/client/query";
import { fromProblemJson, type ProblemJson } from "@/lib/contract/problem-json";
import type { PhoneFormats } from "@/lib/format/group-phone";
import { PhoneFormatsProvider } from "./phone-formats";

export type FailedRead = { queryKey: QueryKey; problem: ProblemJson };

type ReadsBoundaryProps = {
  state: DehydratedState;
  failed: readonly FailedRead[];
  phoneFormats: PhoneFormats;
  children: ReactNode;
};

/** Hands the answers of a page's reads from the server to the browser, which fetches all others itself. */
export function ReadsBoundary({ state, failed, phoneFormats, children }: ReadsBoundaryProps) {
  const client = useQueryClient();
  // Layout effects run before the page's queries fetch, and this component's effect afterwards.
  useLayoutEffect(() => {
    for (const { queryKey, problem } of failed)
      if (client.getQueryData(queryKey) === undefined) failedReads.set(hashKey(queryKey), fromProblemJson(problem));
  }, [client, failed]);
  useEffect(() => failedReads.clear());
  const dated = useMemo(() => inMachineTime(state), [state]);
  return (
    <HydrationBoundary state={dated}>
      <PhoneFormatsProvider formats={phoneFormats}>{children}</PhoneFormatsProvider>
    </HydrationBoundary>
  );
}
