import { parentPort, workerData } from "node:worker_threads";
import { apiOperations } from "@/lib/contract/api";
import { Problem } from "@/lib/contract/problem";
import { toProblemJson } from "@/lib/contract/problem-json";
import { parseJson, stringifyJson } from "@/lib/format/json";
import { maskNumbers } from "@/lib/numbers/mask-numbers";
import type { LargeAnswerReply, LargeAnswerRequest } from "./large-answers";
import { largeAnswer, readAnswer } from "./parse-response";
import { createSecretFilter } from "./secret-filter";
import { standInOf } from "./stand-ins";

const withoutKey = createSecretFilter(String(workerData));

/** Worker thread for large answers. Parsing one takes seconds and would block the event loop of the server. */
parentPort?.on("message", ({ id, ...work }: LargeAnswerRequest) => {
  if ("unmasked" in work) {
    const json = parseJson(new TextDecoder().decode(work.unmasked));
    const read = new TextEncoder().encode(stringifyJson(maskNumbers(json, work.seal && standInOf(work.seal))));
    return parentPort?.postMessage({ id, read } satisfies LargeAnswerReply, [read.buffer]);
  }
  const { operation, answer } = work;
  const op = apiOperations.find((candidate) => candidate.id === operation);
  if (!op) throw new Error(`There is no operation ${operation}.`);
  try {
    const read = largeAnswer(op, readAnswer(op, answer, withoutKey));
    parentPort?.postMessage({ id, read } satisfies LargeAnswerReply, [read.body.buffer as ArrayBuffer]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    parentPort?.postMessage({ id, problem: toProblemJson(error) } satisfies LargeAnswerReply);
  }
});
