import { heartbeatMs, type StreamMessage } from "@/lib/contract/console/summary";

/** Stream event as every tab of the browser receives it from the tab that holds the stream. */
type StreamEvent = StreamMessage & { isUp: boolean; id: string };

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
 * Shares one event stream among all tabs of a browser, which has only six connections per host. Returns a function that
 * leaves it.
 */
export function joinStream(options: JoinOptions) {
  const stream = new SharedStream(options);
  const listeners = new AbortController();
  const { signal } = listeners;
  const leave = () => stream.leave();
  const join = () => stream.join();
  document.addEventListener("freeze", leave, { signal });
  document.addEventListener("resume", join, { signal });
  document.addEventListener("visibilitychange", () => stream.followVisibility(), { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && join(), { signal });
  join();
  return () => {
    listeners.abort();
    stream.close();
  };
}

/**
 * The tab with the lock holds the stream and broadcasts its events. If it closes or freezes, another tab takes the lock.
 * Without locks (a page without TLS) each visible tab has its own stream.
 */
class SharedStream {
  readonly #options: JoinOptions;
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  #lastId: string;
  #isUp = false;
  #hasJoined = false;
  #lockRequest = new AbortController();
  /** Set while this tab holds the stream. */
  #release: (() => void) | undefined;

  constructor(options: JoinOptions) {
    this.#options = options;
    this.#name = `switchboard events ${options.account}`;
    this.#lastId = String(options.since);
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<StreamEvent | "anybody?">) => {
      if (data !== "anybody?") this.#receive(data);
      else if (this.#release && this.#isUp) this.#channel.postMessage({ isUp: true, id: this.#lastId });
    };
  }

  join() {
    if (this.#hasJoined) return;
    this.#hasJoined = true;
    this.#lockRequest = new AbortController();
    const { signal } = this.#lockRequest;
    if (navigator.locks) navigator.locks.request(this.#name, { signal }, () => this.#hold()).catch(ignoreAbort);
    else if (document.visibilityState === "visible") void this.#hold();
    this.#channel.postMessage("anybody?");
  }

  leave() {
    this.#hasJoined = false;
    this.#lockRequest.abort();
    this.#release?.();
  }

  followVisibility() {
    if (navigator.locks) return;
    this.leave();
    this.join();
  }

  close() {
    this.leave();
    this.#channel.close();
  }

  /** Resolves when the stream is released. */
  #hold() {
    return new Promise<void>((resolve) => {
      const stop = openStream({
        since: () => this.#lastId,
        onMessage: (message, id) => this.#broadcast({ ...message, isUp: true, id }),
        onDown: () => {
          this.#broadcast({ isUp: false, id: this.#lastId });
          this.#options.onBroken();
        },
      });
      this.#release = () => {
        this.#release = undefined;
        stop();
        resolve();
      };
    });
  }

  #broadcast(event: StreamEvent) {
    this.#channel.postMessage(event);
    this.#receive(event);
  }

  #receive(event: StreamEvent) {
    this.#isUp = event.isUp;
    this.#lastId = event.id || this.#lastId;
    this.#options.onHeard(event);
  }
}

/** A tab that leaves while it waits for the lock aborts its request. */
const ignoreAbort = () => {};

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
