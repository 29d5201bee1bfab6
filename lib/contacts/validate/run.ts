import type { OnProgress, Progress } from "@/lib/contacts/engine";
import { Problem } from "@/lib/contract/problem";

/** One thing the engine is at: it tells how far it is, lets messages in, and can be stopped. */
export type Run = {
  /** To be called between pieces of work; rejects once the run was stopped. */
  pause(progress: () => Progress): Promise<void>;
};

const tellEveryMs = 100;
const workMs = 40;

export function createRun(onProgress: OnProgress, signal?: AbortSignal): Run {
  let told = 0;
  let rested = performance.now();
  return {
    async pause(progress) {
      const now = performance.now();
      if (now - rested < workMs) return;
      // A thread that never waits hears no message, not even the one that stops it.
      await new Promise((resolve) => setTimeout(resolve));
      rested = performance.now();
      if (signal?.aborted) throw stopped();
      if (now - told < tellEveryMs) return;
      told = now;
      onProgress(progress());
    },
  };
}

export const stopped = () => new Problem("bad_input", "Stopped.");
