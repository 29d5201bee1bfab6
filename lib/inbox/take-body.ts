import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "@/lib/contract/problem";
import type { MemoryBudget } from "@/lib/gateway/memory-budget";

export const largestBodyBytes = 10 * 1024 * 1024;
/** What is kept of a larger body. */
const cutBytes = 256 * 1024;
const withinMs = 30_000;

export type TakenBody = {
  body: Buffer;
  /** Bytes as sent, which can be more than `body`. */
  size: number;
  isCut: boolean;
  /** Gives back the memory that the body took. Call it once. */
  release: () => void;
};

/**
 * Reads a body by the bytes that come, whatever its headers say. Of one beyond the limit the first part is kept, and the rest is
 * read and dropped. Throws a `busy` Problem if there is no memory, or if the body is not whole in time.
 */
export async function takeBody(request: IncomingMessage, budget: MemoryBudget): Promise<TakenBody> {
  let reserved = 0;
  const release = () => {
    budget.release(reserved);
    reserved = 0;
  };
  const timer = new AbortController();
  const timeout = sleep(withinMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Problem("busy", "The body did not arrive whole in time.", { retryAfterSeconds: 5 });
  });
  async function take() {
    let chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestBodyBytes) {
        if (reserved > cutBytes) {
          chunks = [Buffer.concat(chunks).subarray(0, cutBytes)];
          budget.release(reserved - cutBytes);
          reserved = cutBytes;
        }
        continue;
      }
      budget.reserve(chunk.length);
      reserved += chunk.length;
      chunks.push(chunk);
    }
    return { body: Buffer.concat(chunks), size, isCut: size > largestBodyBytes, release };
  }
  timeout.catch(() => {});
  try {
    return await Promise.race([take(), timeout]);
  } catch (error) {
    release();
    request.destroy();
    throw error;
  } finally {
    timer.abort();
  }
}
