import { Problem } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";

/** Circuit breaker. Opens for `restMs` after `limit` outages in a row, so that requests to a dead platform fail at once. */
export function createBreaker({ limit = 5, restMs: openMs = 3000, now = performance.now.bind(performance) } = {}) {
  let failures = 0;
  let openUntilMs = 0;
  let lastMessage = "";

  return {
    /** Throws while the circuit is open, then lets one request through. It stays open `openMs` longer for low priority. */
    check(isSend: boolean, isLowPriority = false) {
      if (failures < limit) return;
      const remainingMs = openUntilMs + (isLowPriority ? openMs : 0) - now();
      if (remainingMs > 0) throw openProblem(lastMessage, { remainingMs, isSend });
      openUntilMs = now() + openMs;
    },
    isOpen: () => failures >= limit && now() < openUntilMs,
    succeeded() {
      failures = 0;
    },
    failed({ message }: Problem) {
      failures += 1;
      lastMessage = message;
      if (failures >= limit) openUntilMs = now() + openMs;
    },
  };
}

function openProblem(lastMessage: string, { remainingMs, isSend }: { remainingMs: number; isSend: boolean }) {
  const next = isSend ? "This was not sent. Try again in a moment." : "Switchboard tries again by itself in a moment.";
  return new Problem("upstream-resting", `${asSentence(lastMessage)} ${next}`, {
    retryAfterSeconds: Math.ceil(remainingMs / 1000),
    outcome: isSend ? "refused" : undefined,
  });
}
