import { Problem } from "@/lib/contract/problem";

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/** Limits the bytes of all answers in memory. Callers must release the bytes that they reserve. */
export function createMemoryBudget(maxBytes: number) {
  let bufferedBytes = 0;
  return {
    /** Throws a `busy` Problem if the budget is exceeded. */
    reserve(bytes: number, isSend = false) {
      if (bufferedBytes + bytes > maxBytes)
        throw new Problem("busy", "Many large answers are being read. Try again shortly.", {
          retryAfterSeconds: 2,
          outcome: isSend ? "unknown" : undefined,
        });
      bufferedBytes += bytes;
    },
    release(bytes: number) {
      bufferedBytes -= bytes;
    },
  };
}
