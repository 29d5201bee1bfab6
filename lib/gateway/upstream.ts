import { EventEmitter, once } from "node:events";
import type { Readable as ByteStream } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { buildConnector, Pool } from "undici";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { restOf, wirePathOf } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createBreaker } from "./breaker";
import type { UploadSpeed } from "./contact-gate/upload-speed";
import { connectionProblem, isAnswer, isOutage, isTransient, problemOf } from "./faults";
import { LargeAnswers } from "./large-answers";
import { createMemoryBudget, type MemoryBudget } from "./memory-budget";
import { type ParsedAnswer, readAnswer } from "./parse-response";
import { createSecretFilter } from "./secret-filter";
import { createWholeBody, cutOffProblem, deadlineAfter, type Progress, sendRequest } from "./send-request";
import type { AnswerSeal } from "./stand-ins";
import { uploadsAtOnce } from "./upload";

/** A streamed body. The caller must build the content type and never copy the client's header. */
export type FileBody = {
  stream: ByteStream;
  contentType: string;
  contentLength: number;
  /** True if its sender left before all of it was sent. */
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

/** Derives all limits from the one that operators set: the time until the platform begins an answer. */
const limitsFor = (answerMs: number) => ({
  connectMs: Math.min(3000, answerMs),
  queuedMs: Math.min(3000, answerMs) + Math.min(2000, answerMs),
  headersMs: answerMs,
  wholeMs: 3 * answerMs,
  stalledMs: 12 * answerMs,
  paceMs: 1.5 * answerMs,
  paceBytes: 64 * 1024,
  answerBytes: 5 * 1024 * 1024,
  /** Connections per pool; reads and sends have one pool each. */
  connections: 64,
});

export type Limits = ReturnType<typeof limitsFor>;

type UpstreamOptions = { baseUrl: string; key: string; timeoutMs?: number; limits?: Partial<Limits> };

/** HTTP client of the platform. Removes the key from every answer. */
export class Upstream {
  readonly host: string;
  /** Minimum speed of an upload. */
  readonly uploadSpeed: UploadSpeed;
  /** Upper limit for the duration of a send other than an upload. */
  readonly longestSendMs: number;
  // Private at runtime too, so that no logged object shows the key.
  readonly #key: string;
  readonly #prefix: string;
  readonly #limits: Limits;
  readonly #pools: { reads: Pool; sends: Pool; files: Pool };
  readonly #breaker = createBreaker();
  readonly #people: { budget: MemoryBudget; largeAnswers: LargeAnswers };
  readonly #background: { budget: MemoryBudget; largeAnswers: LargeAnswers };
  readonly #withoutKey: (text: string) => string;
  /** Requests of people in flight, without uploads: those can take an hour. */
  #inFlight = 0;
  readonly #idle = new EventEmitter().setMaxListeners(0);

  constructor({ baseUrl, key, timeoutMs = 10_000, limits }: UpstreamOptions) {
    const base = new URL(baseUrl);
    this.host = base.host;
    this.#key = key;
    this.#prefix = base.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
    this.#limits = { ...limitsFor(timeoutMs), ...limits };
    this.uploadSpeed = this.#limits;
    this.longestSendMs = this.#limits.queuedMs + this.#limits.wholeMs + spareMs;
    this.#pools = createPools(base.origin, this.#limits);
    this.#people = { budget: createMemoryBudget(bufferedBytes), largeAnswers: new LargeAnswers(key) };
    this.#background = { budget: createMemoryBudget(bufferedBytes / 2), largeAnswers: new LargeAnswers(key) };
    this.#withoutKey = createSecretFilter(key);
  }

  /** True while requests fail at once, because several in a row did not reach the platform. */
  isResting = () => this.#breaker.isOpen();

  requestLine(op: Operation, input: Record<string, unknown>) {
    return `${op.method} ${this.#prefix}${wirePathOf(op, input)}`;
  }

  /**
   * Sends a request, unless the circuit breaker is open. Retries a read up to twice after a transient fault, with backoff
   * and jitter. Never retries a send. Throws a Problem.
   */
  async request(op: Operation, input: Record<string, unknown>, options: RequestOptions): Promise<ParsedAnswer> {
    if (options.isLowPriority) {
      this.#breaker.check(false, true);
      const answer = await this.#sendOnce(op, input, options);
      this.#breaker.succeeded();
      return answer;
    }
    if (options.file) return this.#requestWithRetries(op, input, options);
    this.#inFlight += 1;
    try {
      return await this.#requestWithRetries(op, input, options);
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle.emit("idle");
    }
  }

  /** Resolves when no person's request is in flight, or after `maxIdleWaitMs`. */
  async whenIdle(): Promise<void> {
    const signal = AbortSignal.timeout(maxIdleWaitMs);
    const isIdle = async () => {
      while (this.#inFlight > 0) await once(this.#idle, "idle", { signal });
    };
    await Promise.allSettled([isIdle()]);
  }

  /** Masks phone numbers in the JSON of a large answer. */
  mask(op: Operation, body: Uint8Array, seal?: AnswerSeal) {
    return this.#people.largeAnswers.mask(op, body, seal);
  }

  /** Masks phone numbers in a long text. */
  async maskText(op: Operation, text: string): Promise<string> {
    const masked = await this.mask(op, new TextEncoder().encode(JSON.stringify([text])));
    return String(JSON.parse(new TextDecoder().decode(masked))[0]);
  }

  /** Starts the worker thread, so that measured times do not include its start. */
  prepare() {
    return this.#people.largeAnswers.start(listWebhooks);
  }

  async close() {
    const { reads, sends, files } = this.#pools;
    const threads = [this.#people.largeAnswers.close(), this.#background.largeAnswers.close()];
    await Promise.all([reads.destroy(), sends.destroy(), files.destroy(), ...threads]);
  }

  async #requestWithRetries(op: Operation, input: Record<string, unknown>, options: RequestOptions) {
    this.#breaker.check(isWrite(op));
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await this.#sendOnce(op, input, options);
        this.#breaker.succeeded();
        return answer;
      } catch (error) {
        if (options.signal?.aborted) throw error;
        const canRetry = error instanceof Problem && isTransient(error) && !isWrite(op) && attempt < 2;
        if (!canRetry) {
          if (error instanceof Problem && isOutage(error)) this.#breaker.failed(error);
          else if (isAnswer(error)) this.#breaker.succeeded();
          throw error;
        }
      }
      await sleep((0.5 + Math.random()) * 150 * 3 ** attempt, undefined, { signal: options.signal });
    }
  }

  async #sendOnce(op: Operation, input: Record<string, unknown>, options: RequestOptions): Promise<ParsedAnswer> {
    const { signal, file, isLowPriority, maxBytes = op.largestAnswer ?? this.#limits.answerBytes } = options;
    const { budget, largeAnswers } = isLowPriority ? this.#background : this.#people;
    const whole = createWholeBody({ maxBytes, budget, isSend: isWrite(op) });
    const { stalledMs, wholeMs, queuedMs } = this.#limits;
    const deadline = deadlineAfter(file ? stalledMs : wholeMs, { signal, stream: file?.stream });
    const progress: Progress = { phase: "queued" };
    try {
      const pool = op.body === "file" ? this.#pools.files : isWrite(op) ? this.#pools.sends : this.#pools.reads;
      const callbacks = { deadline, queuedMs, isSend: isWrite(op), progress, onData: whole.push };
      const { status, headers } = await sendRequest(pool, this.#wireRequest(op, input, options), callbacks);
      const bytes = await whole.decompressed(header(headers["content-encoding"]) ?? "");
      const contentType = header(headers["content-type"]) ?? "";
      const answer = { status, contentType, retryAfter: header(headers["retry-after"]), bytes };
      if (bytes.length <= largeAnswerBytes) return readAnswer(op, answer, this.#withoutKey);
      return await largeAnswers.read(op, answer);
    } catch (error) {
      const hasLeft = progress.phase !== "queued";
      if (file && signal?.aborted) throw cutOffProblem(hasLeft, signal.reason);
      throw file?.isBrokenOff() ? cutOffProblem(hasLeft) : problemOf(error, progress.phase, isWrite(op));
    } finally {
      deadline.dispose();
      whole.release();
    }
  }

  #wireRequest(op: Operation, input: Record<string, unknown>, { requestId, file }: RequestOptions) {
    const body = file?.stream ?? jsonBody(op, input);
    return {
      method: op.method,
      path: this.#prefix + wirePathOf(op, input),
      headers: {
        authorization: `Bearer ${this.#key}`,
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "switchboard",
        "x-request-id": requestId,
        ...(body ? { "content-type": file?.contentType ?? "application/json" } : {}),
        ...(file ? { "content-length": String(file.contentLength) } : {}),
      },
      body: body ?? null,
      headersTimeout: file ? 0 : this.#limits.headersMs,
    };
  }
}

function createPools(origin: string, { connectMs, headersMs, connections }: Limits) {
  const options = { connections, headersTimeout: headersMs, bodyTimeout: headersMs };
  const sendOptions = { ...options, connect: createConnector(connectMs, true), pipelining: 0 };
  return {
    reads: new Pool(origin, { ...options, connect: createConnector(connectMs, false) }),
    // Each send gets a new connection. On a reused connection that died unnoticed, its outcome would be unknown.
    sends: new Pool(origin, sendOptions),
    // Uploads have their own pool, so that they cannot take the connections of other sends.
    files: new Pool(origin, { ...sendOptions, connections: uploadsAtOnce }),
  };
}

function jsonBody(op: Operation, input: Record<string, unknown>) {
  if (op.method !== "POST") return undefined;
  const own: readonly string[] = op.ownInput ?? [];
  const rest = Object.fromEntries(Object.entries(restOf(op, input)).filter(([key]) => !own.includes(key)));
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
