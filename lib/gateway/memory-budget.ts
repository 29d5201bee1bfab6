import { Problem } from "@/lib/contract/problem";

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/** Bytes of all answers that may be held at once. What is taken must be given back. */
export function createMemoryBudget(mostBytes: number) {
  let bufferedBytes = 0;
  return {
    /** Throws a `busy` Problem when there is no room. */
    take(bytes: number, isSend = false) {
      if (bufferedBytes + bytes > mostBytes)
        throw new Problem("busy", "Many large answers are being read. Try again shortly.", {
          retryAfterSeconds: 2,
          outcome: isSend ? "unknown" : undefined,
        });
      bufferedBytes += bytes;
    },
    giveBack(bytes: number) {
      bufferedBytes -= bytes;
    },
  };
}
