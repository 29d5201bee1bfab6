import { clock } from "@/lib/clock";

/** Watches for jumps of the clock over a minimum: it followed the database's, or the machine slept. */
export function watchClockJumps(minMs: number) {
  const startedMs = clock.nowMs();
  let skipped = { fromMs: startedMs, toMs: startedMs };
  let looked = { atMs: startedMs, monotonicMs: performance.now() };

  function look() {
    const now = { atMs: clock.nowMs(), monotonicMs: performance.now() };
    const jumpMs = now.atMs - looked.atMs - (now.monotonicMs - looked.monotonicMs);
    if (jumpMs > minMs) skipped = { fromMs: now.atMs - jumpMs, toMs: now.atMs };
    looked = now;
  }

  return {
    startedMs,
    /** Call often: a jump is noted when it is looked for. */
    look,
    /** True if the last jump passed over a time. */
    hasSkipped(at: Date) {
      look();
      return at.getTime() > skipped.fromMs && at.getTime() <= skipped.toMs;
    },
  };
}
