"use client";

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useMe } from "@/components/query/use-me";
import { isAllowed } from "@/lib/client/permission";
import { type Role, resourceOf, verbOf } from "@/lib/contract/operation";
import { useFreshness } from "./freshness";
import { type Counter, counters } from "./rail-counters";

const restMs = 400;
const keptMs = 300_000;

/** Reads what the rail counts once the page has nothing left to read, and not while the API does not answer. */
export function useRailReads() {
  const client = useQueryClient();
  const { role } = useMe();
  const path = usePathname();
  const isAnswering = useFreshness().lamp === "ok";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to look whether counts are old
  useEffect(() => {
    if (!isAnswering) return;
    const timer = setInterval(() => {
      if (client.isFetching() > 0) return;
      clearInterval(timer);
      void readForRail(client, role);
    }, restMs);
    return () => clearInterval(timer);
  }, [client, role, isAnswering, path]);
}

/** Asks for what was not read, or tried in vain, within the last minutes. What fails says nothing of the page. */
export async function readForRail(client: QueryClient, role: Role) {
  const missing = counters.filter((counter) => isAllowed(counter.op, role) && !isAtHand(client, counter));
  await Promise.all(missing.map((counter) => askFor(client, counter)));
}

const triedAt = new WeakMap<QueryClient, Map<Counter, number>>();

async function askFor(client: QueryClient, counter: Counter) {
  await counter.ask(client);
  const failed = { queryKey: keyOfAll(counter), type: "inactive", predicate: hasFailed } as const;
  if (client.getQueryCache().findAll(failed).length === 0) return;
  client.removeQueries(failed);
  triedAt.set(client, (triedAt.get(client) ?? new Map()).set(counter, Date.now()));
}

const hasFailed = ({ state }: Query) => state.status === "error";

function isAtHand(client: QueryClient, counter: Counter) {
  const { isMeant = () => true } = counter;
  const sinceMs = Date.now() - keptMs;
  if ((triedAt.get(client)?.get(counter) ?? 0) > sinceMs) return true;
  return client
    .getQueryCache()
    .findAll({ queryKey: keyOfAll(counter) })
    .some(({ queryKey, state: { fetchStatus, isInvalidated, dataUpdatedAt } }) => {
      const isRecent = !isInvalidated && dataUpdatedAt > sinceMs;
      return isMeant(queryKey[2]) && (fetchStatus === "fetching" || isRecent);
    });
}

const keyOfAll = ({ op }: Counter) => [resourceOf(op), verbOf(op)];
