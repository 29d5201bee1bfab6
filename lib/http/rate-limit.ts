import { refused } from "@/lib/contract/problem";

const perSecond = 20;
const burst = 200;

/** A bucket of requests a person: refilled steadily, refused with a time to wait when empty. */
export function createRateLimit(now = performance.now.bind(performance)) {
  const buckets = new Map<string, { left: number; atMs: number }>();

  return (person: string) => {
    const nowMs = now();
    const bucket = buckets.get(person) ?? { left: burst, atMs: nowMs };
    const left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1000) * perSecond);
    if (buckets.size > 10_000) buckets.clear();
    buckets.set(person, { left: Math.max(0, left - 1), atMs: nowMs });
    if (left < 1)
      throw refused("rate_limited", "Too many requests at once. Wait a moment.", {
        retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / perSecond)),
      });
  };
}
