import { clock } from "@/lib/clock";
import { logTask, waitingPrefix } from "@/lib/collector/webhook-log/log-reader";
import type { Problem } from "@/lib/contract/problem";
import { dueAt, minIntervalFactor, startingState, type Task, type TaskState } from "./pace";
import { hasViewer, isMissing, isNotSent, operationIdOf, tasksOn, touchName } from "./task-names";

const concurrency = 2;
const requestedEveryMs = 2_000;
const forgottenAfterMs = 600_000;
const setBackMs = 60_000;
const firstPauseMs = 500;
const maxPauseMs = 600_000;

type TaskEnd = { atMs: number; ms: number; problem: Problem | undefined; hasChanged: boolean };

/**
 * Decides when each task runs. That depends on its pace, its viewers, sends to its records, failures and response times. State
 * is in memory only.
 */
export class Schedule {
  private readonly states = new Map<string, TaskState>();
  /** Until when an endpoint is paused: at most 1/10 of the time waiting for it, with backoff while it fails. */
  private readonly endpoints = new Map<string, { pausedUntilMs: number; failures: number }>();
  private readonly viewedAtMs = new Map<string, number>();
  /** Time of the last send to a record or resource. A read that started earlier is stale. */
  private readonly touchedAtMs = new Map<string, number>();
  /** Time of the last request to run a task now. */
  private readonly requestedAtMs = new Map<string, number>();
  private pausedUntilMs = 0;
  private latestMs = 0;

  /**
   * Tasks to start now, the most urgent first. `nextMs` is the time until a paused endpoint can be read again. `running` maps
   * each running task to its endpoint.
   */
  due(tasks: readonly Task[], running: ReadonlyMap<string, string>): { ready: Task[]; nextMs: number } {
    const nowMs = this.now();
    const busy = new Set(running.values());
    const ready: Task[] = [];
    let nextMs = Number.POSITIVE_INFINITY;
    for (const task of this.waiting(tasks, running, nowMs)) {
      if (running.size + ready.length >= concurrency) break;
      const op = operationIdOf(task);
      if (busy.has(op)) continue;
      const pauseMs = Math.max(this.endpoints.get(op)?.pausedUntilMs ?? 0, this.pausedUntilMs) - nowMs;
      if (pauseMs > 0 && !this.isRequested(task, nowMs)) nextMs = Math.min(nextMs, pauseMs);
      else {
        ready.push(task);
        busy.add(op);
      }
    }
    return { ready, nextMs };
  }

  /** Records the result of a task that started at `atMs`. */
  ended(task: Task, { atMs, ms, problem, hasChanged }: TaskEnd): TaskState {
    const before = this.stateOf(task);
    const state: TaskState = {
      startedAtMs: atMs,
      endedAtMs: clock.nowMs(),
      ms: Math.round(ms),
      failures: problem && !isNotSent(problem) ? before.failures + 1 : 0,
      retryAfterMs: (problem?.retryAfterSeconds ?? 0) * 1000,
      changedAtMs: hasChanged ? clock.nowMs() : before.changedAtMs,
      isMissing: isMissing(task, problem),
    };
    this.states.set(task.id, state);
    this.pause(operationIdOf(task), state, problem);
    return state;
  }

  /** Storing the result failed. This does not count as a failure of the platform. */
  failed(task: Task) {
    const state = this.stateOf(task);
    this.states.set(task.id, { ...state, endedAtMs: clock.nowMs(), failures: state.failures + 1 });
  }

  /** Restores the state of a task that another process read. */
  restore(id: string, state: Omit<TaskState, "failures" | "retryAfterMs">) {
    this.states.set(id, { ...startingState, ...state });
  }

  forgetReads() {
    this.states.clear();
  }

  /** Call with viewed page paths. A task ID after `waitingPrefix` has a waiting request. */
  viewed(names: readonly string[]) {
    const nowMs = this.now();
    for (const name of names) {
      if (name.startsWith(waitingPrefix)) this.requestedAtMs.set(name.slice(waitingPrefix.length), nowMs);
      else for (const task of tasksOn(name)) this.viewedAtMs.set(task, nowMs);
    }
  }

