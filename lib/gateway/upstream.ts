import type { Readable as ByteStream } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { buildConnector, Pool } from "undici";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { restOf, wirePathOf } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createBreaker } from "./breaker";
import { faultOf, isOutage, isWorthAnotherTry, noConnection, type Phase } from "./faults";
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
};

/** Of all answers that are being read at once. */
const bufferedBytes = 128 * 1024 * 1024;

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
  const largeAnswers = createLargeAnswers(options.key);

  async function once(op: Operation, input: Record<string, unknown>, asked: AskOptions) {
    const { requestId, signal, file, mostBytes = op.largestAnswer ?? limits.answerBytes } = asked;
    const whole = createWholeBody({ mostBytes, budget, isSend: isWrite(op) });
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
      const bytes = whole.bytes();
      const answer = {
        status: head.status,
        contentType: header(head.headers["content-type"]) ?? "",
        retryAfter: header(head.headers["retry-after"]),
        bytes,
      };
      return bytes.length > largeAnswerBytes ? await largeAnswers.read(op, answer) : readAnswer(op, answer, withoutKey);
    } catch (error) {
      throw file?.isBrokenOff() ? brokenOff(phase !== "queued") : faultOf(error, phase, isWrite(op));
    } finally {
      stopWatching?.();
      deadline.over();
      whole.letGo();
    }
  }

  return {
    host: base.host,
    requestLine: (op: Operation, input: Record<string, unknown>) => `${op.method} ${prefix}${wirePathOf(op, input)}`,
    /**
     * One request, unless the platform is left to rest. A read that met a passing fault is asked up to twice more, after a
     * jittered wait; a send never is. Throws a Problem.
     */
    async ask(op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> {
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
            else breaker.succeeded();
            throw error;
          }
        }
        await sleep((0.5 + Math.random()) * 150 * 3 ** attempt, undefined, { signal: asked.signal });
      }
    },
    /** Before times are taken: large answers need a thread, which starts with the first of them. */
    prepare: () => largeAnswers.start(listWebhooks),
    close: async () => {
      await Promise.all([reads.destroy(), sends.destroy(), files.destroy(), largeAnswers.close()]);
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
