/** Between two measures, by how much a clock may be off without having been set. */
const driftMs = 1_000;
const believedAfterMs = 60_000;

/** What the time was when the monotonic clock of this process stood at zero. */
let originMs: number | undefined;
let leap: { originMs: number; sinceMs: number } | undefined;

/**
 * The one clock. On the server it is the database's, so that all processes agree, carried on between two measures by the
 * monotonic clock; in a browser, and before the first measure, it is the machine's own. Spans within a process are measured by
 * `performance.now`.
 */
export const clock = {
  nowMs: (): number => (originMs === undefined ? Date.now() : Math.round(originMs + performance.now())),
  now: (): Date => new Date(clock.nowMs()),

  isSet: () => originMs !== undefined,

  /**
   * Takes note of what the database's clock says at this moment. A clock that was set is believed after a minute: one that is
   * wrong for a moment ends no session, removes no history and sends nothing early.
   */
  adjust(databaseMs: number) {
    const monotonicMs = performance.now();
    const measuredMs = databaseMs - monotonicMs;
    const isNear = (otherMs: number) => Math.abs(measuredMs - otherMs) <= driftMs;
    if (originMs === undefined || isNear(originMs)) {
      originMs = measuredMs;
      leap = undefined;
    } else if (!leap || !isNear(leap.originMs)) leap = { originMs: measuredMs, sinceMs: monotonicMs };
    else if (monotonicMs - leap.sinceMs >= believedAfterMs) {
      originMs = measuredMs;
      leap = undefined;
    }
  },

  /** Back to the machine's own clock. */
  reset() {
    originMs = undefined;
    leap = undefined;
  },
};
