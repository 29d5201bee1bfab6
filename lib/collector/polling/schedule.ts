import { clock } from "@/lib/clock";
import { waitingPrefix } from "@/lib/collector/webhook-log/log-reader";
import type { Problem } from "@/lib/contract/problem";
import { dueAt, minIntervalFactor, startingState, type Task, type TaskState } from "./pace";
import { hasViewer, isMissing, isNotSent, operationIdOf, tasksOn, touchName } from "./task-names";

const concurrency = 2;
const maxViewed = 5_000;
const requestedEveryMs = 2_000;
const touchedForMs = 600_000;
const setBackMs = 60_000;
const firstPauseMs = 500;
const maxPauseMs = 600_000;

type TaskEnd = { atMs: number; ms: number; problem: Problem | undefined; hasChanged: boolean };

/**
 * Decides when each task runs. That depends on its pace, its viewers, sends to its records, failures and response times. State
 * is in memory only.
 */
export function createSchedule() {
  const states = new Map<string, TaskState>();
  /** Until when an endpoint is paused: at most 1/10 of the time waiting for it, with backoff while it fails. */
  const endpoints = new Map<string, { pausedUntilMs: number; failures: number }>();
  let pausedUntilMs = 0;
  let latestMs = 0;
  const viewed = new Map<string, number>();
  /** Time of the last send to a record or resource. A read that started earlier is stale. */
  const touched = new Map<string, number>();
  /** Time of the last request to run a task now. */
  const requested = new Map<string, number>();

  /** Resets the schedule if the clock was set back. Otherwise nothing would be due until the clock has caught up. */
  function now() {
    const nowMs = clock.nowMs();
    if (nowMs < latestMs - setBackMs) {
      for (const times of [states, endpoints, viewed, touched, requested]) times.clear();
      pausedUntilMs = 0;
    }
    latestMs = nowMs;
    return nowMs;
  }

  const stateOf = ({ id }: Task) => states.get(id) ?? startingState;

  const withViewer = (task: Task): Task => {
    const atMs = viewed.get(task.id);
    return atMs !== undefined && atMs > (task.viewedAtMs ?? 0) ? { ...task, viewedAtMs: atMs } : task;
  };

  const isTouched = (task: Task) => (touched.get(touchName(task)) ?? 0) > stateOf(task).startedAtMs;

  /** True for a task with a waiting request. False right after a read, or while the platform asks for a pause. */
  function isRequested(task: Task) {
    const { startedAtMs, endedAtMs, retryAfterMs } = stateOf(task);
    const nowMs = clock.nowMs();
    const isPauseOver = nowMs - endedAtMs >= Math.max(requestedEveryMs, retryAfterMs) && nowMs >= pausedUntilMs;
    return isPauseOver && (requested.get(task.id) ?? 0) > startedAtMs;
  }

  /**
   * Tasks to start now, the most urgent first. `nextMs` is the time until a paused endpoint can be read again. `running` maps
   * each running task to its endpoint.
   */
  function due(tasks: readonly Task[], running: ReadonlyMap<string, string>): { ready: Task[]; nextMs: number } {
    const nowMs = now();
    const waiting = tasks
      .filter(({ id }) => !running.has(id))
      .map((task) => withViewer(task))
      .map((task) => ({ task, atMs: isTouched(task) || isRequested(task) ? 0 : dueAt(task, stateOf(task), nowMs) }))
      .filter(({ atMs }) => atMs <= nowMs)
      .sort((a, b) => Number(hasViewer(b.task, nowMs)) - Number(hasViewer(a.task, nowMs)) || a.atMs - b.atMs);
    const busy = new Set(running.values());
    const ready: Task[] = [];
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { task } of waiting) {
      if (running.size + ready.length >= concurrency) break;
      const op = operationIdOf(task);
      if (busy.has(op)) continue;
      const pauseMs = Math.max(endpoints.get(op)?.pausedUntilMs ?? 0, pausedUntilMs) - nowMs;
      if (pauseMs > 0 && !isRequested(task)) nextMs = Math.min(nextMs, pauseMs);
      else {
        ready.push(task);
        busy.add(op);
      }
    }
    return { ready, nextMs };
  }

  /** Records the result of a task that started at `atMs`. */
  function ended(task: Task, { atMs, ms, problem, hasChanged }: TaskEnd): TaskState {
    const before = stateOf(task);
    const state: TaskState = {
      startedAtMs: atMs,
      endedAtMs: clock.nowMs(),
      ms: Math.round(ms),
      failures: problem && !isNotSent(problem) ? before.failures + 1 : 0,
      retryAfterMs: (problem?.retryAfterSeconds ?? 0) * 1000,
      changedAtMs: hasChanged ? clock.nowMs() : before.changedAtMs,
      isMissing: isMissing(task, problem),
    };
    states.set(task.id, state);
    pause(operationIdOf(task), state, problem);
    return state;
  }

  /** A failure pauses only its endpoint. A rate limit, an open circuit breaker or a lack of connections pauses all reads. */
  function pause(op: string, { endedAtMs, ms, retryAfterMs }: TaskState, problem: Problem | undefined) {
    const isFault = problem?.code.startsWith("upstream-") ?? false;
    const failures = isFault ? (endpoints.get(op)?.failures ?? 0) + 1 : 0;
    const backoffMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** failures, maxPauseMs);
    endpoints.set(op, { failures, pausedUntilMs: endedAtMs + Math.max(ms * (minIntervalFactor - 1), backoffMs) });
    if (problem && (isNotSent(problem) || problem.code === "rate_limited"))
      pausedUntilMs = endedAtMs + Math.max(retryAfterMs, firstPauseMs);
  }

  return {
    due,
    ended,
    withViewer,
    /** Storing the result failed. This does not count as a failure of the platform. */
    failed(task: Task) {
      states.set(task.id, { ...stateOf(task), endedAtMs: clock.nowMs(), failures: stateOf(task).failures + 1 });
    },
    /** Restores the state of a task that another process read. */
    restore(id: string, state: Omit<TaskState, "failures" | "retryAfterMs">) {
      states.set(id, { ...startingState, ...state });
    },
    /** Call with viewed page paths or task IDs. A task ID after `waitingPrefix` has a waiting request. */
    viewed(names: readonly string[]) {
      const nowMs = now();
      for (const times of [viewed, requested]) if (times.size > maxViewed) times.clear();
      for (const name of names) {
        if (name.startsWith(waitingPrefix)) requested.set(name.slice(waitingPrefix.length), nowMs);
        else for (const task of name.startsWith("/") ? tasksOn(name) : [name]) viewed.set(task, nowMs);
      }
    },
    /** Call with the resources and record names that something was sent to. */
    touch(names: readonly string[]) {
      const nowMs = now();
      for (const [name, atMs] of touched) if (nowMs - atMs > touchedForMs) touched.delete(name);
      for (const name of names) touched.set(name, nowMs);
    },
    forgetReads: () => states.clear(),
  };
}
