import type { Readable as ByteStream } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { buildConnector, Pool } from "undici";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { restOf, wirePathOf } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createBreaker } from "./breaker";
import { connectionProblem, isAnswer, isOutage, isTransient, type Phase, problemOf } from "./faults";
import { createLargeAnswers } from "./large-answers";
import { createMemoryBudget } from "./memory-budget";
import { type ParsedAnswer, readAnswer } from "./parse-response";
import { createSecretFilter } from "./secret-filter";
import { createWholeBody, cutOffProblem, deadlineAfter, sendRequest, watchUploadSpeed } from "./send-request";
import { uploadsAtOnce } from "./upload";

/** A streamed body. The caller must build the content type and never copy the client's header. */
export type FileBody = {
  stream: ByteStream;
  contentType: string;
  contentLength: number;
  /** True if the sender disconnected before the end. */
  isBrokenOff: () => boolean;
};

export type RequestOptions = {
  requestId: string;
  signal?: AbortSignal | undefined;
  file?: FileBody | undefined;
  /** Smaller size limit for this call. */
  maxBytes?: number | undefined;
  /**
   * A background request, to be sent after `whenIdle`. It is never retried, has its own worker thread and memory budget,
   * and its failures do not open the circuit breaker.
   */
  isLowPriority?: boolean;
};

/** Memory limit for all answers that are being read. */
const bufferedBytes = 128 * 1024 * 1024;

/** Additional time of a send for its audit rows on a busy machine. */
const spareMs = 25_000;

/** How long a background request waits at most for people's requests. */
const maxIdleWaitMs = 5_000;

/** Larger answers are parsed on a worker thread and are not prefetched for a page. */
export const largeAnswerBytes = 256 * 1024;

export type Limits = {
  connectMs: number;
  /** Time limit for getting a connection. */
  queuedMs: number;
  headersMs: number;
  wholeMs: number;
  /** Time limit for an upload without progress. */
  stalledMs: number;
  /** Minimum speed of an upload: `paceBytes` in `paceMs`. */
  paceMs: number;
  paceBytes: number;
  answerBytes: number;
  /** Connections per pool; reads and sends have one pool each. */
  connections: number;
};

/** Derives all limits from the one that operators set: the time until the platform begins an answer. */
const limitsFor = (answerMs: number): Limits => ({
  connectMs: Math.min(3000, answerMs),
  queuedMs: Math.min(3000, answerMs) + Math.min(2000, answerMs),
  headersMs: answerMs,
  wholeMs: 3 * answerMs,
  stalledMs: 12 * answerMs,
  paceMs: 1.5 * answerMs,
  paceBytes: 64 * 1024,
  answerBytes: 5 * 1024 * 1024,
  connections: 64,
});

export type Upstream = ReturnType<typeof createUpstream>;

type UpstreamOptions = { baseUrl: string; key: string; timeoutMs?: number; limits?: Partial<Limits> };

