/** Differences up to this are clock drift; larger ones mean that a clock was set. */
const driftMs = 1_000;
const acceptAfterMs = 60_000;

/** Wall-clock time at the zero of this process's monotonic clock. */
let originMs: number | undefined;
/** The first measured `originMs`. It never moves, although later steps move the clock. */
let startedMs: number | undefined;
let pendingStep: { originMs: number; sinceMs: number } | undefined;

/**
 * The only wall clock. On the server it follows the database, so that all processes agree. The monotonic clock carries it
 * between two measurements. In a browser, and before the first measurement, it is the machine's clock. Measure durations
 * within a process with `performance.now`.
 */
export const clock = {
  nowMs: (): number => (originMs === undefined ? Date.now() : Math.round(originMs + performance.now())),
  now: (): Date => new Date(clock.nowMs()),

  isSet: () => originMs !== undefined,

  /** When this process started, in milliseconds. */
  startedMs: (): number => startedMs ?? Date.now() - performance.now(),

  /**
   * Call with the database's time of this moment. A step is accepted only after a minute. A clock that is wrong for a moment
   * must not end sessions, remove history or send early.
   */
  adjust(databaseMs: number) {
    const monotonicMs = performance.now();
    const measuredMs = databaseMs - monotonicMs;
    startedMs ??= measuredMs;
    const isNear = (otherMs: number) => Math.abs(measuredMs - otherMs) <= driftMs;
    if (originMs === undefined || isNear(originMs)) {
      originMs = measuredMs;
      pendingStep = undefined;
    } else if (!pendingStep || !isNear(pendingStep.originMs))
      pendingStep = { originMs: measuredMs, sinceMs: monotonicMs };
    else if (monotonicMs - pendingStep.sinceMs >= acceptAfterMs) {
      originMs = measuredMs;
      pendingStep = undefined;
    }
  },

  /** Returns to the machine's clock. */
  reset() {
    originMs = undefined;
    startedMs = undefined;
    pendingStep = undefined;
  },
};
