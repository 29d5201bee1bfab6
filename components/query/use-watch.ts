"use client";

import { useUrlState } from "@/components/ui/use-url-state";
import { type WatchedState, watchInterval } from "./watch-interval";

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