/** HTTP client of the platform. Removes the key from every answer. */
export function createUpstream({ baseUrl, key, timeoutMs = 10_000, limits: overrides }: UpstreamOptions) {
  const limits = { ...limitsFor(timeoutMs), ...overrides };
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
  const withoutKey = createSecretFilter(key);
  const poolFor = (isSend: boolean, rest: Pool.Options = {}) =>
    new Pool(base.origin, {
      connect: createConnector(limits.connectMs, isSend),
      connections: limits.connections,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.headersMs,
      ...rest,
    });
  const reads = poolFor(false);
  // Each send gets a new connection. On a reused connection that died unnoticed, its outcome would be unknown.
  const sends = poolFor(true, { pipelining: 0 });
  // Uploads have their own pool, so that they cannot take the connections of other sends.
  const files = poolFor(true, { pipelining: 0, connections: uploadsAtOnce });
  const poolOf = (op: Operation) => (op.body === "file" ? files : isWrite(op) ? sends : reads);
  const breaker = createBreaker();
  const budget = createMemoryBudget(bufferedBytes);
  const backgroundBudget = createMemoryBudget(bufferedBytes / 2);
  const largeAnswers = createLargeAnswers(key);
  const backgroundAnswers = createLargeAnswers(key);
  const people = createRequestTracker();

  async function sendOnce(op: Operation, input: Record<string, unknown>, options: RequestOptions) {
    const { requestId, signal, file, isLowPriority, maxBytes = op.largestAnswer ?? limits.answerBytes } = options;
    const whole = createWholeBody({ maxBytes, budget: isLowPriority ? backgroundBudget : budget, isSend: isWrite(op) });
    let phase: Phase = "queued";
    const deadline = deadlineAfter(file ? limits.stalledMs : limits.wholeMs, { signal, stream: file?.stream });
    const stopWatching = file && watchUploadSpeed(file.stream, limits, deadline.end);
    const onSending = () => {
      phase = "waiting";
    };
    const onAnswer = () => {
      phase = "reading";
    };
    try {
      const body = file?.stream ?? jsonBody(op, input);
      const request = {
        method: op.method,
        path: prefix + wirePathOf(op, input),
        headers: headers({ key, requestId, file, hasBody: body !== undefined }),
        body: body ?? null,
        headersTimeout: file ? 0 : limits.headersMs,
      };
      const callbacks = { deadline, queuedMs: limits.queuedMs, isSend: isWrite(op), onSending: onSending, onAnswer };
      const head = await sendRequest(poolOf(op), request, { ...callbacks, onData: whole.push });
      const bytes = await whole.decompressed(header(head.headers["content-encoding"]) ?? "");
      const answer = {
        status: head.status,
        contentType: header(head.headers["content-type"]) ?? "",
        retryAfter: header(head.headers["retry-after"]),
        bytes,
      };
      if (bytes.length <= largeAnswerBytes) return readAnswer(op, answer, withoutKey);
      return await (isLowPriority ? backgroundAnswers : largeAnswers).read(op, answer);
    } catch (error) {
      if (file && signal?.aborted) throw cutOffProblem(phase !== "queued", signal.reason);
      throw file?.isBrokenOff() ? cutOffProblem(phase !== "queued") : problemOf(error, phase, isWrite(op));
    } finally {
      stopWatching?.();
      deadline.dispose();
      whole.release();
    }
  }

  async function requestWithRetries(
    op: Operation,
    input: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<ParsedAnswer> {
    breaker.check(isWrite(op));
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await sendOnce(op, input, options);
        breaker.succeeded();
        return answer;
      } catch (error) {
        if (options.signal?.aborted) throw error;
        const canRetry = error instanceof Problem && isTransient(error) && !isWrite(op) && attempt < 2;
        if (!canRetry) {
          if (error instanceof Problem && isOutage(error)) breaker.failed(error);
          else if (isAnswer(error)) breaker.succeeded();
          throw error;
        }
      }
      await sleep((0.5 + Math.random()) * 150 * 3 ** attempt, undefined, { signal: options.signal });
    }
  }

  async function requestInBackground(
    op: Operation,
    input: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<ParsedAnswer> {
    breaker.check(false, true);
    const answer = await sendOnce(op, input, options);
    breaker.succeeded();
    return answer;
  }

  return {
    host: base.host,
    /** Upper limit for the duration of a send other than an upload. */
    longestSendMs: limits.queuedMs + limits.wholeMs + spareMs,
    requestLine: (op: Operation, input: Record<string, unknown>) => `${op.method} ${prefix}${wirePathOf(op, input)}`,
    /**
     * Sends a request, unless the circuit breaker is open. Retries a read up to twice after a transient fault, with backoff
     * and jitter. Never retries a send. Throws a Problem.
     */
    request: (op: Operation, input: Record<string, unknown>, options: RequestOptions): Promise<ParsedAnswer> =>
      options.isLowPriority
        ? requestInBackground(op, input, options)
        : people.track(requestWithRetries(op, input, options), options.file !== undefined),
    /** Resolves when no person's request is in flight, or after `maxIdleWaitMs`. */
    whenIdle: () => people.whenIdle(maxIdleWaitMs),
    /** Starts the worker thread, so that measured times do not include its start. */
    prepare: () => largeAnswers.start(listWebhooks),
    close: async () => {
      await Promise.all([
        reads.destroy(),
        sends.destroy(),
        files.destroy(),
        largeAnswers.close(),
        backgroundAnswers.close(),
      ]);
    },
  };
}

/** Tracks requests in flight. */
function createRequestTracker() {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Ignores files, because an upload can take an hour. */
    async track<T>(request: Promise<T>, isFile: boolean): Promise<T> {
      if (isFile) return request;
      count += 1;
      try {
        return await request;
      } finally {
        count -= 1;
        if (count === 0) for (const notify of waiting.splice(0)) notify();
      }
    },
    async whenIdle(maxMs: number): Promise<void> {
      const end = performance.now() + maxMs;
      while (count > 0 && performance.now() < end) {
        const stopTimer = new AbortController();
        const timeout = sleep(end - performance.now(), undefined, { ref: false, signal: stopTimer.signal }).catch(
          () => undefined,
        );
        await Promise.race([new Promise<void>((notify) => waiting.push(notify)), timeout]);
        stopTimer.abort();
      }
    },
  };
}

function headers(values: { key: string; requestId: string; file: FileBody | undefined; hasBody: boolean }) {
  return {
    authorization: `Bearer ${values.key}`,
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "switchboard",
    "x-request-id": values.requestId,
    ...(values.hasBody ? { "content-type": values.file?.contentType ?? "application/json" } : {}),
    ...(values.file ? { "content-length": String(values.file.contentLength) } : {}),
  };
}

function jsonBody(op: Operation, input: Record<string, unknown>) {
  if (op.method !== "POST") return undefined;
  const rest = restOf(op, input);
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Only here is it certain that a failure came before any byte of a request was sent. */
function createConnector(timeoutMs: number, isSend: boolean): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, answer) =>
    connect(options, (error, socket) =>
      error ? answer(connectionProblem(error, isSend), null) : answer(null, socket),
    );
}
