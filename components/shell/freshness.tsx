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
import { type Freshness as Fresh, freshnessOf, type Lately, latelyOf } from "./freshness-messages";
import { useCached } from "./use-cached";

const askAgainMs = 5_000;

export function Freshness() {
  const fresh = useFreshness();
  useSaid(fresh);
  // Said here alone, so on a narrow screen too.
  const isOffline = fresh.tone === "wait";
  const { shownAt } = useLately();
  return (
    <div className={`ml-auto flex shrink-0 items-center gap-2 pr-1.5 text-sm leading-5 whitespace-nowrap text-ink-3`}>
      <span className={statusClass({ tone: fresh.tone, shape: "text" })} title={fresh.detail}>
        <StatusIcon tone={fresh.tone} tinted className="self-center" />
        <span className={`${isOffline ? "" : "max-narrow:sr-only"} ${statusWordClass(fresh.tone)}`}>{fresh.words}</span>
      </span>
      {/* as wide as any age, so that nothing beside it moves when there is one or it grows */}
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
    refetchInterval: ({ state }) => state.error instanceof Problem && askAgainMs,
  });

function useFreshness(): Fresh {
  const isOnline = useOnline();
  const { data, dataUpdatedAt } = useConnectionStatus();
  const lately = useLately();
  return freshnessOf({ isOnline, connection: data?.value, connectionAt: dataUpdatedAt, lately });
}

const nothing: Lately = { shownAt: undefined, readAt: undefined, problem: undefined, failedAt: 0 };
const seen = new WeakMap<QueryClient, Lately>();

const useLately = () => useCached(latelyIn, nothing);

// The same object for the same reads, as a store's snapshot has to be.
function latelyIn(client: QueryClient): Lately {
  const before = seen.get(client);
  const now = latelyOf(client.getQueryCache().getAll(), before);
  const isSame = before?.readAt === now.readAt && before?.shownAt === now.shownAt && before?.problem === now.problem;
  if (before && isSame) return before;
  seen.set(client, now);
  return now;
}

/** Says when something stops to answer or answers again, and nothing when a page is merely opened. */
function useSaid({ tone, words }: Fresh) {
  const announce = useAnnounce();
  const before = useRef(tone);
  useEffect(() => {
    const isBad = (tone: Fresh["tone"]) => tone === "fault" || tone === "wait";
    const hasTurned = before.current !== tone && (isBad(before.current) || isBad(tone));
    before.current = tone;
    if (hasTurned) announce(words);
  }, [tone, words, announce]);
}
