import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import type { Observer } from "@/lib/collector/records/observer";
import { apiOperations } from "@/lib/contract/api";
import type { Connection, ConnectionCheck, Endpoint, Probe } from "@/lib/contract/console/connection";
import { isWrite } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Observation } from "@/lib/gateway/observation";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import type { ConsoleOptions } from "./console-types";

const maxResults = 60;
const freshMs = 60_000;
const waitMs = 2_500;

type HealthOptions = Pick<ConsoleOptions, "probe" | "examine"> &
  Pick<Observer, "recordDrift"> & { onChange: () => void };
type RequestResult = { status: number | null; at: string; ms: number };
type EndpointHistory = RequestResult & { times: readonly { ms: number; isOk: boolean }[] };

/** Recent health of the connection, from the responses that passed through this process. */
export function createHealth({ probe, examine, recordDrift, onChange }: HealthOptions) {
  const reads: Connection["reads"] = [];
  const endpoints = new Map<string, EndpointHistory>();
  let lastRequestMs = Number.NEGATIVE_INFINITY;
  let lastAnswerAt: string | null = null;
  let lastProblem: string | null = null;
  let hasAnswered = false;

  function record(id: string, result: RequestResult, problem: string | null) {
    const isOk = isHealthy(result.status, problem);
    const before = state();
    const times = [...(endpoints.get(id)?.times ?? []), { ms: result.ms, isOk }].slice(-maxResults);
    endpoints.set(id, { ...result, times });
    lastRequestMs = performance.now();
    if (result.status !== null) lastAnswerAt = result.at;
    lastProblem = isOk ? null : problem;
    hasAnswered = result.status !== null;
    if (state() !== before) onChange();
    return isOk;
  }

  const state = () => `${lastAnswerAt !== null} ${hasAnswered} ${lastProblem}`;

  function recordRead(id: string, result: RequestResult, problem: string | null) {
    const ok = record(id, result, problem);
    reads.push({ at: result.at, ms: result.ms, ok });
    if (reads.length > maxResults) reads.shift();
  }

  function observe({ op, at, ms, status, problem }: Observation) {
    if (isNotSent(status, problem)) return;
    const result = { status, at: at.toISOString(), ms: Math.round(ms) };
    if (isWrite(op)) record(op.id, result, problem?.message ?? null);
    else recordRead(op.id, result, problem?.message ?? null);
  }

  /** Wraps the collector's read, so that polls count for the health of the connection. */
  function observed(read: Collect["read"]): Collect["read"] {
    return async (op, input) => {
      const at = clock.now().toISOString();
      const startedMs = performance.now();
      const recordResult = (status: number | null, problem: string | null) =>
        record(op.id, { status, at, ms: Math.round(performance.now() - startedMs) }, problem);
      try {
        const response = await read(op, input);
        recordResult(200, null);
        return response;
      } catch (error) {
        const problem = error instanceof Problem ? error : null;
        const status = problem?.upstream?.status ?? null;
        if (problem && !isNotSent(status, problem)) recordResult(status, problem.message);
        throw error;
      }
    };
  }

  function recordProbe({ operation, status, ms, problem }: Probe) {
    recordRead(operation, { status, at: clock.now().toISOString(), ms: Math.round(ms) }, problem);
  }

  const test = onceAtATime(async () => {
    const probes = await probe();
    for (const result of probes) recordProbe(result);
    return { at: clock.now().toISOString(), probes };
  });

  const examineOnce = onceAtATime(async () => {
    const checks: ConnectionCheck[] = [];
    for await (const { drift = [], ...check } of examine()) {
      checks.push(check);
      if (!check.probe) continue;
      recordProbe(check.probe);
      const op = apiOperations.find(({ id }) => id === check.id);
      if (op) recordDrift({ op, at: clock.now() }, drift);
    }
    if (!checks.some((check) => check.probe)) recordUnreached(checks);
    return { at: clock.now().toISOString(), checks };
  });

  /** If the platform cannot be reached, no read is tried. The first fault is then the state of the connection. */
  function recordUnreached(checks: readonly ConnectionCheck[]) {
    const fault = checks.find(({ outcome }) => outcome === "fault");
    if (!fault) return;
    lastRequestMs = performance.now();
    lastProblem = fault.says;
    hasAnswered = false;
  }

  /** State of the connection, probed again after a minute without requests. Returns the last state if the probe is slow. */
  async function fresh() {
    if (performance.now() - lastRequestMs > freshMs)
      await Promise.race([test(), sleep(waitMs, undefined, { ref: false })]);
    return { isAnswering: isAnswering(), isFaulty: hasAnswered && lastProblem !== null, lastAnswerAt, lastProblem };
  }

  const table = (): Endpoint[] =>
    apiOperations.map((op) => {
      const { status = null, at = null, times = [] } = endpoints.get(op.id) ?? {};
      const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
      const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
      return {
        ...{ operation: op.id, request: `${op.method} ${op.path}`, status, at },
        ...{ median_ms: percentile(0.5), slow_ms: percentile(0.95) },
        ...{ times: times.length, failed: times.filter(({ isOk }) => !isOk).length },
      };
    });

  /** Last state, without a probe. */
  const isAnswering = () => lastAnswerAt !== null && lastProblem === null;

  return { observe, observed, test, examine: examineOnce, fresh, isAnswering, reads: () => [...reads], table };
}

export type Health = ReturnType<typeof createHealth>;

/** True if no request was sent. Such failures do not count for the connection. */
const isNotSent = (status: number | null, problem: Problem | null) =>
  problem !== null && status === null && !problem.code.startsWith("upstream-");

/** Rejecting a single request is healthy, even for a missing right. A rejected key, fault, redirect or unreadable 200 is not. */
function isHealthy(status: number | null, problem: string | null) {
  if (status === null) return false;
  const isRefusal = status >= 400 && status < 500 && status !== 401;
  return isRefusal || (status < 300 && problem === null);
}
