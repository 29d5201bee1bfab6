"use client";

import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { RawAnswer } from "@/lib/client/answer";
import { type Operation, resourceOf, verbOf } from "@/lib/contract/operation";

/** A value derived from the query cache. `select` must return the same value for an unchanged cache. */
export function useCached<T>(select: (client: QueryClient) => T, serverValue: T): T {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(client),
    () => serverValue,
  );
}

/** Newest cached answer to an operation. Never fetches. */
export function newestAnswer(client: QueryClient, op: Operation, matches = (_input: unknown) => true) {
  return answersTo(client, op, matches)[0];
}

/** All cached answers to an operation, newest first. */
const answersTo = (client: QueryClient, op: Operation, matches = (_input: unknown) => true) =>
  client
    .getQueryCache()
    .findAll({ queryKey: [resourceOf(op), verbOf(op)] })
    .filter(({ queryKey, state }) => state.data !== undefined && matches(queryKey[2]))
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => state.data as RawAnswer);
