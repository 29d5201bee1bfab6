import { useUrlState } from "@/components/ui/browser/use-url-state";

/** Live mode of a page. It is on unless the URL has `live=off`. */
export function useWatch() {
  const url = useUrlState();
  return {
    isWatching: url.get("live") !== "off",
    setIsWatching: (isOn: boolean) => url.set({ live: isOn ? undefined : "off" }, { replaces: true }),
  };
}

/** Query options that respect the live mode. `lib/client/live-queries.ts` reads the flag. */
export const followed = <Read extends { meta?: Record<string, unknown> | undefined }>(
  options: Read,
  isWatching: boolean,
) => ({
  ...options,
  ...(isWatching ? {} : pausedOptions),
  meta: { ...options.meta, isPaused: !isWatching },
});

const pausedOptions = { refetchOnWindowFocus: false, refetchInterval: false } as const;
