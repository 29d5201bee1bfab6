import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "@/lib/clock";
import { apiOperations } from "@/lib/contract/api";
import type { Connection, ConnectionCheck, Endpoint, Probe } from "@/lib/contract/console/connection";
import { isWrite } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Collect, ConsoleOptions, Observation } from "./console-types";
import type { Observer } from "./observer";

const kept = 60;
const freshMs = 60_000;
const waitMs = 2_500;

type Parts = Pick<ConsoleOptions, "probe" | "examine"> & Pick<Observer, "seeDrift"> & { onTurn: () => void };
type Seen = { status: number | null; at: string; ms: number };
type Lately = Seen & { times: readonly { ms: number; isWell: boolean }[] };

/** How the line has been of late, from the answers that passed through this process. */
export function createHealth({ probe, examine, seeDrift, onTurn }: Parts) {
  const reads: Connection["reads"] = [];
  const endpoints = new Map<string, Lately>();
  let lastAskedMs = Number.NEGATIVE_INFINITY;
  let lastAnswerAt: string | null = null;
  let lastProblem: string | null = null;
  let hasAnswered = false;

  function see(id: string, seen: Seen, problem: string | null) {
    const isWell = isGood(seen.status, problem);
    const before = state();
    const times = [...(endpoints.get(id)?.times ?? []), { ms: seen.ms, isWell }].slice(-kept);
    endpoints.set(id, { ...seen, times });
    lastAskedMs = performance.now();
    if (seen.status !== null) lastAnswerAt = seen.at;
    lastProblem = isWell ? null : problem;
    hasAnswered = seen.status !== null;
    if (state() !== before) onTurn();
    return isWell;
  }

  const state = () => `${lastAnswerAt !== null} ${hasAnswered} ${lastProblem}`;

  function seeRead(id: string, seen: Seen, problem: string | null) {
    const ok = see(id, seen, problem);
    reads.push({ at: seen.at, ms: seen.ms, ok });
    if (reads.length > kept) reads.shift();
  }

  function observe({ op, at, ms, status, problem }: Observation) {
    if (isOurs(status, problem)) return;
    const seen = { status, at: at.toISOString(), ms: Math.round(ms) };
    if (isWrite(op)) see(op.id, seen, problem?.message ?? null);
    else seeRead(op.id, seen, problem?.message ?? null);
  }

  /** The same read, its outcome noted: what is read without being asked for shows how the line is as well. */
  function watched(read: Collect["read"]): Collect["read"] {
    return async (op, input) => {
      const at = clock.now().toISOString();
      const startedMs = performance.now();
      const note = (status: number | null, problem: string | null) =>
        see(op.id, { status, at, ms: Math.round(performance.now() - startedMs) }, problem);
      try {
        const found = await read(op, input);
        note(200, null);
        return found;
      } catch (error) {
        const problem = error instanceof Problem ? error : null;
        const status = problem?.upstream?.status ?? null;
        if (problem && !isOurs(status, problem)) note(status, problem.message);
        throw error;
      }
    };
  }

  function seeProbe({ operation, status, ms, problem }: Probe) {
    seeRead(operation, { status, at: clock.now().toISOString(), ms: Math.round(ms) }, problem);
  }

  const test = onceAtATime(async () => {
    const probes = await probe();
    for (const each of probes) seeProbe(each);
    return { at: clock.now().toISOString(), probes };
  });

  const examineOnce = onceAtATime(async () => {
    const checks: ConnectionCheck[] = [];
    for await (const { drift = [], ...check } of examine()) {
      checks.push(check);
      if (!check.probe) continue;
      seeProbe(check.probe);
      const op = apiOperations.find(({ id }) => id === check.id);
      if (op) seeDrift({ op, at: clock.now() }, drift);
    }
    if (!checks.some((check) => check.probe)) unreached(checks);
    return { at: clock.now().toISOString(), checks };
  });

  /** Where nothing answers at all no read is tried, and the first fault is what is known of the line. */
  function unreached(checks: readonly ConnectionCheck[]) {
    const fault = checks.find(({ outcome }) => outcome === "fault");
    if (!fault) return;
    lastAskedMs = performance.now();
    lastProblem = fault.says;
    hasAnswered = false;
  }

  /** The state of the connection, asked again after a minute without requests. A slow one is not waited for: its last state is returned. */
  async function fresh() {
    if (performance.now() - lastAskedMs > freshMs)
      await Promise.race([test(), sleep(waitMs, undefined, { ref: false })]);
    return { isAnswering: isAnswering(), isFaulty: hasAnswered && lastProblem !== null, lastAnswerAt, lastProblem };
  }

  const table = (): Endpoint[] =>
    apiOperations.map((op) => {
      const { status = null, at = null, times = [] } = endpoints.get(op.id) ?? {};
      const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
      const share = (of: number) => sorted[Math.ceil(sorted.length * of) - 1] ?? null;
      return {
        ...{ operation: op.id, request: `${op.method} ${op.path}`, status, at },
        ...{ median_ms: share(0.5), slow_ms: share(0.95) },
        ...{ times: times.length, failed: times.filter(({ isWell }) => !isWell).length },
      };
    });

  /** What is known of it now, without asking. */
  const isAnswering = () => lastAnswerAt !== null && lastProblem === null;

  return { observe, watched, test, examine: examineOnce, fresh, isAnswering, reads: () => [...reads], table };
}

export type Health = ReturnType<typeof createHealth>;

/** What failed before anything left says nothing about the line. */
const isOurs = (status: number | null, problem: Problem | null) =>
  problem !== null && status === null && !problem.code.startsWith("upstream-");

/** A refusal of one request is an answer, also to a key that lacks a right; a refusal of the key, a fault, a redirect or an unreadable 200 is trouble. */
function isGood(status: number | null, problem: string | null) {
  if (status === null) return false;
  const isRefusal = status >= 400 && status < 500 && status !== 401;
  return isRefusal || (status < 300 && problem === null);
}

/** Runs once, however many ask for it meanwhile. */
export function onceAtATime<Result>(run: () => Promise<Result>) {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
