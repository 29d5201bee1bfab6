"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type RawAnswer, readAnswer } from "@/lib/client/answer";
import { type Counter, counters, type RailCount } from "./rail-counters";
import { newestAnswer, useCached } from "./use-cached";

/** What the rail counts beside a page, from any answer that was read for it. */
export function useRailCount(href: string): RailCount | undefined {
  const client = useQueryClient();
  const counter = counters.find((each) => each.href === href);
  const work = useCallback(() => counter && countOf(client, counter), [client, counter]);
  return useCached(work, undefined);
}

const kept = new WeakMap<QueryClient, Map<Counter, { answer: RawAnswer; count: RailCount | undefined }>>();

/** Counted once an answer, and kept after the answer itself has left the cache. */
function countOf(client: QueryClient, counter: Counter) {
  const all = kept.get(client) ?? new Map();
  kept.set(client, all);
  const before = all.get(counter);
  const answer = newestAnswer(client, counter.op, counter.isMeant);
  if (answer === undefined || answer === before?.answer) return before?.count;
  const count = counter.count(readAnswer(counter.op, answer).value);
  all.set(counter, { answer, count });
  return count;
}
