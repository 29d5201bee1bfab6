import type { Progress } from "@/lib/contacts/engine";

export type Moment = { ms: number; progress: Progress };
export type Pace = { rowsPerSecond: number | undefined; secondsLeft: number | undefined };

export const noPace: Pace = { rowsPerSecond: undefined, secondsLeft: undefined };

const leastSeconds = 0.2;

/** How fast rows were read between two moments, and how long the rest takes so; nothing before there was time to tell. */
export function paceOf(first: Moment, now: Moment): Pace {
  const seconds = (now.ms - first.ms) / 1_000;
  const bytes = now.progress.readBytes - first.progress.readBytes;
  if (seconds < leastSeconds || bytes <= 0) return noPace;
  return {
    rowsPerSecond: Math.round((now.progress.rows - first.progress.rows) / seconds),
    secondsLeft: ((now.progress.totalBytes - now.progress.readBytes) * seconds) / bytes,
  };
}
