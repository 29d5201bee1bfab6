import type { Readable as ByteStream } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { buildConnector, Pool } from "undici";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { restOf, wirePathOf } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createBreaker } from "./breaker";
import { faultOf, isAnswer, isOutage, isWorthAnotherTry, noConnection, type Phase } from "./faults";
import { createLargeAnswers } from "./large-answers";
import { createMemoryBudget } from "./memory-budget";
import { type Readable, readAnswer } from "./parse-response";
import { createSecretFilter } from "./secret-filter";
import { brokenOff, createWholeBody, deadlineAfter, sendRequest, watchPace } from "./send-request";
import { uploadsAtOnce } from "./upload";

/** A body streamed through: the content type is the caller's own building, never the client's header. */
export type FileBody = {
  stream: ByteStream;
  contentType: string;
  contentLength: number;
  /** Whether its sender has gone before its end. */
  isBrokenOff: () => boolean;
};

export type AskOptions = {
  requestId: string;
  signal?: AbortSignal | undefined;
  file?: FileBody | undefined;
  /** Where less is of use than any answer may have. */
  mostBytes?: number | undefined;
  /**
   * Nobody waits for it: it goes once no person's request is under way, or after a while all the same, is asked once, takes no
   * thread and little memory from people's reads, and what it meets keeps none of them from being tried.
   */
  isPatient?: boolean;
};

/** Of all answers that are being read at once. */
const bufferedBytes = 128 * 1024 * 1024;

/** What a send takes beside its waiting for the platform: its rows in the audit log, on a busy machine. */
const spareMs = 25_000;

/** How long a patient read waits for people's requests, and how long the platform rests for it beyond its usual rest. */
const patientMs = 5_000;

/** Answers above this are read on a thread of their own, and do not come with a page. */
export const largeAnswerBytes = 256 * 1024;

export type Limits = {
  connectMs: number;
  /** How long a request may wait for a connection. */
  queuedMs: number;
  headersMs: number;
  wholeMs: number;
  /** How long an upload may stand still. */
  stalledMs: number;
  /** The least speed of an upload: so many bytes in so long. */
  paceMs: number;
  paceBytes: number;
  answerBytes: number;
  /** At once, for reads and for sends each. */
  connections: number;
};

/** All waiting in proportion to the one that an operator knows: how long the platform may take to begin an answer. */
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

