import type { Dispatcher } from "undici";
import { Problem } from "@/lib/contract/problem";

type Sending = {
  signal: AbortSignal;
  /** How long it may wait for a connection. */
  queuedMs: number;
  isSend: boolean;
  /** Called when it is about to be written to its connection: from then on it may have arrived. */
  onLeaving: () => void;
};

/**
 * A request that can be given up while it waits for a connection: undici looks at its signal only once it has one
 * (https://github.com/nodejs/undici/issues/386). What is given up here is dropped by undici before a byte is written.
 */
export function sendRequest(pool: Dispatcher, options: Dispatcher.RequestOptions, sending: Sending) {
  const { signal, queuedMs, isSend, onLeaving } = sending;
  const giveUp = new AbortController();
  const onAbort = () => giveUp.abort(signal.reason);
  return new Promise<Dispatcher.ResponseData>((resolve, reject) => {
    const stillQueued = () => reject(signal.reason);
    const late = setTimeout(() => {
      reject(notSent(isSend));
      giveUp.abort();
    }, queuedMs).unref();
    const hasConnection = () => {
      clearTimeout(late);
      signal.removeEventListener("abort", stillQueued);
      if (!giveUp.signal.aborted) onLeaving();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    signal.addEventListener("abort", stillQueued);
    noticing(pool, hasConnection)
      .request({ ...options, signal: giveUp.signal })
      .then(resolve, reject)
      .finally(hasSettled);

    function hasSettled() {
      clearTimeout(late);
      signal.removeEventListener("abort", stillQueued);
    }
  });
}

const noticing = (pool: Dispatcher, hasConnection: () => void) =>
  pool.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (...given) => {
      hasConnection();
      start?.(...given);
    };
    return dispatch(options, handler);
  });

const notSent = (isSend: boolean) =>
  new Problem(
    "busy",
    isSend
      ? "Many requests to the API are under way. This one was not sent. Try again shortly."
      : "Many requests to the API are under way. Try again shortly.",
    { retryAfterSeconds: 2, outcome: isSend ? "refused" : undefined },
  );
