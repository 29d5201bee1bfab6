"use client";

import { useUrlState } from "@/components/ui/browser/use-url-state";

/** Whether a page follows the platform: it does unless somebody paused it, which the address keeps. */
export function useWatch() {
  const url = useUrlState();
  return {
    isWatching: url.get("live") !== "off",
    setIsWatching: (isOn: boolean) => url.set({ live: isOn ? undefined : "off" }, { replaces: true }),
  };
}

/** Options of a read that stays as it is while its page is paused; `lib/client/live-queries.ts` reads the flag. */
export const followed = <Read extends { meta?: Record<string, unknown> | undefined }>(
  options: Read,
  isWatching: boolean,
) => ({
  ...options,
  ...(isWatching ? {} : pausedOptions),
  meta: { ...options.meta, isPaused: !isWatching },
});

const pausedOptions = { refetchOnWindowFocus: false, refetchInterval: false } as const;
