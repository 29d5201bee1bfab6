"use client";

import { useUrlState } from "@/components/ui/browser/use-url-state";

/** One record that follows the platform unless somebody holds it still, which the address keeps. Spread `options` into its `useQuery`. */
export function useWatch() {
  const url = useUrlState();
  const isWatching = url.get("live") !== "off";
  return {
    isWatching,
    setIsWatching: (isOn: boolean) => url.set({ live: isOn ? undefined : "off" }, { replaces: true }),
    options: isWatching ? {} : held,
  };
}

/** As `lib/client/live-queries.ts` knows it. */
const held = {
  meta: { isOfPlatform: true, isHeld: true },
  refetchOnWindowFocus: false,
  refetchInterval: false,
} as const;
