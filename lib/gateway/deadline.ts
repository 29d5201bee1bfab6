import type { Readable } from "node:stream";

export type Deadline = {
  /** Calls back when it ends, or at once where it has ended. There is one who listens. */
  onEnd: (listen: (reason: Error) => void) => void;
  end: (reason: Error) => void;
  over: () => void;
};

type Watched = { asked?: AbortSignal | undefined; stream?: Readable | undefined };

/**
 * Ends after so long (of a stream: so long without moving), or when `asked` does. `over` lets go of everything at once:
 * AbortSignal.timeout and AbortSignal.any would outlive their request by the whole limit.
 */
export function deadlineAfter(ms: number, { asked, stream }: Watched): Deadline {
  let ended: Error | undefined;
  let listener: ((reason: Error) => void) | undefined;
  const end = (reason: Error) => {
    if (ended) return;
    ended = reason;
    listener?.(reason);
  };
  const timer = setTimeout(() => end(new DOMException("It took too long.", "TimeoutError")), ms).unref();
  const leave = () => end(asked?.reason);
  const move = () => void timer.refresh();
  if (asked?.aborted) leave();
  asked?.addEventListener("abort", leave);
  stream?.on("data", move).pause();

  return {
    onEnd(listen) {
      listener = listen;
      if (ended) listen(ended);
    },
    end,
    over() {
      listener = undefined;
      clearTimeout(timer);
      asked?.removeEventListener("abort", leave);
      stream?.off("data", move);
    },
  };
}
