"use client";

import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { RawAnswer } from "@/lib/client/answer";
import { type Operation, resourceOf, verbOf } from "@/lib/contract/operation";

/** Something worked out from everything that was read so far; `work` must give the same value for the same cache. */
export function useCached<T>(work: (client: QueryClient) => T, onServer: T): T {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => work(client),
    () => onServer,
  );
}

/** The newest answer to an operation that is still kept. Never asks for one. */
export function newestAnswer(client: QueryClient, op: Operation, isMeant = (_input: unknown) => true) {
  return answersTo(client, op, isMeant)[0];
}

/** Every answer to an operation that is still kept, newest first. */
const answersTo = (client: QueryClient, op: Operation, isMeant = (_input: unknown) => true) =>
  client
    .getQueryCache()
    .findAll({ queryKey: [resourceOf(op), verbOf(op)] })
    .filter(({ queryKey, state }) => state.data !== undefined && isMeant(queryKey[2]))
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => state.data as RawAnswer);
