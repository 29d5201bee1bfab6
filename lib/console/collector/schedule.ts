import { clock } from "@/lib/clock";
import type { Problem } from "@/lib/contract/problem";
import { fresh } from "./log-reader";
import { dueAt, restFor, startingState, type Task, type TaskState } from "./pace";
import { isMissing, isOurs, lookedAt, opOf, tasksOn, touchName } from "./task-names";

const mostAtOnce = 2;
const mostLooked = 5_000;
const wantedEveryMs = 2_000;
const touchedForMs = 600_000;
const setBackMs = 60_000;
const firstRestMs = 500;
const longestRestMs = 600_000;

type Ended = { atMs: number; ms: number; problem: Problem | undefined; hasChanged: boolean };

/**
 * When each task may be carried out: by its pace, by who looks, by what was sent, and by how the platform bears it. It is
 * in memory alone.
 */
export function createSchedule() {
  const states = new Map<string, TaskState>();
  /** When an endpoint may be asked again: a tenth of the time at most is spent waiting for it, and less where it fails. */
  const endpoints = new Map<string, { restsUntilMs: number; failures: number }>();
  let restsUntilMs = 0;
  let latestMs = 0;
  const looked = new Map<string, number>();
  /** When something was last sent: what was read before that, or began to be, is read again. */
  const touched = new Map<string, number>();
  /** When somebody wanted a task carried out now. */
  const wanted = new Map<string, number>();

  /** After the clock was set back, nothing would be due until it is again as late as what was noted before. */
  function now() {
    const nowMs = clock.nowMs();
    if (nowMs < latestMs - setBackMs) {
      for (const each of [states, endpoints, looked, touched, wanted]) each.clear();
      restsUntilMs = 0;
    }
    latestMs = nowMs;
    return nowMs;
  }

  const stateOf = ({ id }: Task) => states.get(id) ?? startingState;

  const withLook = (task: Task): Task => {
    const atMs = looked.get(task.id);
    return atMs !== undefined && atMs > (task.lookedAtMs ?? 0) ? { ...task, lookedAtMs: atMs } : task;
  };

  const isTouched = (task: Task) => (touched.get(touchName(task)) ?? 0) > stateOf(task).startedAtMs;

  /** What somebody waits for is read at once, but for what was read just now and where the platform asked to be left alone. */
  function isWanted(task: Task) {
    const { startedAtMs, endedAtMs, retryAfterMs } = stateOf(task);
    const nowMs = clock.nowMs();
    const isRested = nowMs - endedAtMs >= Math.max(wantedEveryMs, retryAfterMs) && nowMs >= restsUntilMs;
    return isRested && (wanted.get(task.id) ?? 0) > startedAtMs;
  }

  /**
   * What is to be started now, the most urgent first, beside what runs already (the endpoint of each task), and in how long an
   * endpoint that rests may be asked again.
   */
  function due(tasks: readonly Task[], running: ReadonlyMap<string, string>): { ready: Task[]; nextMs: number } {
    const nowMs = now();
    const waiting = tasks
      .filter(({ id }) => !running.has(id))
      .map((task) => withLook(task))
      .map((task) => ({ task, atMs: isTouched(task) || isWanted(task) ? 0 : dueAt(task, stateOf(task), nowMs) }))
      .filter(({ atMs }) => atMs <= nowMs)
      .sort((a, b) => lookedAt(b.task, nowMs) - lookedAt(a.task, nowMs) || a.atMs - b.atMs);
    const busy = new Set(running.values());
    const ready: Task[] = [];
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { task } of waiting) {
      if (running.size + ready.length >= mostAtOnce) break;
      const op = opOf(task);
      if (busy.has(op)) continue;
      const restMs = Math.max(endpoints.get(op)?.restsUntilMs ?? 0, restsUntilMs) - nowMs;
      if (restMs > 0 && !isWanted(task)) nextMs = Math.min(nextMs, restMs);
      else {
        ready.push(task);
        busy.add(op);
      }
    }
    return { ready, nextMs };
  }

  /** Takes note of how a task ended that was begun `atMs`. */
  function ended(task: Task, { atMs, ms, problem, hasChanged }: Ended): TaskState {
    const before = stateOf(task);
    const state: TaskState = {
      startedAtMs: atMs,
      endedAtMs: clock.nowMs(),
      ms: Math.round(ms),
      failures: problem && !isOurs(problem) ? before.failures + 1 : 0,
      retryAfterMs: (problem?.retryAfterSeconds ?? 0) * 1000,
      changedAtMs: hasChanged ? clock.nowMs() : before.changedAtMs,
      isMissing: isMissing(task, problem),
    };
    states.set(task.id, state);
    rest(opOf(task), state, problem);
    return state;
  }

  /** A platform that asks for a pause, or that is left to rest, gets it from all reads; an endpoint that fails, from its own. */
  function rest(op: string, { endedAtMs, ms, retryAfterMs }: TaskState, problem: Problem | undefined) {
    const isFault = problem?.code.startsWith("upstream-") ?? false;
    const failures = isFault ? (endpoints.get(op)?.failures ?? 0) + 1 : 0;
    const faultMs = failures === 0 ? 0 : Math.min(firstRestMs * 2 ** failures, longestRestMs);
    endpoints.set(op, { failures, restsUntilMs: endedAtMs + Math.max(ms * (restFor - 1), faultMs) });
    if (problem && (isOurs(problem) || problem.code === "rate_limited"))
      restsUntilMs = endedAtMs + Math.max(retryAfterMs, firstRestMs);
  }

  return {
    due,
    ended,
    withLook,
    /** It could not be kept: that says nothing of the platform. */
    failed(task: Task) {
      states.set(task.id, { ...stateOf(task), endedAtMs: clock.nowMs(), failures: stateOf(task).failures + 1 });
    },
    /** Another process read it a while ago. */
    wasRead(id: string, state: Omit<TaskState, "failures" | "retryAfterMs">) {
      states.set(id, { ...startingState, ...state });
    },
    /** Somebody has these before their eyes: paths of pages, or tasks; one behind `fresh ` is waited for. */
    look(names: readonly string[]) {
      const nowMs = now();
      for (const each of [looked, wanted]) if (each.size > mostLooked) each.clear();
      for (const name of names) {
        if (name.startsWith(fresh)) wanted.set(name.slice(fresh.length), nowMs);
        else for (const task of name.startsWith("/") ? tasksOn(name) : [name]) looked.set(task, nowMs);
      }
    },
    /** Something was sent to these: resources, or records by their name. */
    touch(names: readonly string[]) {
      const nowMs = now();
      for (const [name, atMs] of touched) if (nowMs - atMs > touchedForMs) touched.delete(name);
      for (const name of names) touched.set(name, nowMs);
    },
    forgetReads: () => states.clear(),
  };
}
