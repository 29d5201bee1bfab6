import type { Worker } from "node:worker_threads";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { fromProblemJson, type toProblemJson } from "@/lib/contract/problem-json";
import { startThread } from "@/lib/http/start-thread";
import type { AnswerBytes, LargeAnswer } from "./parse-response";
import type { AnswerSeal } from "./stand-ins";

type LargeAnswerWork =
  | { operation: string; answer: AnswerBytes }
  | { unmasked: Uint8Array; seal: AnswerSeal | undefined };
export type LargeAnswerRequest = { id: number } & LargeAnswerWork;
type Result = LargeAnswer | Uint8Array;
export type LargeAnswerReply = { id: number } & ({ read: Result } | { problem: ReturnType<typeof toProblemJson> });

type PendingAnswer = { op: Operation; resolve: (read: never) => void; reject: (problem: unknown) => void };

export type LargeAnswers = ReturnType<typeof createLargeAnswers>;

const waitMs = 30_000;
const memoryMiB = 1024;

/** Parses large answers on a worker thread, one after the other. The first answer starts the thread. */
export function createLargeAnswers(key: string) {
  const pending = new Map<number, PendingAnswer>();
  let worker: Worker | undefined;
  let lastId = 0;
  let timeout: NodeJS.Timeout | undefined;

  function startWorker() {
    const worker = startThread("answer-worker", import.meta.url, {
      workerData: key,
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    });
    worker.on("message", settle);
    worker.on("error", (error) => rejectAll(worker, error));
    worker.on("exit", () => rejectAll(worker, new Error("The thread ended.")));
    return worker;
  }

  function settle(reply: LargeAnswerReply) {
    const request = pending.get(reply.id);
    pending.delete(reply.id);
    resetTimeout();
    if ("read" in reply) request?.resolve(reply.read as never);
    else request?.reject(fromProblemJson(reply.problem));
  }

  /** Rejects all pending answers, because they are lost with the thread. */
  function rejectAll(failedWorker: Worker, cause: unknown) {
    if (worker !== failedWorker) return;
    worker = undefined;
    void failedWorker.terminate();
    const lostAnswers = [...pending.values()];
    pending.clear();
    resetTimeout();
    for (const { op, reject } of lostAnswers) reject(unreadable(op, cause));
  }

  function resetTimeout() {
    clearTimeout(timeout);
    const current = worker;
    if (!current || pending.size === 0) return void current?.unref();
    current.ref();
    timeout = setTimeout(() => rejectAll(current, new Error("It took too long.")), waitMs).unref();
  }

  function request<Answer extends Result>(op: Operation, work: LargeAnswerWork, moved: ArrayBuffer[] = []) {
    worker ??= startWorker();
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answer>((resolve, reject) => pending.set(id, { op, resolve, reject }));
    worker.postMessage({ id, ...work } satisfies LargeAnswerRequest, moved);
    resetTimeout();
    return answered;
  }

  const read = (op: Operation, answer: AnswerBytes) =>
    request<LargeAnswer>(op, { operation: op.id, answer }, [answer.bytes.buffer as ArrayBuffer]);

  return {
    read,
    /** The JSON for the browser with masked phone numbers. */
    mask: (op: Operation, unmasked: Uint8Array, seal: AnswerSeal | undefined) =>
      request<Uint8Array>(op, { unmasked, seal }),
    /** Starts the thread now, so that no measured time includes its start. */
    async start(op: Operation) {
      const empty = { status: 200, contentType: "application/json", retryAfter: undefined, bytes: new Uint8Array() };
      await read(op, empty).catch(() => {
        // An empty answer is unreadable. Only the start matters.
      });
    },
    async close() {
      clearTimeout(timeout);
      await worker?.terminate();
    },
  };
}

const unreadable = (op: Operation, cause: unknown) =>
  new Problem("upstream-unreadable", undefined, {
    outcome: isWrite(op) ? "unknown" : undefined,
    cause,
  });
