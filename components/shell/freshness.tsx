import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { statusClass, statusWordClass } from "@/components/status/status";
import { useOnline } from "@/components/ui/browser/use-online";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { Problem } from "@/lib/contract/problem";
import { type Freshness as Fresh, freshnessOf, healthAfter, type ReadHealth } from "./freshness-messages";

const retryMs = 5_000;

export function Freshness() {
  const freshness = useFreshness();
  useAnnounceFreshness(freshness);
  // Shown even on narrow screens, because the offline state appears nowhere else.
  const isOffline = freshness.tone === "wait";
  const shownAt = useShownAt();
  return (
    <div className="ml-auto flex shrink-0 items-center gap-2 pr-1.5 text-sm leading-5 whitespace-nowrap text-ink-3">
      <span className={statusClass({ tone: freshness.tone, shape: "text" })} title={freshness.detail}>
        <StatusIcon tone={freshness.tone} tinted />
        <span className={`${isOffline ? "" : "max-narrow:sr-only"} ${statusWordClass(freshness.tone)}`}>
          {freshness.words}
        </span>
      </span>
      {/* Fixed width for any age, to avoid layout shift. */}
      <span className="min-w-[122px] max-narrow:hidden">
        {shownAt > 0 && (
          <>
            <span aria-hidden="true">· </span>
            Updated <TimeText at={new Date(shownAt).toISOString()} variant="relative" />
          </>
        )}
      </span>
    </div>
  );
}

export const useConnectionStatus = () =>
  useQuery({
    ...read(getConnectionStatus, {}),
    refetchInterval: ({ state }) => state.error instanceof Problem && retryMs,
  });

function useFreshness(): Fresh {
  const isOnline = useOnline();
  const { data, dataUpdatedAt } = useConnectionStatus();
  const readHealth = useReadHealth();
  return freshnessOf({ isOnline, connection: data?.value, connectionAt: dataUpdatedAt, readHealth });
}

function useReadHealth(): ReadHealth {
  const client = useQueryClient();
  const [health, setHealth] = useState<ReadHealth>({ readAt: 0, failedAt: 0 });
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || (event.action.type !== "success" && event.action.type !== "error")) return;
        const { meta, state } = event.query;
        const isOfPlatform = meta?.isOfPlatform === true;
        if (event.action.type === "success")
          setHealth((before) => healthAfter(before, { isOfPlatform, at: state.dataUpdatedAt }));
        else if (state.error instanceof Problem) {
          const problem = state.error;
          setHealth((before) => healthAfter(before, { isOfPlatform, at: state.errorUpdatedAt, problem }));
        }
      }),
    [client],
  );
  return health;
}

function useShownAt(): number {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  return useSyncExternalStore(
    subscribe,
    () => newestShown(cache),
    () => 0,
  );
}

/** Data that Switchboard stored may name the time of its own read as `meta.shownAt`. */
function newestShown(cache: QueryCache) {
  const times = cache.findAll({ type: "active" }).map(({ meta, state }) => {
    if (typeof meta?.shownAt === "function") return Number(meta.shownAt(state.data)) || 0;
    return meta?.isOfPlatform === true && state.dataUpdatedAt > 0 ? clock.fromMachine(state.dataUpdatedAt) : 0;
  });
  return Math.max(0, ...times);
}

/** Announces when the state turns bad or recovers, but not on page load. */
function useAnnounceFreshness({ tone, words }: Fresh) {
  const announce = useAnnounce();
  const before = useRef(tone);
  useEffect(() => {
    const isBad = (tone: Fresh["tone"]) => tone === "fault" || tone === "wait";
    const hasTurned = before.current !== tone && (isBad(before.current) || isBad(tone));
    before.current = tone;
    if (hasTurned) announce(words);
  }, [tone, words, announce]);
}
