import { heartbeatMs, type StreamMessage } from "@/lib/contract/console/summary";

type EventStreamOptions = {
  /** Path of the shown page. The server polls its data more often. */
  page: string;
  /** Server time of the last change that this tab has, in ms. */
  since: number;
  onMessage: (message: StreamMessage) => void;
  /** Called with each message, and when the stream is lost or closed because the tab is hidden. */
  onState: (isUp: boolean) => void;
};

const silenceTimeoutMs = 2.5 * heartbeatMs;
const minBackoffMs = 1_000;
const maxBackoffMs = 30_000;

/**
 * The event stream of this tab. Reconnects with exponential backoff and jitter. A hidden tab closes its stream, because browsers
 * open only six connections to a host over HTTP/1.1. When it is visible again, the server sends what it missed.
 */
export function openEventStream({ page, since, onMessage, onState }: EventStreamOptions) {
  let lastId = String(since);
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open() {
    close();
    if (document.visibilityState !== "visible") return;
    source = new EventSource(`/api/events?${new URLSearchParams({ since: lastId, page })}`);
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      failures = 0;
      lastId = lastEventId;
      restartTimeout();
      onState(true);
      onMessage(JSON.parse(data));
    };
    source.onerror = reconnect;
    restartTimeout();
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  function restartTimeout() {
    clearTimeout(timer);
    timer = setTimeout(reconnect, silenceTimeoutMs);
  }

  function reconnect() {
    close();
    onState(false);
    timer = setTimeout(open, Math.min(maxBackoffMs, minBackoffMs * 2 ** failures) * (0.5 + Math.random()));
    failures += 1;
  }

  function onVisibility() {
    open();
    if (document.visibilityState !== "visible") onState(false);
  }

  document.addEventListener("visibilitychange", onVisibility);
  open();
  return {
    show(nextPage: string) {
      if (nextPage === page) return;
      page = nextPage;
      open();
    },
    close() {
      document.removeEventListener("visibilitychange", onVisibility);
      close();
    },
  };
}
