import { randomUUID } from "node:crypto";
import { apiOperations } from "@/lib/contract/api";
import { isWrite, placeholdersOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Upstream } from "./upstream";

/** Tries each read that needs no identifier, one after another, and says how each went. */
export function createProbe(upstream: Upstream) {
  const tried = apiOperations.filter((op) => !isWrite(op) && placeholdersOf(op).length === 0);

  return async () => {
    const probes = [];
    for (const op of tried) {
      const startedMs = performance.now();
      const asked = upstream.ask(op, {}, { requestId: randomUUID() });
      const [status, problem] = await asked.then(
        (answer) => [answer.status, null] as const,
        (error: unknown) =>
          [error instanceof Problem ? (error.upstream?.status ?? null) : null, sentenceOf(error)] as const,
      );
      probes.push({ operation: op.id, path: op.path, status, ms: Math.round(performance.now() - startedMs), problem });
    }
    return probes;
  };
}

const sentenceOf = (error: unknown) => (error instanceof Problem ? error.message : "Something went wrong on our side.");
