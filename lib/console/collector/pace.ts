import { stageOf } from "@/lib/contract/console/campaign-stage";
import { type PacedResource, paces } from "@/lib/contract/console/kept";
import type { Operation } from "@/lib/contract/operation";

/** Something that is read again and again. `lookedAtMs` is when a person last asked for the same. */
export type Task = {
  id: string;
  lookedAtMs: number | undefined;
  /** How often, where an admin chose another pace than the usual one. */
  paceMs?: number | undefined;
} & (
  | { kind: "log"; webhookId?: string }
  | { kind: "list"; resource: PacedResource; op: Operation }
  | { kind: "campaign"; ref: string; status: string | null }
  | { kind: "record"; resource: PacedResource; op: Operation; ref: string; status: string | null }
);

export const resourceOfTask = (task: Task): PacedResource =>
  task.kind === "log" ? "deliveries" : task.kind === "campaign" ? "campaigns" : task.resource;

export type TaskState = {
  startedAtMs: number;
  endedAtMs: number;
  /** How long the last read took. */
  ms: number;
  /** In a row. */
  failures: number;
  /** What the platform asked for. */
  retryAfterMs: number;
  changedAtMs: number | undefined;
  /** It answered 404 once, which is no proof: it is soon asked again. */
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
const longestMs = 10 * minute;
const soonest = 5 * second;

/** Nothing is waited for longer than a tenth of the time. */
export const restFor = 10;

/** When a task is due. */
export function dueAt(task: Task, state: TaskState, nowMs: number): number {
  // What somebody opened was read, and kept, by that.
  const lastMs = task.kind === "record" ? Math.max(state.endedAtMs, task.lookedAtMs ?? 0) : state.endedAtMs;
  if (lastMs === 0) return 0;
  if (state.isMissing) return lastMs + minute;
  const usualMs = Math.max(everyMs(task, state, nowMs), state.ms * restFor);
  const backOffMs =
    state.failures === 0 ? usualMs : Math.min(usualMs * 2 ** state.failures, Math.max(longestMs, usualMs));
  return lastMs + Math.max(backOffMs * jitterOf(task.id, lastMs), state.retryAfterMs);
}

/** How often a task is read when all goes well. A pace that an admin chose slows down or hastens all of it alike. */
export function everyMs(task: Task, { changedAtMs }: Pick<TaskState, "changedAtMs">, nowMs: number): number {
  const isLookedAt = task.lookedAtMs !== undefined && nowMs - task.lookedAtMs < minute;
  const usualMs = paces[resourceOfTask(task)].usual * second;
  const times = (task.paceMs ?? usualMs) / usualMs;
  if (task.kind === "log") {
    if (isLookedAt) return Math.max(15 * second * times, soonest);
    return (changedAtMs !== undefined && nowMs - changedAtMs < hour ? minute : 5 * minute) * times;
  }
  if (task.kind === "campaign") {
    if (isLookedAt) return Math.max(10 * second * times, soonest);
    return (hasEnded(task.status) ? 10 * minute : 30 * second) * times;
  }
  const isOver = task.kind === "record" && task.resource === "calls" && hasEnded(task.status);
  return usualMs * times * (isOver ? callsOverRest : 1);
}

/** A call that is over is read this many times less often: nothing of it moves any more. */
const callsOverRest = 24;

export const hasEnded = (status: string | null) => stageOf(status) === "ended";

/** From 0.9 to 1.1, the same for the same read: what is due does not move while it is waited for. */
function jitterOf(id: string, endedAtMs: number) {
  let hash = endedAtMs % 1009;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1009;
  return 0.9 + (hash / 1009) * 0.2;
}
