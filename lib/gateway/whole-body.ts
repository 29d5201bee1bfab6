import { Problem } from "@/lib/contract/problem";
import type { MemoryBudget } from "./memory-budget";

type Limits = { mostBytes: number; budget: MemoryBudget; isSend: boolean };

/** The bytes of an answer, held within the budget until they are let go of, whatever becomes of them. */
export function createWholeBody({ mostBytes, budget, isSend }: Limits) {
  const chunks: Buffer[] = [];
  let bufferedBytes = 0;

  return {
    /** Throws when it is more than an answer may have, or there is no room for it. */
    take(chunk: Buffer) {
      if (bufferedBytes + chunk.length > mostBytes) throw tooLarge(mostBytes, isSend);
      budget.take(chunk.length, isSend);
      bufferedBytes += chunk.length;
      chunks.push(chunk);
    },
    bytes(): Buffer {
      const [first] = chunks;
      return first && chunks.length === 1 ? first : Buffer.concat(chunks);
    },
    letGo() {
      budget.giveBack(bufferedBytes);
      bufferedBytes = 0;
    },
  };
}

const tooLarge = (bytes: number, isSend: boolean) => {
  const size = bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1048576)} MiB`;
  return new Problem("upstream-too-large", `The API's answer is larger than ${size}.`, {
    outcome: isSend ? "unknown" : undefined,
  });
};
