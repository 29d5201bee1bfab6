"use client";

import { useEffect, useRef, useState } from "react";
import type { Progress } from "@/lib/contacts/engine";
import { type Moment, noPace, type Pace, paceOf } from "./pace";

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
