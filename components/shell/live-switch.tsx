import { notifyManager, type QueryCache, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { staysLive, useHold } from "@/components/query/use-hold";
import { statusClass } from "@/components/status/status";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useOnline } from "@/components/ui/browser/use-online";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { useAnnounce } from "@/components/ui/page/live-region";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { Problem } from "@/lib/contract/problem";
import { type ConnectionMessage, connectionMessage, healthAfter, type ReadHealth } from "./connection-message";

const retryMs = 5_000;

/** Holds the page, or lets it follow changes. Its title says whether the platform answers; a fault takes its word. */
export function LiveSwitch() {
  const message = useConnectionMessage();
  const { isHeld, toggle } = useHold();
  useAnnounceFaults(message);
  useKeys({ T: toggle });
  const isFault = message.tone === "fault" || message.tone === "wait";
  const word = isFault ? message.words : isHeld ? "Held" : "Live";
  const tone = isFault ? message.tone : isHeld ? "idle" : "live";
  return (
    <div className="ml-auto flex shrink-0 items-center gap-1.5 pr-1.5 text-sm leading-5 whitespace-nowrap text-ink-3">
      <button
        type="button"
        role="switch"
        aria-checked={!isHeld}
        aria-keyshortcuts="T"
        title={`${message.detail ?? `${message.words}.`} ${isHeld ? "Follow again" : "Hold the page"} T`}
        className="min-h-[30px] min-w-[30px] cursor-pointer rounded-2 px-1.5 text-ink hover:bg-well"
        onClick={toggle}
      >
        <span className={statusClass({ tone, shape: "control" })}>
          <StatusIcon tone={tone} tinted />
          {/* Shown even on narrow screens when it is not the usual, because that stands nowhere else. */}
          <span className={message.tone === "wait" || (isHeld && !isFault) ? "" : "max-narrow:sr-only"}>{word}</span>
        </span>
      </button>
      <ReadTime isHeld={isHeld} />
    </div>
  );
}

function ReadTime({ isHeld }: { isHeld: boolean }) {
  const at = useReadAt();
  return (
    // Fixed width for any age, to avoid layout shift.
    <span className="min-w-[72px] max-narrow:hidden">
      {at > 0 && (
        <>
          {isHeld && "since "}
          <TimeText at={new Date(at).toISOString()} variant={isHeld ? "clock" : "relative"} />
        </>
      )}
    </span>
  );
}

export const useConnectionStatus = () =>
  useQuery({
    ...staysLive(read(getConnectionStatus, {})),
    refetchInterval: ({ state }) => state.error instanceof Problem && retryMs,
  });

function useConnectionMessage(): ConnectionMessage {
  const isOnline = useOnline();
  const { data, dataUpdatedAt } = useConnectionStatus();
  const readHealth = useReadHealth();
  return connectionMessage({ isOnline, connection: data?.value, connectionAt: dataUpdatedAt, readHealth });
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

function useReadAt(): number {
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
function useAnnounceFaults({ tone, words }: ConnectionMessage) {
  const announce = useAnnounce();
  const before = useRef(tone);
  useEffect(() => {
    const isBad = (tone: Tone) => tone === "fault" || tone === "wait";
    const hasTurned = before.current !== tone && (isBad(before.current) || isBad(tone));
    before.current = tone;
    if (hasTurned) announce(words);
  }, [tone, words, announce]);
}
