import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "@/lib/contract/problem";
import type { MemoryBudget } from "@/lib/gateway/memory-budget";
import { leastBytesPerSecond, type OpenRequest } from "./places";

export const largestBodyBytes = 10 * 1024 * 1024;
/** Stored length of a larger body. */
const cutBytes = 256 * 1024;
const withinMs = 30_000;
/** Within each of these times a least part must come. */
const paceMs = 5_000;

type TakeOptions = {
  budget: MemoryBudget;
  /** Counts the bytes that came. */
  place: Pick<OpenRequest, "bytes" | "isReceiving">;
  /** Aborted when another request needs the place. */
  givenUp: AbortSignal;
};

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
 * read and dropped. Throws a `busy` Problem if there is no memory, if the body is too slow, or if another request needs its place.
 */
export async function takeBody(request: IncomingMessage, { budget, place, givenUp }: TakeOptions): Promise<TakenBody> {
  let reserved = 0;
  const release = () => {
    budget.release(reserved);
    reserved = 0;
  };
  const timer = new AbortController();
  const stop = AbortSignal.any([timer.signal, givenUp]);
  const tooSlow = watchPace(place, stop).catch(() => {
    throw new Problem("busy", "The body did not arrive whole in time.", { retryAfterSeconds: 5 });
  });
  async function take() {
    let chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      place.bytes = size;
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
  try {
    return await Promise.race([take(), tooSlow]);
  } catch (error) {
    release();
    request.destroy();
    throw error;
  } finally {
    place.isReceiving = false;
    timer.abort();
  }
}

/** Rejects when a body is too slow, and when it is stopped. */
async function watchPace(place: Pick<OpenRequest, "bytes">, signal: AbortSignal): Promise<never> {
  const least = (leastBytesPerSecond * paceMs) / 1_000;
  let before = 0;
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += paceMs) {
    await sleep(paceMs, undefined, { signal, ref: false });
    if (place.bytes - before < least) break;
    before = place.bytes;
  }
  throw new Error("too slow");
}
