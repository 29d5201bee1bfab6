import { parentPort, workerData } from "node:worker_threads";
import { apiOperations } from "@/lib/contract/api";
import { Problem } from "@/lib/contract/problem";
import { toProblemJson } from "@/lib/contract/problem-json";
import type { LargeAsked, LargeRead } from "./large-answers";
import { largeAnswer, readAnswer } from "./parse-response";
import { createSecretFilter } from "./secret-filter";

const withoutKey = createSecretFilter(String(workerData));

/** A thread of its own for large answers: what it does for seconds keeps nobody waiting who asks for something else. */
parentPort?.on("message", ({ id, operation, answer }: LargeAsked) => {
  const op = apiOperations.find((each) => each.id === operation);
  if (!op) throw new Error(`There is no operation ${operation}.`);
  try {
    const read = largeAnswer(op, readAnswer(op, answer, withoutKey));
    parentPort?.postMessage({ id, read } satisfies LargeRead, [read.body.buffer as ArrayBuffer]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parentPort?.postMessage({ id, problem: toProblemJson(error) } satisfies LargeRead);
  }
});
