"use client";

import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time now, re-rendering once per step; undefined on the server and in the first browser render. */
export function useNow(stepMs = 1_000): number | undefined {
  const read = useCallback(() => Math.floor(Date.now() / stepMs) * stepMs, [stepMs]);
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** How often "… ago" can change for something this old. */
export function agoStep(ageMs: number): number {
  if (Math.abs(ageMs) < 60_000) return 1_000;
  return Math.abs(ageMs) < 3_600_000 ? 10_000 : 60_000;
}
