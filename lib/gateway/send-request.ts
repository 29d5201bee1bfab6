import type { Dispatcher } from "undici";
import { Problem } from "@/lib/contract/problem";
import type { Deadline } from "./deadline";

type Sending = {
  deadline: Deadline;
  /** How long it may wait for a connection. */
  queuedMs: number;
  isSend: boolean;
  /** Called when it is about to be written to its connection: from then on it may have arrived. */
  onLeaving: () => void;
  /** Called when an answer begins. */
  onAnswer: () => void;
  /** Takes a part of the answer; what it throws ends the exchange. */
  onData: (chunk: Buffer) => void;
};

export type AnswerHead = { status: number; headers: Record<string, string | string[] | undefined> };

/**
 * A request that can be given up while it waits for a connection: undici looks at a signal only once it has one
 * (https://github.com/nodejs/undici/issues/386). What is given up here is dropped by undici before a byte is written.
 * Resolves when the answer is whole.
 */
export function sendRequest(pool: Dispatcher, options: Dispatcher.DispatchOptions, sending: Sending) {
  const { deadline, queuedMs, isSend, onLeaving, onAnswer, onData } = sending;
  return new Promise<AnswerHead>((resolve, reject) => {
    let exchange: Dispatcher.DispatchController | undefined;
    let givenUp: Error | undefined;
    let head: AnswerHead | undefined;
    const giveUp = (reason: Error) => {
      givenUp = reason;
      if (exchange) exchange.abort(reason);
      else fail(reason);
    };
    const late = setTimeout(() => giveUp(notSent(isSend)), queuedMs).unref();
    const fail = (reason: unknown) => {
      clearTimeout(late);
      reject(reason);
    };
    deadline.onEnd(giveUp);
    if (givenUp) return;

    pool.dispatch(options, {
      onRequestStart(controller) {
        if (givenUp) return controller.abort(givenUp);
        exchange = controller;
        clearTimeout(late);
        onLeaving();
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) return;
        head = { status, headers };
        onAnswer();
      },
      onResponseData: (_controller, chunk) => onData(chunk),
      onResponseEnd() {
        if (head) resolve(head);
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}

const notSent = (isSend: boolean) =>
  new Problem(
    "busy",
    isSend
      ? "Many requests to the API are under way. This one was not sent. Try again shortly."
      : "Many requests to the API are under way. Try again shortly.",
    { retryAfterSeconds: 2, outcome: isSend ? "refused" : undefined },
  );
