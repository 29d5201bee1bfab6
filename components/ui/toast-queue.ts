import type { ReactNode } from "react";

export type ToastTone = "ok" | "fault" | "wait" | "odd";

export type ToastInput = { tone?: ToastTone; title: string; body?: ReactNode; action?: ReactNode };

export type ToastEntry = ToastInput & { id: number; tone: ToastTone };

const MOST_TOASTS = 4;

/** The newest last; when full, the oldest that is not a fault leaves first. */
export function addToast(queue: readonly ToastEntry[], entry: ToastEntry): ToastEntry[] {
  if (queue.length < MOST_TOASTS) return [...queue, entry];
  const leaving = queue.find((each) => each.tone !== "fault") ?? queue[0];
  return [...queue.filter((each) => each !== leaving), entry];
}
