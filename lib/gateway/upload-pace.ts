import type { Readable } from "node:stream";
import { Problem } from "@/lib/contract/problem";

type Pace = { paceMs: number; paceBytes: number };

/**
 * Ends an upload that its sender lets trickle: fewer than `paceBytes` in `paceMs`. A platform that takes the file slowly
 * is not the sender's doing: then bytes lie here, waiting to be passed on. Answers how to stop watching.
 */
export function watchPace(stream: Readable, { paceMs, paceBytes }: Pace, end: (problem: Problem) => void) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  stream.on("data", count).pause();
  const look = setInterval(() => {
    const isStarved = stream.readableLength === 0 && !stream.readableEnded;
    if (isStarved && bytes < paceBytes) end(tooSlow());
    bytes = 0;
  }, paceMs).unref();
  return () => {
    clearInterval(look);
    stream.off("data", count);
  };
}

const tooSlow = () =>
  new Problem("bad_input", "The file arrived too slowly, and the upload was ended.", {
    status: 408,
    outcome: "unknown",
  });

export const brokenOff = (hasLeft: boolean) =>
  new Problem("bad_input", "The upload broke off before its end.", { outcome: hasLeft ? "unknown" : "refused" });
