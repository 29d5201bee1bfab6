import { heartbeatMs, type StreamMessage } from "@/lib/contract/console/summary";

/** What one tab of the browser hears of the stream that one of them holds. */
export type Heard = StreamMessage & { isUp: boolean; id: string };

type Joining = {
  /** Whose tabs share one stream. */
  account: string;
  /** Until when this tab knows what changed, by the server's clock. */
  since: number;
  onHeard: (heard: Heard) => void;
  /** The stream broke off: perhaps the session is over. */
  onBroken: () => void;
};

const silentMs = 2.5 * heartbeatMs;
const soonestMs = 1_000;
const latestMs = 30_000;

/**
 * One stream for all tabs of a browser, of which each has six connections to share: the tab that holds a lock has the stream
 * and passes on what it hears. When it closes or freezes another takes the lock. Where there are no locks (a page without
 * TLS), each tab that is seen has its own.
 */
export function joinStream({ account, since, onHeard, onBroken }: Joining) {
  const name = `switchboard events ${account}`;
  const channel = new BroadcastChannel(name);
  let lastId = String(since);
  let isUp = false;
  let isJoined = false;
  let letGo: (() => void) | undefined;
  let asking = new AbortController();

  function hear(heard: Heard) {
    isUp = heard.isUp;
    lastId = heard.id || lastId;
    onHeard(heard);
  }

  function say(heard: Heard) {
    channel.postMessage(heard);
    hear(heard);
  }

  channel.onmessage = ({ data }: MessageEvent<Heard | "anybody?">) => {
    if (data !== "anybody?") hear(data);
    else if (letGo && isUp) channel.postMessage({ isUp, id: lastId } satisfies Heard);
  };

  /** Has the stream until it is let go. */
  function lead() {
    return new Promise<void>((resolve) => {
      const stop = openStream({
        since: () => lastId,
        onMessage: (message, id) => say({ ...message, isUp: true, id }),
        onDown: () => {
          say({ isUp: false, id: lastId });
          onBroken();
        },
      });
      letGo = () => {
        letGo = undefined;
        stop();
        resolve();
      };
    });
  }

  function begin() {
    if (isJoined) return;
    isJoined = true;
    asking = new AbortController();
    if (navigator.locks) void navigator.locks.request(name, { signal: asking.signal }, lead).catch(() => undefined);
    else if (document.visibilityState === "visible") void lead();
    channel.postMessage("anybody?");
  }

  function end() {
    isJoined = false;
    asking.abort();
    letGo?.();
  }

  const onVisibility = () => {
    if (navigator.locks) return;
    end();
    begin();
  };
  const events = [
    ["freeze", end],
    ["resume", begin],
    ["visibilitychange", onVisibility],
  ] as const;
  for (const [type, run] of events) document.addEventListener(type, run);
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && begin();
  addEventListener("pagehide", end);
  addEventListener("pageshow", onShow);
  begin();

  return () => {
    for (const [type, run] of events) document.removeEventListener(type, run);
    removeEventListener("pagehide", end);
    removeEventListener("pageshow", onShow);
    end();
    channel.close();
  };
}

type Opening = {
  since: () => string;
  onMessage: (message: StreamMessage, id: string) => void;
  onDown: () => void;
};

/** The stream itself, opened again and again, later and later, while it cannot be had. */
function openStream({ since, onMessage, onDown }: Opening) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open() {
    source = new EventSource(`/api/events?since=${since()}`);
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      failures = 0;
      waitAtMost(silentMs);
      onMessage(JSON.parse(data), lastEventId);
    };
    source.onerror = broken;
    waitAtMost(silentMs);
  }

  function waitAtMost(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(broken, ms);
  }

  function broken() {
    source?.close();
    onDown();
    clearTimeout(timer);
    timer = setTimeout(open, Math.min(latestMs, soonestMs * 2 ** failures) * (0.5 + Math.random()));
    failures += 1;
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
