import type { ReactNode } from "react";

type ToastTone = "ok" | "fault" | "wait" | "unknown";

export type ToastInput = { tone?: ToastTone; title: string; body?: ReactNode; action?: ReactNode };

export type ToastEntry = ToastInput & { id: number; tone: ToastTone };

const MOST_TOASTS = 4;

/** What is left of them on another page: a fault belongs to the page it happened on, the rest go by themselves. */
export const leavePage = (queue: readonly ToastEntry[]) => queue.filter(({ tone }) => tone !== "fault");

/** The newest last; when full, the oldest that is not a fault leaves first. */
export function addToast(queue: readonly ToastEntry[], entry: ToastEntry): ToastEntry[] {
  if (queue.length < MOST_TOASTS) return [...queue, entry];
  const leaving = queue.find((each) => each.tone !== "fault") ?? queue[0];
  return [...queue.filter((each) => each !== leaving), entry];
}
