import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import { clock } from "@/lib/clock";

/** Server render time in ms. Used as the current time until hydration. */
export const RenderedAtContext = createContext<number | undefined>(undefined);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Current time in ms, updated once per step. Until hydration it is the server render time. */
export function useNow(stepMs = 1_000): number | undefined {
  const read = useCallback(() => Math.floor(clock.nowMs() / stepMs) * stepMs, [stepMs]);
  const renderedAt = useContext(RenderedAtContext);
  return useSyncExternalStore(subscribe, read, () => renderedAt);
}

/** A value computed from the current time in ms. The component is drawn again only when this value changes. */
export function useNowOf<Value extends string | number>(compute: (nowMs: number | undefined) => Value): Value {
  const renderedAt = useContext(RenderedAtContext);
  return useSyncExternalStore(
    subscribe,
    () => compute(clock.nowMs()),
    () => compute(renderedAt),
  );
}

/** Update interval in ms of a relative time of this age. */
export function agoStep(ageMs: number): number {
  if (Math.abs(ageMs) < 60_000) return 1_000;
  return Math.abs(ageMs) < 3_600_000 ? 10_000 : 60_000;
}
