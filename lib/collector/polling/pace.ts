import { stageOf } from "@/lib/contract/console/campaign-stage";
import { type PacedResource, paces } from "@/lib/contract/console/collecting";
import type { Operation } from "@/lib/contract/operation";

/** A polling task. `viewedAtMs` is when a person last requested its data. */
export type Task = {
  id: string;
  viewedAtMs: number | undefined;
  /** The interval that an admin set, if any. */
  paceMs?: number | undefined;
} & (
  | { kind: "log"; webhookId?: string }
  | { kind: "list"; resource: PacedResource; op: Operation }
  | { kind: "campaign"; ref: string; status: string | null }
  | {
      kind: "record";
      resource: PacedResource;
      op: Operation;
      ref: string;
      status: string | null;
      /** Polled each minute: a call past its limit, or one that something was just sent to. */
      isWatched?: boolean;
    }
);

export const resourceOfTask = (task: Task): PacedResource =>
  task.kind === "log" ? "deliveries" : task.kind === "campaign" ? "campaigns" : task.resource;

export type TaskState = {
  startedAtMs: number;
  endedAtMs: number;
  ms: number;
  failures: number;
  /** From the platform's `Retry-After`. */
  retryAfterMs: number;
  changedAtMs: number | undefined;
  /** The record answered 404 once. It is polled again soon to confirm that. */
  isMissing?: boolean;
};

export const startingState: TaskState = {
  startedAtMs: 0,
  endedAtMs: 0,
  ms: 0,
  failures: 0,
  retryAfterMs: 0,
  changedAtMs: undefined,
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const maxBackoffMs = 10 * minute;
const minIntervalMs = 5 * second;

/** An interval is at least ten times the last duration. At most 1/10 of the time is spent waiting for responses. */
export const minIntervalFactor = 10;

export function dueAt(task: Task, state: TaskState, nowMs: number): number {
  // Opening a record reads and stores it, so that counts as a read.
  const lastMs = task.kind === "record" ? Math.max(state.endedAtMs, task.viewedAtMs ?? 0) : state.endedAtMs;
  if (lastMs === 0) return 0;
  if (state.isMissing) return lastMs + minute;
  const defaultMs = Math.max(everyMs(task, state, nowMs), state.ms * minIntervalFactor);
  const backoffMs =
    state.failures === 0 ? defaultMs : Math.min(defaultMs * 2 ** state.failures, Math.max(maxBackoffMs, defaultMs));
  return lastMs + Math.max(backoffMs * jitterOf(task.id, lastMs), state.retryAfterMs);
}

/** Interval of a task without failures. A pace that an admin chose scales all intervals of its resource. */
export function everyMs(task: Task, { changedAtMs }: Pick<TaskState, "changedAtMs">, nowMs: number): number {
  const isViewed = task.viewedAtMs !== undefined && nowMs - task.viewedAtMs < minute;
  const defaultMs = paces[resourceOfTask(task)].normal * second;
  const factor = (task.paceMs ?? defaultMs) / defaultMs;
  if (task.kind === "log") {
    if (isViewed) return Math.max(15 * second * factor, minIntervalMs);
    return (changedAtMs !== undefined && nowMs - changedAtMs < hour ? minute : 5 * minute) * factor;
  }
  if (task.kind === "campaign") {
    if (isViewed) return Math.max(10 * second * factor, minIntervalMs);
    return (hasEnded(task.status) ? 10 * minute : 30 * second) * factor;
  }
  if (task.kind === "list" && isViewed) return Math.max(15 * second * factor, minIntervalMs);
  const isEndedCall = task.resource === "calls" && task.kind === "record" && hasEnded(task.status);
  if (task.kind === "record" && task.isWatched && !isEndedCall) return minute;
  return defaultMs * factor * (isEndedCall ? endedCallFactor : 1);
}

/** Ended calls are polled less often, because they no longer change. */
const endedCallFactor = 24;

export const hasEnded = (status: string | null) => stageOf(status) === "ended";

/** Jitter from 0.9 to 1.1. It is derived from the task and its last read, so the due time is stable. */
function jitterOf(id: string, endedAtMs: number) {
  let hash = endedAtMs % 1009;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1009;
  return 0.9 + (hash / 1009) * 0.2;
}
