"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { statusClass, statusWordClass } from "@/components/status/status";
import { useOnline } from "@/components/ui/browser/use-online";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { Problem } from "@/lib/contract/problem";
import { type Freshness as Fresh, freshnessOf, type ReadHealth, readHealthOf } from "./freshness-messages";
import { useCached } from "./use-cached";

const retryMs = 5_000;

export function Freshness() {
  const freshness = useFreshness();
  useAnnounceFreshness(freshness);
  // Shown even on narrow screens, because the offline state appears nowhere else.
  const isOffline = freshness.tone === "wait";
  const { shownAt } = useReadHealth();
  return (
    <div className={`ml-auto flex shrink-0 items-center gap-2 pr-1.5 text-sm leading-5 whitespace-nowrap text-ink-3`}>
      <span className={statusClass({ tone: freshness.tone, shape: "text" })} title={freshness.detail}>
        <StatusIcon tone={freshness.tone} tinted className="self-center" />
        <span className={`${isOffline ? "" : "max-narrow:sr-only"} ${statusWordClass(freshness.tone)}`}>
          {freshness.words}
        </span>
      </span>
      {/* Fixed width for any age, to avoid layout shift. */}
      <span className="min-w-[122px] max-narrow:hidden">
        {shownAt !== undefined && (
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

const noReads: ReadHealth = { shownAt: undefined, readAt: undefined, problem: undefined, failedAt: 0 };
const lastHealth = new WeakMap<QueryClient, ReadHealth>();

const useReadHealth = () => useCached(currentHealth, noReads);

// Returns a stable object, as useSyncExternalStore requires.
function currentHealth(client: QueryClient): ReadHealth {
  const before = lastHealth.get(client);
  const now = readHealthOf(client.getQueryCache().getAll(), before);
  const isSame = before?.readAt === now.readAt && before?.shownAt === now.shownAt && before?.problem === now.problem;
  if (before && isSame) return before;
  lastHealth.set(client, now);
  return now;
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
