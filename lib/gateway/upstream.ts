import type { Readable as ByteStream } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { restOf, wirePathOf } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createBreaker } from "./breaker";
import { createConnector } from "./connector";
import { deadlineAfter } from "./deadline";
import { faultOf, isOutage, isWorthAnotherTry, type Phase } from "./faults";
import { type Readable, readWhole, type WholeAnswer } from "./reading";
import { createSecretFilter } from "./secret-filter";

/** A body streamed through: the content type is the caller's own building, never the client's header. */
export type FileBody = { stream: ByteStream; contentType: string; contentLength: number };

export type AskOptions = { requestId: string; signal?: AbortSignal | undefined; file?: FileBody | undefined };

export type Limits = { connectMs: number; headersMs: number; wholeMs: number; stalledMs: number; answerBytes: number };

/** All waiting in proportion to the one that an operator knows: how long the platform may take to begin an answer. */
const limitsFor = (answerMs: number): Limits => ({
  connectMs: Math.min(3000, answerMs),
  headersMs: answerMs,
  wholeMs: 3 * answerMs,
  stalledMs: 12 * answerMs,
  answerBytes: 5 * 1024 * 1024,
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
      connections: 64,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.headersMs,
      ...rest,
    });
  const reads = poolFor(false);
  // A kept connection may have died unnoticed, and then nobody can say whether a send arrived: each gets a new one.
  const sends = poolFor(true, { pipelining: 0 });
  const breaker = createBreaker();

  async function once(op: Operation, input: Record<string, unknown>, { requestId, signal, file }: AskOptions) {
    let phase: Phase = "asking";
    const deadline = deadlineAfter(file ? limits.stalledMs : limits.wholeMs, { asked: signal, stream: file?.stream });
    try {
      const body = file?.stream ?? jsonBody(op, input);
      const response = await (isWrite(op) ? sends : reads).request({
        method: op.method,
        path: prefix + wirePathOf(op, input),
        headers: headers({ key: options.key, requestId, file, hasBody: body !== undefined }),
        body: body ?? null,
        signal: deadline.signal,
        headersTimeout: file ? 0 : limits.headersMs,
      });
      phase = "reading";
      const text = withoutKey(await whole(response.body, limits.answerBytes, isWrite(op)));
      const answer: WholeAnswer = {
        status: response.statusCode,
        contentType: header(response.headers["content-type"]) ?? "",
        retryAfter: header(response.headers["retry-after"]),
        text,
      };
      return readWhole(op, answer);
    } catch (error) {
      throw faultOf(error, phase, isWrite(op));
    } finally {
      deadline.over();
    }
  }

  /** A read that met a passing fault is asked up to twice more, after a jittered wait; a send never is. */
  async function patiently(op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(op, input, asked);
      } catch (error) {
        const again = error instanceof Problem && isWorthAnotherTry(error) && !isWrite(op) && attempt < 2;
        if (!again || asked.signal?.aborted) throw error;
        await sleep((0.5 + Math.random()) * 150 * 3 ** attempt, undefined, { signal: asked.signal });
      }
    }
  }

  return {
    host: base.host,
    requestLine: (op: Operation, input: Record<string, unknown>) => `${op.method} ${prefix}${wirePathOf(op, input)}`,
    /** One request, unless the platform is left to rest. Throws a Problem. */
    async ask(op: Operation, input: Record<string, unknown>, asked: AskOptions): Promise<Readable> {
      breaker.pass(isWrite(op));
      try {
        const answer = await patiently(op, input, asked);
        breaker.succeeded();
        return answer;
      } catch (error) {
        if (asked.signal?.aborted) throw error;
        if (error instanceof Problem && isOutage(error)) breaker.failed(error);
        else breaker.succeeded();
        throw error;
      }
    },
    close: async () => {
      await Promise.all([reads.destroy(), sends.destroy()]);
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
  const rest = restOf(op, input);
  return op.method === "POST" && Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

async function whole(body: AsyncIterable<Buffer> & { destroy(): unknown }, limit: number, isSend: boolean) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      body.destroy();
      throw new Problem("upstream-too-large", `The API's answer is larger than ${Math.round(limit / 1048576)} MiB.`, {
        outcome: isSend ? "unknown" : undefined,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
