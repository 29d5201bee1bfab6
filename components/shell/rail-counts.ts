"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Counter, counters, type RailCount } from "./rail-counters";
import { newestAnswer, useCached } from "./use-cached";

/** What the rail counts beside a page, from any answer that was read for it. */
export function useRailCount(href: string): RailCount | undefined {
  const client = useQueryClient();
  const counter = counters.find((each) => each.href === href);
  const work = useCallback(() => counter && countOf(client, counter), [client, counter]);
  return useCached(work, undefined);
}

const kept = new WeakMap<QueryClient, Map<Counter, { raw: unknown; count: RailCount | undefined }>>();

/** Counted once an answer, and kept after the answer itself has left the cache. */
function countOf(client: QueryClient, counter: Counter) {
  const all = kept.get(client) ?? new Map();
  kept.set(client, all);
  const before = all.get(counter);
  const raw = newestAnswer(client, counter.op, counter.isMeant)?.raw;
  if (raw === undefined || raw === before?.raw) return before?.count;
  const count = counter.count(raw);
  all.set(counter, { raw, count });
  return count;
}
