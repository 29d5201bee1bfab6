import type { Readable } from "node:stream";

export type Deadline = { signal: AbortSignal; end: (reason: unknown) => void; over: () => void };

type Watched = { asked?: AbortSignal | undefined; stream?: Readable | undefined };

/**
 * Fires after so long (of a stream: so long without moving), or when `asked` does. `over` lets go of everything at once:
 * AbortSignal.timeout and AbortSignal.any would outlive their request by the whole limit.
 */
export function deadlineAfter(ms: number, { asked, stream }: Watched): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("It took too long.", "TimeoutError")), ms).unref();
  const leave = () => controller.abort(asked?.reason);
  const move = () => void timer.refresh();
  if (asked?.aborted) leave();
  asked?.addEventListener("abort", leave);
  stream?.on("data", move).pause();

  const over = () => {
    clearTimeout(timer);
    asked?.removeEventListener("abort", leave);
    stream?.off("data", move);
  };
  return { signal: controller.signal, end: (reason) => controller.abort(reason), over };
}
