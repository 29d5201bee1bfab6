import { refused } from "@/lib/contract/problem";

const perSecond = 20;
const burst = 200;

/** Token bucket per person. Throws a Problem with the time to wait if it is empty. */
export function createRateLimit(now = performance.now.bind(performance)) {
  const buckets = new Map<string, { tokens: number; updatedMs: number }>();

  return (person: string) => {
    const nowMs = now();
    const bucket = buckets.get(person) ?? { tokens: burst, updatedMs: nowMs };
    const tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.updatedMs) / 1000) * perSecond);
    if (buckets.size > 10_000) buckets.clear();
    buckets.set(person, { tokens: Math.max(0, tokens - 1), updatedMs: nowMs });
    if (tokens < 1)
      throw refused("rate_limited", "Too many requests at once. Wait a moment.", {
        retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / perSecond)),
      });
  };
}