  /** Call with the resources and record names that something was sent to. */
  touch(names: readonly string[]) {
    const nowMs = this.now();
    for (const name of names) this.touchedAtMs.set(name, nowMs);
  }

  /** The task with the time of its last view. Views of the log count for the log of each webhook. */
  withViewer(task: Task): Task {
    const atMs = this.viewedAtMs.get(task.kind === "log" ? logTask : task.id) ?? 0;
    return atMs > (task.viewedAtMs ?? 0) ? { ...task, viewedAtMs: atMs } : task;
  }

  /** A call that was sent to, or whose session was ended, may still end some minutes later. */
  private withWatch(task: Task): Task {
    if (task.kind !== "record" || task.resource !== "calls" || !this.touchedAtMs.has(touchName(task))) return task;
    return { ...task, isWatched: true };
  }

  /** Resets the schedule if the clock was set back. Otherwise nothing would be due until the clock has caught up. */
  private now() {
    const nowMs = clock.nowMs();
    const requests = [this.viewedAtMs, this.touchedAtMs, this.requestedAtMs];
    if (nowMs < this.latestMs - setBackMs) {
      for (const times of [this.states, this.endpoints, ...requests]) times.clear();
      this.pausedUntilMs = 0;
    }
    for (const times of requests)
      for (const [name, atMs] of times) if (nowMs - atMs > forgottenAfterMs) times.delete(name);
    this.latestMs = nowMs;
    return nowMs;
  }

  private stateOf({ id }: Task) {
    return this.states.get(id) ?? startingState;
  }

  /** Due tasks that do not run, those with a viewer first. */
  private waiting(tasks: readonly Task[], running: ReadonlyMap<string, string>, nowMs: number) {
    return tasks
      .filter(({ id }) => !running.has(id))
      .map((task) => this.withWatch(this.withViewer(task)))
      .map((task) => ({ task, atMs: this.isUrgent(task, nowMs) ? 0 : dueAt(task, this.stateOf(task), nowMs) }))
      .filter(({ atMs }) => atMs <= nowMs)
      .sort((a, b) => Number(hasViewer(b.task, nowMs)) - Number(hasViewer(a.task, nowMs)) || a.atMs - b.atMs)
      .map(({ task }) => task);
  }

  private isUrgent(task: Task, nowMs: number) {
    const isTouched = (this.touchedAtMs.get(touchName(task)) ?? 0) > this.stateOf(task).startedAtMs;
    return isTouched || this.isRequested(task, nowMs);
  }

  /** True for a task with a waiting request. False right after a read, or while the platform asks for a pause. */
  private isRequested(task: Task, nowMs: number) {
    const { startedAtMs, endedAtMs, retryAfterMs } = this.stateOf(task);
    const isPauseOver = nowMs - endedAtMs >= Math.max(requestedEveryMs, retryAfterMs) && nowMs >= this.pausedUntilMs;
    return isPauseOver && (this.requestedAtMs.get(task.id) ?? 0) > startedAtMs;
  }

  /** A failure pauses only its endpoint. A rate limit, an open circuit breaker or a lack of connections pauses all reads. */
  private pause(op: string, { endedAtMs, ms, retryAfterMs }: TaskState, problem: Problem | undefined) {
    const isFault = problem?.code.startsWith("upstream-") ?? false;
    const failures = isFault ? (this.endpoints.get(op)?.failures ?? 0) + 1 : 0;
    const backoffMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** failures, maxPauseMs);
    this.endpoints.set(op, { failures, pausedUntilMs: endedAtMs + Math.max(ms * (minIntervalFactor - 1), backoffMs) });
    if (problem && (isNotSent(problem) || problem.code === "rate_limited"))
      this.pausedUntilMs = endedAtMs + Math.max(retryAfterMs, firstPauseMs);
  }
}
