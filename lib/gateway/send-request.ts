import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { Problem } from "@/lib/contract/problem";
import type { MemoryBudget } from "./memory-budget";
import { unpacked } from "./unpack";

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
      ? "Many requests to the platform are in progress. This one was not sent. Try again shortly."
      : "Many requests to the platform are in progress. Try again shortly.",
    { retryAfterSeconds: 2, outcome: isSend ? "refused" : undefined },
  );

type Pace = { paceMs: number; paceBytes: number };

/**
 * Ends an upload that its sender lets trickle: fewer than `paceBytes` in `paceMs`. A platform that takes the file slowly
 * is not the sender's doing: then bytes lie here, waiting to be passed on. Answers how to stop watching.
 */
export function watchPace(stream: Readable, { paceMs, paceBytes }: Pace, end: (problem: Problem) => void) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  stream.on("data", count).pause();
  const look = setInterval(() => {
    const isStarved = stream.readableLength === 0 && !stream.readableEnded;
    if (isStarved && bytes < paceBytes) end(tooSlow());
    bytes = 0;
  }, paceMs).unref();
  return () => {
    clearInterval(look);
    stream.off("data", count);
  };
}

const tooSlow = () =>
  new Problem("bad_input", "The file arrived too slowly. The upload was stopped.", {
    status: 408,
    outcome: "unknown",
  });

export const brokenOff = (hasLeft: boolean, { code, message } = new Problem("bad_input", "The upload was cut off.")) =>
  new Problem(code, message, { outcome: hasLeft ? "unknown" : "refused" });

const largeAbove = 1024 * 1024;

type Limits = { mostBytes: number; budget: MemoryBudget; isSend: boolean };

/** The bytes of an answer, held within the budget until they are let go of, whatever becomes of them. */
export function createWholeBody({ mostBytes, budget, isSend }: Limits) {
  const chunks: Buffer[] = [];
  // Put together at once when it is whole, many megabytes would hold up everybody else: they are copied as they come. What
  // is not written to takes no memory.
  let large: Buffer | undefined;
  let bufferedBytes = 0;

  function add(chunk: Buffer) {
    if (large) chunk.copy(large, bufferedBytes);
    else chunks.push(chunk);
    bufferedBytes += chunk.length;
    if (large || bufferedBytes <= largeAbove) return;
    large = Buffer.allocUnsafeSlow(mostBytes);
    let at = 0;
    for (const each of chunks.splice(0)) at += each.copy(large, at);
  }

  function bytes(): Buffer {
    if (large) return large.subarray(0, bufferedBytes);
    const [first] = chunks;
    return first && chunks.length === 1 ? first : Buffer.concat(chunks);
  }

  return {
    /** Throws when it is more than an answer may have, or there is no room for it. */
    take(chunk: Buffer) {
      if (bufferedBytes + chunk.length > mostBytes) throw tooLarge(mostBytes, isSend);
      budget.take(chunk.length, isSend);
      add(chunk);
    },
    bytes,
    /** All of it, out of what it came packed in. */
    async unpacked(encoding: string): Promise<Buffer> {
      const came = bytes();
      const found = await unpacked(came, encoding, mostBytes).catch((cause: unknown) => {
        throw unreadable(isSend, cause);
      });
      if (!found) throw tooLarge(mostBytes, isSend);
      if (found === came) return came;
      budget.take(found.length, isSend);
      bufferedBytes += found.length;
      return found;
    },
    letGo() {
      budget.giveBack(bufferedBytes);
      bufferedBytes = 0;
    },
  };
}

const unreadable = (isSend: boolean, cause: unknown) =>
  new Problem("upstream-unreadable", "The platform's answer came packed, and could not be unpacked.", {
    outcome: isSend ? "unknown" : undefined,
    cause,
  });

const tooLarge = (bytes: number, isSend: boolean) => {
  const size = bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1048576)} MiB`;
  return new Problem("upstream-too-large", `The platform's answer is larger than ${size}.`, {
    outcome: isSend ? "unknown" : undefined,
  });
};

type Deadline = {
  /** Calls back when it ends, or at once where it has ended. There is one who listens. */
  onEnd: (listen: (reason: Error) => void) => void;
  end: (reason: Error) => void;
  over: () => void;
};

type Watched = { asked?: AbortSignal | undefined; stream?: Readable | undefined };

/**
 * Ends after so long (of a stream: so long without moving), or when `asked` does. `over` lets go of everything at once:
 * AbortSignal.timeout and AbortSignal.any would outlive their request by the whole limit.
 */
export function deadlineAfter(ms: number, { asked, stream }: Watched): Deadline {
  let ended: Error | undefined;
  let listener: ((reason: Error) => void) | undefined;
  const end = (reason: Error) => {
    if (ended) return;
    ended = reason;
    listener?.(reason);
  };
  const timer = setTimeout(() => end(new DOMException("It took too long.", "TimeoutError")), ms).unref();
  const leave = () => end(asked?.reason);
  const move = () => void timer.refresh();
  if (asked?.aborted) leave();
  asked?.addEventListener("abort", leave);
  stream?.on("data", move).pause();

  return {
    onEnd(listen) {
      listener = listen;
      if (ended) listen(ended);
    },
    end,
    over() {
      listener = undefined;
      clearTimeout(timer);
      asked?.removeEventListener("abort", leave);
      stream?.off("data", move);
    },
  };
}
