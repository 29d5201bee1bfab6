/** Something that is read again and again. `lookedAtMs` is when a person last asked for the same. */
export type Task = { id: string; lookedAtMs: number | undefined } & (
  | { kind: "log"; webhookId?: string }
  | { kind: "campaign"; ref: string; status: string | null }
);

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

/** Nothing is waited for longer than a tenth of the time. */
export const restFor = 10;

/** When a task is due, by the clock of `Date.now`. */
export function dueAt(task: Task, state: TaskState, nowMs: number): number {
  if (state.endedAtMs === 0) return 0;
  const usualMs = Math.max(everyMs(task, state, nowMs), state.ms * restFor);
  const backOffMs =
    state.failures === 0 ? usualMs : Math.min(usualMs * 2 ** state.failures, Math.max(longestMs, usualMs));
  return state.endedAtMs + Math.max(backOffMs * jitterOf(task.id, state.endedAtMs), state.retryAfterMs);
}

/** How often a task is read when all goes well. */
export function everyMs(task: Task, { changedAtMs }: TaskState, nowMs: number): number {
  const isLookedAt = task.lookedAtMs !== undefined && nowMs - task.lookedAtMs < minute;
  if (task.kind === "log") {
    if (isLookedAt) return 15 * second;
    return changedAtMs !== undefined && nowMs - changedAtMs < hour ? minute : 5 * minute;
  }
  if (isLookedAt) return 10 * second;
  return hasEnded(task.status) ? 10 * minute : 30 * second;
}

/** Words by which platforms of this kind say that a campaign is over; any other may still be moving. */
const hasEnded = (status: string | null) =>
  status !== null && /^(completed?|finished|ended|cancell?ed|aborted|failed|stopped|archived|done)$/i.test(status);

/** From 0.9 to 1.1, the same for the same read: what is due does not move while it is waited for. */
function jitterOf(id: string, endedAtMs: number) {
  let hash = endedAtMs % 1009;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1009;
  return 0.9 + (hash / 1009) * 0.2;
}
