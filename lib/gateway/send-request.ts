import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { Problem } from "@/lib/contract/problem";
import type { Phase } from "./faults";
import type { MemoryBudget } from "./memory-budget";
import { decompress } from "./unpack";

/** The phase of a request. It is "waiting" before the first byte is written: from then on the request may have arrived. */
export type Progress = { phase: Phase };

type SendOptions = {
  deadline: Deadline;
  queuedMs: number;
  isSend: boolean;
  progress: Progress;
  /** Called with each chunk of the answer. An exception aborts the exchange. */
  onData: (chunk: Buffer) => void;
};

export type AnswerHead = { status: number; headers: Record<string, string | string[] | undefined> };

/**
 * Sends a request that can be aborted while it waits for a connection. undici checks a signal only after that
 * (https://github.com/nodejs/undici/issues/386). undici drops such a request before its first byte.
 * Resolves when the answer is complete.
 */
export function sendRequest(pool: Dispatcher, options: Dispatcher.DispatchOptions, callbacks: SendOptions) {
  const { deadline, queuedMs, isSend, progress, onData } = callbacks;
  return new Promise<AnswerHead>((resolve, reject) => {
    let exchange: Dispatcher.DispatchController | undefined;
    let abortReason: Error | undefined;
    let head: AnswerHead | undefined;
    const abort = (reason: Error) => {
      abortReason = reason;
      if (exchange) exchange.abort(reason);
      else fail(reason);
    };
    const timer = setTimeout(() => abort(notSent(isSend)), queuedMs).unref();
    const fail = (reason: unknown) => {
      clearTimeout(timer);
      reject(reason);
    };
    deadline.onEnd(abort);
    if (abortReason) return;

    pool.dispatch(options, {
      onRequestStart(controller) {
        if (abortReason) return controller.abort(abortReason);
        exchange = controller;
        clearTimeout(timer);
        progress.phase = "waiting";
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) return;
        head = { status, headers };
        progress.phase = "reading";
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

export const cutOffProblem = (
  hasLeft: boolean,
  { code, message } = new Problem("bad_input", "The upload was cut off."),
) => new Problem(code, message, { outcome: hasLeft ? "unknown" : "refused" });

const largeAbove = 1024 * 1024;

type Limits = { maxBytes: number; budget: MemoryBudget; isSend: boolean };

/** Buffers an answer within the memory budget. The caller must always call `release`, also after an error. */
export function createWholeBody({ maxBytes, budget, isSend }: Limits) {
  const chunks: Buffer[] = [];
  // Concatenating many megabytes at once would block the event loop, so chunks are copied as they arrive.
  // Pages of the buffer that are never written take no memory.
  let large: Buffer | undefined;
  let bufferedBytes = 0;

  function append(chunk: Buffer) {
    if (large) chunk.copy(large, bufferedBytes);
    else chunks.push(chunk);
    bufferedBytes += chunk.length;
    if (large || bufferedBytes <= largeAbove) return;
    large = Buffer.allocUnsafeSlow(maxBytes);
    let offset = 0;
    for (const part of chunks.splice(0)) offset += part.copy(large, offset);
  }

  function bytes(): Buffer {
    if (large) return large.subarray(0, bufferedBytes);
    const [first] = chunks;
    return first && chunks.length === 1 ? first : Buffer.concat(chunks);
  }

  return {
    /** Throws if the answer is too large or the memory budget is exceeded. */
    push(chunk: Buffer) {
      if (bufferedBytes + chunk.length > maxBytes) throw tooLarge(maxBytes, isSend);
      budget.reserve(chunk.length, isSend);
      append(chunk);
    },
    bytes,
    /** The complete answer, decompressed. */
    async decompressed(encoding: string): Promise<Buffer> {
      const received = bytes();
      const result = await decompress(received, encoding, maxBytes).catch((cause: unknown) => {
        throw unreadable(isSend, cause);
      });
      if (!result) throw tooLarge(maxBytes, isSend);
      if (result === received) return received;
      budget.reserve(result.length, isSend);
      bufferedBytes += result.length;
      return result;
    },
    release() {
      budget.release(bufferedBytes);
      bufferedBytes = 0;
    },
  };
}

const unreadable = (isSend: boolean, cause: unknown) =>
  new Problem("upstream-unreadable", "The platform's answer was compressed and could not be decompressed.", {
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
  /** Calls back at the deadline, or at once if it has passed. There can be only one listener. */
  onEnd: (listen: (reason: Error) => void) => void;
  end: (reason: Error) => void;
  dispose: () => void;
};

type DeadlineOptions = { signal?: AbortSignal | undefined; stream?: Readable | undefined };

/**
 * Ends after `ms` (with a stream: after `ms` without data), or when `signal` aborts. `dispose` frees timer and listeners
 * at once; AbortSignal.timeout and AbortSignal.any would outlive their request by the whole limit.
 */
export function deadlineAfter(ms: number, { signal, stream }: DeadlineOptions): Deadline {
  let ended: Error | undefined;
  let listener: ((reason: Error) => void) | undefined;
  const end = (reason: Error) => {
    if (ended) return;
    ended = reason;
    listener?.(reason);
  };
  const timer = setTimeout(() => end(new DOMException("It took too long.", "TimeoutError")), ms).unref();
  const endByAbort = () => end(signal?.reason);
  const restart = () => void timer.refresh();
  if (signal?.aborted) endByAbort();
  signal?.addEventListener("abort", endByAbort);
  stream?.on("data", restart).pause();

  return {
    onEnd(listen) {
      listener = listen;
      if (ended) listen(ended);
    },
    end,
    dispose() {
      listener = undefined;
      clearTimeout(timer);
      signal?.removeEventListener("abort", endByAbort);
      stream?.off("data", restart);
    },
  };
}
