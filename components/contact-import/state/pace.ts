import type { Progress } from "@/lib/contacts/engine";

export type Moment = { ms: number; progress: Progress };

/** A check under way: where it began to be counted, and how far it is. */
export type Reading = { first: Moment; now: Moment };

/** Another reading begins where fewer bytes are read than before. */
export function readingAt(before: Reading | undefined, now: Moment): Reading {
  const isSame = before && now.progress.readBytes >= before.now.progress.readBytes;
  return { first: isSame ? before.first : now, now };
}

type Pace = { rowsPerSecond: number | undefined; secondsLeft: number | undefined };

export const noPace: Pace = { rowsPerSecond: undefined, secondsLeft: undefined };

const leastSeconds = 0.2;

/** How fast rows are read, and how long the rest takes so; nothing before there was time to tell. */
export function paceOf({ first, now }: Reading): Pace {
  const seconds = (now.ms - first.ms) / 1_000;
  const bytes = now.progress.readBytes - first.progress.readBytes;
  if (seconds < leastSeconds || bytes <= 0) return noPace;
  return {
    rowsPerSecond: Math.round((now.progress.rows - first.progress.rows) / seconds),
    secondsLeft: ((now.progress.totalBytes - now.progress.readBytes) * seconds) / bytes,
  };
}
