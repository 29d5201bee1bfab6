"use client";

import { useEffect, useRef, useState } from "react";
import type { Progress } from "@/lib/contacts/engine";

/** The pace of one reading of the list. Another reading begins where fewer bytes are read than before. */
export function usePace(progress: Progress | undefined): Pace {
  const first = useRef<Moment>(undefined);
  const [pace, setPace] = useState(noPace);
  useEffect(() => {
    if (!progress) return;
    const now = { ms: performance.now(), progress };
    if (!first.current || progress.readBytes < first.current.progress.readBytes) first.current = now;
    setPace(paceOf(first.current, now));
  }, [progress]);
  return pace;
}

type Moment = { ms: number; progress: Progress };
type Pace = { rowsPerSecond: number | undefined; secondsLeft: number | undefined };

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
