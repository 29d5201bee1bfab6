import { heartbeatMs, type StreamMessage } from "@/lib/contract/console/summary";

/** Stream event as every tab of the browser receives it from the tab that holds the stream. */
export type StreamEvent = StreamMessage & { isUp: boolean; id: string };

type JoinOptions = {
  /** Tabs with the same account share one stream. */
  account: string;
  /** Time of the last change this tab has received, by the server's clock. */
  since: number;
  onHeard: (event: StreamEvent) => void;
  /** Called when the stream is lost, for example because the session expired. */
  onBroken: () => void;
};

const silenceTimeoutMs = 2.5 * heartbeatMs;
const minBackoffMs = 1_000;
const maxBackoffMs = 30_000;

/**
 * Shares one event stream among all tabs of a browser, which has only six connections per host. The tab with the lock
 * holds the stream and broadcasts its events. If it closes or freezes, another tab takes the lock. Without locks (a
 * page without TLS) each visible tab has its own stream.
 */
export function joinStream({ account, since, onHeard, onBroken }: JoinOptions) {
  const name = `switchboard events ${account}`;
  const channel = new BroadcastChannel(name);
  let lastId = String(since);
  let isUp = false;
  let hasJoined = false;
  let release: (() => void) | undefined;
  let lockRequest = new AbortController();

  function receive(event: StreamEvent) {
    isUp = event.isUp;
    lastId = event.id || lastId;
    onHeard(event);
  }

  function broadcast(event: StreamEvent) {
    channel.postMessage(event);
    receive(event);
  }

  channel.onmessage = ({ data }: MessageEvent<StreamEvent | "anybody?">) => {
    if (data !== "anybody?") receive(data);
    else if (release && isUp) channel.postMessage({ isUp, id: lastId } satisfies StreamEvent);
  };

  /** Holds the stream until released. */
  function holdStream() {
    return new Promise<void>((resolve) => {
      const stop = openStream({
        since: () => lastId,
        onMessage: (message, id) => broadcast({ ...message, isUp: true, id }),
        onDown: () => {
          broadcast({ isUp: false, id: lastId });
          onBroken();
        },
      });
      release = () => {
        release = undefined;
        stop();
        resolve();
      };
    });
  }

  function join() {
    if (hasJoined) return;
    hasJoined = true;
    lockRequest = new AbortController();
    if (navigator.locks)
      void navigator.locks.request(name, { signal: lockRequest.signal }, holdStream).catch(() => undefined);
    else if (document.visibilityState === "visible") void holdStream();
    channel.postMessage("anybody?");
  }

  function leave() {
    hasJoined = false;
    lockRequest.abort();
    release?.();
  }

  const onVisibility = () => {
    if (navigator.locks) return;
    leave();
    join();
  };
  const events = [
    ["freeze", leave],
    ["resume", join],
    ["visibilitychange", onVisibility],
  ] as const;
  for (const [type, run] of events) document.addEventListener(type, run);
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && join();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", onShow);
  join();

  return () => {
    for (const [type, run] of events) document.removeEventListener(type, run);
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", onShow);
    leave();
    channel.close();
  };
}

type OpenOptions = {
  since: () => string;
  onMessage: (message: StreamMessage, id: string) => void;
  onDown: () => void;
};

/** Opens the stream and reconnects with exponential backoff and jitter. */
function openStream({ since, onMessage, onDown }: OpenOptions) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open() {
    source = new EventSource(`/api/events?since=${since()}`);
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      failures = 0;
      restartTimeout(silenceTimeoutMs);
      onMessage(JSON.parse(data), lastEventId);
    };
    source.onerror = reconnect;
    restartTimeout(silenceTimeoutMs);
  }

  function restartTimeout(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(reconnect, ms);
  }

  function reconnect() {
    source?.close();
    onDown();
    clearTimeout(timer);
    timer = setTimeout(open, Math.min(maxBackoffMs, minBackoffMs * 2 ** failures) * (0.5 + Math.random()));
    failures += 1;
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
