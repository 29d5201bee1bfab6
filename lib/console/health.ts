import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import type { Observer } from "@/lib/collector/records/observer";
import { apiOperations } from "@/lib/contract/api";
import type { ConnectionCheck, Endpoint, Probe } from "@/lib/contract/console/connection";
import type { Operation } from "@/lib/contract/operation";
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

export class Health {
  private readonly endpoints = new Map<string, EndpointHistory>();
  private lastRequestMs = Number.NEGATIVE_INFINITY;
  private lastAnswerAt: string | null = null;
  private lastProblem: string | null = null;
  private hasAnswered = false;

  constructor(private readonly options: HealthOptions) {}

  observe({ op, at, ms, status, problem }: Observation) {
    if (isNotSent(status, problem)) return;
    this.record(op.id, { status, at: at.toISOString(), ms: Math.round(ms) }, problem?.message ?? null);
  }

  /** Wraps the collector's read, so that polls count for the health of the connection. */
  observed(read: Collect["read"]): Collect["read"] {
    return async (op, input) => {
      const at = clock.now().toISOString();
      const startedMs = performance.now();
      const recordResult = (status: number | null, problem: string | null) =>
        this.record(op.id, { status, at, ms: Math.round(performance.now() - startedMs) }, problem);
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

  readonly test = onceAtATime(async () => {
    const probes = await this.options.probe();
    for (const probe of probes) this.recordProbe(probe);
    return { at: clock.now().toISOString(), probes };
  });

  readonly examine = onceAtATime(async () => {
    const checks: ConnectionCheck[] = [];
    for await (const { drift = [], ...check } of this.options.examine()) {
      checks.push(check);
      if (!check.probe) continue;
      this.recordProbe(check.probe);
      const op = apiOperations.find(({ id }) => id === check.id);
      if (op) this.options.recordDrift({ op, at: clock.now() }, drift);
    }
    if (!checks.some((check) => check.probe)) this.recordUnreached(checks);
    return { at: clock.now().toISOString(), checks };
  });

  /** State of the connection, probed again after a minute without requests. Returns the last state if the probe is slow. */
  async fresh() {
    if (performance.now() - this.lastRequestMs > freshMs)
      await Promise.race([this.test(), sleep(waitMs, undefined, { ref: false })]);
    return {
      is_answering: this.isAnswering(),
      is_faulty: this.hasAnswered && this.lastProblem !== null,
      last_answer_at: this.lastAnswerAt,
      last_problem: this.lastProblem,
    };
  }

  /** Last state, without a probe. */
  isAnswering() {
    return this.lastAnswerAt !== null && this.lastProblem === null;
  }

  table() {
    return apiOperations.map((op) => endpointOf(op, this.endpoints.get(op.id)));
  }

  private record(id: string, result: RequestResult, problem: string | null) {
    const isOk = isHealthy(result.status, problem);
    const before = this.state();
    const times = [...(this.endpoints.get(id)?.times ?? []), { ms: result.ms, isOk }].slice(-maxResults);
    this.endpoints.set(id, { ...result, times });
    this.lastRequestMs = performance.now();
    if (result.status !== null) this.lastAnswerAt = result.at;
    this.lastProblem = isOk ? null : problem;
    this.hasAnswered = result.status !== null;
    if (this.state() !== before) this.options.onChange();
  }

  private state() {
    return `${this.lastAnswerAt !== null} ${this.hasAnswered} ${this.lastProblem}`;
  }

  private recordProbe({ operation, status, ms, problem }: Probe) {
    this.record(operation, { status, at: clock.now().toISOString(), ms: Math.round(ms) }, problem);
  }

  /** If the platform cannot be reached, no read is tried. The first fault is then the state of the connection. */
  private recordUnreached(checks: readonly ConnectionCheck[]) {
    const fault = checks.find(({ outcome }) => outcome === "fault");
    if (!fault) return;
    this.lastRequestMs = performance.now();
    this.lastProblem = fault.message;
    this.hasAnswered = false;
  }
}

function endpointOf(op: Operation, history: EndpointHistory | undefined): Endpoint {
  const { status = null, at = null, times = [] } = history ?? {};
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  return {
    ...{ operation: op.id, request: `${op.method} ${op.path}`, status, at },
    ...{ median_ms: percentile(0.5), slow_ms: percentile(0.95) },
    ...{ times: times.length, failed: times.filter(({ isOk }) => !isOk).length },
  };
}

/** True if no request was sent. Such failures do not count for the connection. */
const isNotSent = (status: number | null, problem: Problem | null) =>
  problem !== null && status === null && !problem.code.startsWith("upstream-");

/** Rejecting a single request is healthy, even for a missing right. A rejected key, fault, redirect or unreadable 200 is not. */
function isHealthy(status: number | null, problem: string | null) {
  if (status === null) return false;
  const isRefusal = status >= 400 && status < 500 && status !== 401;
  return isRefusal || (status < 300 && problem === null);
}
