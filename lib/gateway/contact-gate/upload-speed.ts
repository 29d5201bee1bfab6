import type { Readable } from "node:stream";
import { Problem } from "@/lib/contract/problem";

/** Minimum speed of an upload: `paceBytes` in `paceMs`. */
export type UploadSpeed = { paceMs: number; paceBytes: number };

/**
 * Ends an upload whose sender is too slow. If bytes are buffered here, the list is being compared and the upload goes on.
 * Returns a function that stops the check.
 */
export function watchUploadSpeed(
  stream: Readable,
  { paceMs, paceBytes }: UploadSpeed,
  end: (problem: Problem) => void,
) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  stream.on("data", count).pause();
  const check = () => {
    const isStarved = stream.readableLength === 0 && !stream.readableEnded;
    if (isStarved && bytes < paceBytes) end(tooSlow());
    bytes = 0;
  };
  // Bytes that arrived while this thread was busy are read before the check.
  const timer = setInterval(() => setImmediate(check), paceMs).unref();
  return () => {
    clearInterval(timer);
    stream.off("data", count);
  };
}

const tooSlow = () =>
  new Problem("bad_input", "The file arrived too slowly. Nothing was sent.", { status: 408, outcome: "refused" });
