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

const waitMs = 30_000;
const memoryMiB = 1024;

/** Parses large answers on a worker thread, one after the other. The first answer starts the thread. */
export class LargeAnswers {
  readonly #key: string;
  readonly #pending = new Map<number, PendingAnswer>();
  #worker: Worker | undefined;
  #lastId = 0;
  #timeout: NodeJS.Timeout | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  read(op: Operation, answer: AnswerBytes) {
    return this.#request<LargeAnswer>(op, { operation: op.id, answer }, [answer.bytes.buffer as ArrayBuffer]);
  }

  /** The JSON for the browser with masked phone numbers. */
  mask(op: Operation, unmasked: Uint8Array, seal: AnswerSeal | undefined) {
    return this.#request<Uint8Array>(op, { unmasked, seal });
  }

  /** Starts the thread now, so that no measured time includes its start. */
  async start(op: Operation) {
    const empty = { status: 200, contentType: "application/json", retryAfter: undefined, bytes: new Uint8Array() };
    await this.read(op, empty).catch(() => {
      // An empty answer is unreadable. Only the start matters.
    });
  }

  async close() {
    clearTimeout(this.#timeout);
    await this.#worker?.terminate();
  }

  #request<Answer extends Result>(op: Operation, work: LargeAnswerWork, moved: ArrayBuffer[] = []) {
    this.#worker ??= this.#startWorker();
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Answer>((resolve, reject) => this.#pending.set(id, { op, resolve, reject }));
    this.#worker.postMessage({ id, ...work } satisfies LargeAnswerRequest, moved);
    this.#resetTimeout();
    return answered;
  }

  #startWorker() {
    const worker = startThread("answer-worker", import.meta.url, {
      workerData: this.#key,
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    });
    worker.on("message", (reply: LargeAnswerReply) => this.#settle(reply));
    worker.on("error", (error) => this.#rejectAll(worker, error));
    worker.on("exit", () => this.#rejectAll(worker, new Error("The thread ended.")));
    return worker;
  }

  #settle(reply: LargeAnswerReply) {
    const request = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    this.#resetTimeout();
    if ("read" in reply) request?.resolve(reply.read as never);
    else request?.reject(fromProblemJson(reply.problem));
  }

  /** Rejects all pending answers, because they are lost with the thread. */
  #rejectAll(failedWorker: Worker, cause: unknown) {
    if (this.#worker !== failedWorker) return;
    this.#worker = undefined;
    void failedWorker.terminate();
    const lostAnswers = [...this.#pending.values()];
    this.#pending.clear();
    this.#resetTimeout();
    for (const { op, reject } of lostAnswers) reject(unreadable(op, cause));
  }

  #resetTimeout() {
    clearTimeout(this.#timeout);
    const current = this.#worker;
    if (!current || this.#pending.size === 0) return void current?.unref();
    current.ref();
    this.#timeout = setTimeout(() => this.#rejectAll(current, new Error("It took too long.")), waitMs).unref();
  }
}

const unreadable = (op: Operation, cause: unknown) =>
  new Problem("upstream-unreadable", undefined, {
    outcome: isWrite(op) ? "unknown" : undefined,
    cause,
  });
