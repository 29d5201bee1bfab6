import { Problem } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";

export type Breaker = {
  /** Throws at once while the platform is left to rest; lets one request through when the rest is over, a patient one later. */
  pass(isSend: boolean, isPatient?: boolean): void;
  succeeded(): void;
  failed(problem: Problem): void;
};

/** Rests for `restMs` after `limit` outages in a row, so that a dead platform costs milliseconds, not a timeout each. */
export function createBreaker({ limit = 5, restMs = 3000, now = performance.now.bind(performance) } = {}): Breaker {
  let failures = 0;
  let restsUntil = 0;
  let last = "";

  return {
    pass(isSend, isPatient = false) {
      if (failures < limit) return;
      const leftMs = restsUntil + (isPatient ? restMs : 0) - now();
      if (leftMs > 0) throw restingProblem(last, { leftMs, isSend });
      restsUntil = now() + restMs;
    },
    succeeded() {
      failures = 0;
    },
    failed({ message }) {
      failures += 1;
      last = message;
      if (failures >= limit) restsUntil = now() + restMs;
    },
  };
}

function restingProblem(last: string, { leftMs, isSend }: { leftMs: number; isSend: boolean }) {
  const next = isSend ? "This was not sent. Try again in a moment." : "Switchboard tries again by itself in a moment.";
  return new Problem("upstream-resting", `${asSentence(last)} ${next}`, {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
    outcome: isSend ? "refused" : undefined,
  });
}
