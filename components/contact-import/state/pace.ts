import type { Progress } from "@/lib/contacts/engine";

export type Moment = { ms: number; progress: Progress };

/** Progress of a running check: its first and latest moment. */
export type Reading = { first: Moment; now: Moment };

/** Adds a moment. Fewer bytes than before mean that a new check has started. */
export function readingAt(before: Reading | undefined, now: Moment): Reading {
  const isSame = before && now.progress.readBytes >= before.now.progress.readBytes;
  return { first: isSame ? before.first : now, now };
}

type Pace = { rowsPerSecond: number | undefined; secondsLeft: number | undefined };

export const noPace: Pace = { rowsPerSecond: undefined, secondsLeft: undefined };

const leastSeconds = 0.2;

/** Average speed and estimated time left; `noPace` before 0.2 s have passed and bytes were read. */
export function paceOf({ first, now }: Reading): Pace {
  const seconds = (now.ms - first.ms) / 1_000;
  const bytes = now.progress.readBytes - first.progress.readBytes;
  if (seconds < leastSeconds || bytes <= 0) return noPace;
  return {
    rowsPerSecond: Math.round((now.progress.rows - first.progress.rows) / seconds),
    secondsLeft: ((now.progress.totalBytes - now.progress.readBytes) * seconds) / bytes,
  };
}
