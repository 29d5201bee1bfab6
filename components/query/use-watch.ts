"use client";

import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Problem } from "@/lib/contract/problem";

const leastMs = 5_000;

const neverReadMs = 15_000;

/** Watching one record: kept in the address, and only while the tab is visible. Spread `options` into its `useQuery`. */
export function useWatch() {
  const url = useUrlState();
  const isWatching = url.get("watch") === "on";
  return {
    isWatching,
    setIsWatching: (isOn: boolean) => url.set({ watch: isOn ? "on" : undefined }, { replaces: true }),
    options: isWatching ? watching : {},
  };
}

const watching = {
  refetchInterval: ({ state }: { state: WatchedState }) => watchInterval(state),
  refetchIntervalInBackground: false,
};

/** What a watched read knows of itself. */
export type WatchedState = { error: unknown; dataUpdatedAt: number; errorUpdatedAt: number };

/** How long to wait before the next read: 5 s; after faults as long as they have lasted, or as the API asked for. */
export function watchInterval({ error, dataUpdatedAt, errorUpdatedAt }: WatchedState, mostMs = 30_000): number {
  if (!error) return leastMs;
  const askedForMs = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const faultMs = dataUpdatedAt === 0 ? neverReadMs : errorUpdatedAt - dataUpdatedAt;
  return Math.max(askedForMs, leastMs, Math.min(mostMs, faultMs));
}
