import { Worker, type WorkerOptions } from "node:worker_threads";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { fromProblemJson, type toProblemJson } from "@/lib/contract/problem-json";
import type { AnswerBytes, LargeAnswer } from "./parse-response";

export type LargeAsked = { id: number; operation: string; answer: AnswerBytes };
export type LargeRead = { id: number } & ({ read: LargeAnswer } | { problem: ReturnType<typeof toProblemJson> });

type Waiting = { op: Operation; resolve: (read: LargeAnswer) => void; reject: (problem: unknown) => void };

const waitMs = 30_000;
const memoryMiB = 1024;

/** Reads large answers on a thread of its own, one after the other. It is started with the first of them. */
export function createLargeAnswers(key: string) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let late: NodeJS.Timeout | undefined;

  function started() {
    const worker = startedThread({ workerData: key, resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
    worker.on("message", settle);
    worker.on("error", (error) => giveUp(worker, error));
    worker.on("exit", () => giveUp(worker, new Error("The thread ended.")));
    return worker;
  }

  function settle(read: LargeRead) {
    const asked = waiting.get(read.id);
    waiting.delete(read.id);
    beLate();
    if ("read" in read) asked?.resolve(read.read);
    else asked?.reject(fromProblemJson(read.problem));
  }

  /** Whatever the thread was given is lost with it. */
  function giveUp(lost: Worker, cause: unknown) {
    if (worker !== lost) return;
    worker = undefined;
    void lost.terminate();
    const all = [...waiting.values()];
    waiting.clear();
    beLate();
    for (const { op, reject } of all) reject(unreadable(op, cause));
  }

  function beLate() {
    clearTimeout(late);
    const current = worker;
    if (!current || waiting.size === 0) return void current?.unref();
    current.ref();
    late = setTimeout(() => giveUp(current, new Error("It took too long.")), waitMs).unref();
  }

  function read(op: Operation, answer: AnswerBytes): Promise<LargeAnswer> {
    worker ??= started();
    lastId += 1;
    const asked: LargeAsked = { id: lastId, operation: op.id, answer };
    const answered = new Promise<LargeAnswer>((resolve, reject) => waiting.set(asked.id, { op, resolve, reject }));
    worker.postMessage(asked, [answer.bytes.buffer as ArrayBuffer]);
    beLate();
    return answered;
  }

  return {
    read,
    /** Starts the thread, so that no answer's time holds the thread's own start. */
    async start(op: Operation) {
      const nothing = { status: 200, contentType: "application/json", retryAfter: undefined, bytes: new Uint8Array() };
      await read(op, nothing).catch(() => undefined);
    },
    async close() {
      clearTimeout(late);
      await worker?.terminate();
    },
  };
}

/** Beside the built process lies the built thread; run from its sources, as in development, it is read by tsx. */
function startedThread(options: WorkerOptions) {
  const isSource = import.meta.url.endsWith(".ts");
  const file = new URL(`./answer-worker.${isSource ? "ts" : "js"}`, import.meta.url);
  if (!isSource) return new Worker(file, options);
  const start = `import("tsx/esm/api").then(({ register }) => { register(); return import("${file}"); })`;
  return new Worker(start, { ...options, eval: true });
}

const unreadable = (op: Operation, cause: unknown) =>
  new Problem("upstream-unreadable", undefined, {
    outcome: isWrite(op) ? "unknown" : undefined,
    cause,
  });
