/** Differences up to this are clock drift; larger ones mean that a clock was set. */
const driftMs = 1_000;
const acceptAfterMs = 60_000;

/** Wall-clock time at the zero of this process's monotonic clock. */
let originMs: number | undefined;
/** The first measured `originMs`. It never moves, although later steps move the clock. */
let startedMs: number | undefined;
let pendingStep: { originMs: number; sinceMs: number } | undefined;

/** In a browser: how far the server's clock is ahead of the machine's. */
let offsetMs = 0;

/**
 * The only wall clock. On the server it follows the database, so that all processes agree. The monotonic clock carries it
 * between two measurements. In a browser it follows the server, because a browser's clock can be wrong by hours. Before the
 * first measurement it is the machine's clock. Measure durations within a process with `performance.now`.
 */
export const clock = {
  nowMs: (): number => (originMs === undefined ? Date.now() + offsetMs : Math.round(originMs + performance.now())),
  now: (): Date => new Date(clock.nowMs()),

  isSet: () => originMs !== undefined,

  /** When this process started, in milliseconds. */
  startedMs: (): number => startedMs ?? Date.now() - performance.now(),

  /**
   * Call in a browser with the server's time of an answer, and when the machine's clock says that the request was sent. The clock
   * moves only as far as it must, so that a slow answer does not shift it.
   */
  follow(serverMs: number, sentMs: number) {
    if (!Number.isFinite(serverMs)) return;
    const [least, most] = [serverMs - Date.now(), serverMs - sentMs];
    if (least <= most) offsetMs = Math.min(Math.max(offsetMs, least), most);
  },

  /** In a browser: the machine's clock, for the `sentMs` of `follow` and what the query cache goes by. */
  machineMs: () => Date.now(),
  /** In a browser: a time of the machine's clock, in the server's. */
  fromMachine: (ms: number) => ms + offsetMs,
  /** In a browser: a time of the server, in the machine's clock. */
  toMachine: (ms: number) => ms - offsetMs,

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
    offsetMs = 0;
  },
};
