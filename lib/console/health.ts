import { apiOperations } from "@/lib/contract/api";
import { isWrite } from "@/lib/contract/operation";
import type { Connection, Probe } from "@/lib/contract/settings";
import type { Observation } from "./console";

const kept = 60;
const freshMs = 60_000;

type Seen = { status: number | null; at: string; ms: number };

/** How the line has been of late, from the answers that passed through this process. */
export function createHealth(probe: () => Promise<Probe[]>) {
  const reads: Connection["reads"] = [];
  const endpoints = new Map<string, Seen>();
  let lastAskedMs = Number.NEGATIVE_INFINITY;
  let lastAnswerAt: string | null = null;
  let lastProblem: string | null = null;
  let testing: Promise<Probe[]> | undefined;

  function see(id: string, seen: Seen, problem: string | null) {
    const isWell = isGood(seen.status, problem);
    endpoints.set(id, seen);
    lastAskedMs = performance.now();
    if (seen.status !== null) lastAnswerAt = seen.at;
    lastProblem = isWell ? null : problem;
    return isWell;
  }

  function seeRead(id: string, seen: Seen, problem: string | null) {
    const ok = see(id, seen, problem);
    reads.push({ at: seen.at, ms: seen.ms, ok });
    if (reads.length > kept) reads.shift();
  }

  function observe({ op, at, ms, status, problem }: Observation) {
    const isOurs = problem !== null && status === null && !problem.code.startsWith("upstream-");
    if (isOurs) return;
    const seen = { status, at: at.toISOString(), ms: Math.round(ms) };
    if (isWrite(op)) see(op.id, seen, problem?.message ?? null);
    else seeRead(op.id, seen, problem?.message ?? null);
  }

  /** Asks once, however many ask for it. */
  async function test() {
    testing ??= probe().finally(() => {
      testing = undefined;
    });
    const probes = await testing;
    const at = new Date().toISOString();
    for (const { operation, status, ms, problem } of probes)
      seeRead(operation, { status, at, ms: Math.round(ms) }, problem);
    return { at, probes };
  }

  /** The state of the line; asked anew when nothing has passed for a minute. */
  async function fresh() {
    if (performance.now() - lastAskedMs > freshMs) await test();
    return { isAnswering: lastAnswerAt !== null && lastProblem === null, lastAnswerAt, lastProblem };
  }

  const table = (): Connection["endpoints"] =>
    apiOperations.map((op) => {
      const { status = null, at = null, ms = null } = endpoints.get(op.id) ?? {};
      return { operation: op.id, request: `${op.method} ${op.path}`, status, at, ms };
    });

  return { observe, test, fresh, reads: () => [...reads], table };
}

export type Health = ReturnType<typeof createHealth>;

/** A refusal of one request is an answer; a refusal of the key, a fault, a redirect or an unreadable 200 is trouble. */
function isGood(status: number | null, problem: string | null) {
  if (status === null) return false;
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 403;
  return isRefusal || (status < 300 && problem === null);
}