/** The one client of the platform, and the only place that knows the key. */
export function createUpstream(options: UpstreamOptions) {
  const limits = { ...limitsFor(options.timeoutMs ?? 10_000), ...options.limits };
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
  const withoutKey = createSecretFilter(options.key);
  const poolFor = (isSend: boolean, rest: Pool.Options = {}) =>
    new Pool(base.origin, {
      connect: createConnector(limits.connectMs, isSend),
      connections: limits.connections,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.headersMs,
      ...rest,
    });
  const reads = poolFor(false);
  // A kept connection may have died unnoticed, and then nobody can say whether a send arrived: each gets a new one.
  const sends = poolFor(true, { pipelining: 0 });
  // However many files are on their way, a send finds a connection.
  const files = poolFor(true, { pipelining: 0, connections: uploadsAtOnce });
  const poolOf = (op: Operation) => (op.body === "file" ? files : isWrite(op) ? sends : reads);
  const breaker = createBreaker();
  const budget = createMemoryBudget(bufferedBytes);
  const patientBudget = createMemoryBudget(bufferedBytes / 2);
  const largeAnswers = createLargeAnswers(options.key);
  const patientAnswers = createLargeAnswers(options.key);
  const people = createQuiet();

  async function once(op: Operation, input: Record<string, unknown>, asked: AskOptions) {
    const { requestId, signal, file, isPatient, mostBytes = op.largestAnswer ?? limits.answerBytes } = asked;
    const whole = createWholeBody({ mostBytes, budget: isPatient ? patientBudget : budget, isSend: isWrite(op) });
    let phase: Phase = "queued";
    const deadline = deadlineAfter(file ? limits.stalledMs : limits.wholeMs, { asked: signal, stream: file?.stream });
    const stopWatching = file && watchPace(file.stream, limits, deadline.end);
    const onLeaving = () => {
      phase = "asking";
    };
    const onAnswer = () => {
      phase = "reading";
    };
    try {
      const body = file?.stream ?? jsonBody(op, input);
      const request = {
        method: op.method,
        path: prefix + wirePathOf(op, input),
        headers: headers({ key: options.key, requestId, file, hasBody: body !== undefined }),
        body: body ?? null,
        headersTimeout: file ? 0 : limits.headersMs,
      };
      const sending = { deadline, queuedMs: limits.queuedMs, isSend: isWrite(op), onLeaving, onAnswer };
      const head = await sendRequest(poolOf(op), request, { ...sending, onData: whole.take });
      const bytes = await whole.unpacked(header(head.headers["content-encoding"]) ?? "");
      const answer = {
        status: head.status,
        contentType: header(head.headers["content-type"]) ?? "",
        retryAfter: header(head.headers["retry-after"]),
        bytes,
      };
      if (bytes.length <= largeAnswerBytes) return readAnswer(op, answer, withoutKey);
      return await (isPatient ? patientAnswers : largeAnswers).read(op, answer);
    } catch (error) {
      if (file && signal?.aborted) throw brokenOff(phase !== "queued", signal.reason);
      throw file?.isBrokenOff() ? brokenOff(phase !== "queued") : faultOf(error, phase, isWrite(op));
    } finally {
      stopWatching?.();
      deadline.over();
      whole.letGo();
    }
  }

  async function askNow(op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> {
    breaker.pass(isWrite(op));
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await once(op, input, asked);
        breaker.succeeded();
        return answer;
      } catch (error) {
        if (asked.signal?.aborted) throw error;
        const again = error instanceof Problem && isWorthAnotherTry(error) && !isWrite(op) && attempt < 2;
        if (!again) {
          if (error instanceof Problem && isOutage(error)) breaker.failed(error);
          else if (isAnswer(error)) breaker.succeeded();
          throw error;
        }
      }
      await sleep((0.5 + Math.random()) * 150 * 3 ** attempt, undefined, { signal: asked.signal });
    }
  }

  async function askPatiently(op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> {
    breaker.pass(false, true);
    const answer = await once(op, input, asked);
    breaker.succeeded();
    return answer;
  }

  return {
    host: base.host,
    /** Longer than any send but a file's is under way. */
    longestSendMs: limits.queuedMs + limits.wholeMs + spareMs,
    requestLine: (op: Operation, input: Record<string, unknown>) => `${op.method} ${prefix}${wirePathOf(op, input)}`,
    /**
     * One request, unless the platform is left to rest. A read that met a passing fault is asked up to twice more, after a
     * jittered wait; a send never is. Throws a Problem.
     */
    ask: (op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> =>
      asked.isPatient
        ? askPatiently(op, input, asked)
        : people.during(askNow(op, input, asked), asked.file !== undefined),
    /** Resolves once no person's request is under way, or after a while. */
    quiet: () => people.over(patientMs),
    /** Before times are taken: large answers need a thread, which starts with the first of them. */
    prepare: () => largeAnswers.start(listWebhooks),
    close: async () => {
      await Promise.all([
        reads.destroy(),
        sends.destroy(),
        files.destroy(),
        largeAnswers.close(),
        patientAnswers.close(),
      ]);
    },
  };
}

/** Knows when nothing of what it counts is under way. */
function createQuiet() {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    /** A file may be on its way for an hour: it is not waited for. */
    async during<T>(request: Promise<T>, isFile: boolean): Promise<T> {
      if (isFile) return request;
      count += 1;
      try {
        return await request;
      } finally {
        count -= 1;
        if (count === 0) for (const go of waiting.splice(0)) go();
      }
    },
    async over(mostMs: number): Promise<void> {
      const end = performance.now() + mostMs;
      while (count > 0 && performance.now() < end) {
        const left = new AbortController();
        const late = sleep(end - performance.now(), undefined, { ref: false, signal: left.signal }).catch(
          () => undefined,
        );
        await Promise.race([new Promise<void>((go) => waiting.push(go)), late]);
        left.abort();
      }
    },
  };
}

function headers(of: { key: string; requestId: string; file: FileBody | undefined; hasBody: boolean }) {
  return {
    authorization: `Bearer ${of.key}`,
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "switchboard",
    "x-request-id": of.requestId,
    ...(of.hasBody ? { "content-type": of.file?.contentType ?? "application/json" } : {}),
    ...(of.file ? { "content-length": String(of.file.contentLength) } : {}),
  };
}

function jsonBody(op: Operation, input: Record<string, unknown>) {
  if (op.method !== "POST") return undefined;
  const rest = restOf(op, input);
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Makes connections. One that fails is told apart here, and only here, from what fails once a request may have left. */
function createConnector(timeoutMs: number, isSend: boolean): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, answer) =>
    connect(options, (error, socket) => (error ? answer(noConnection(error, isSend), null) : answer(null, socket)));
}
