import type { ServerResponse } from "node:http";
import { networkOf } from "./client-address";

type HoldOptions = {
  /** Refusals of one network per second that are sent at once, after the first `burst` ones. */
  perSecond?: number;
  burst?: number;
  maxWaitMs?: number;
  /** Above this number, further refusals are sent at once. */
  maxHeld?: number;
  maxNetworks?: number;
  now?: () => number;
};

/**
 * Spaces out the refusals of each network (GCRA). Returns how long one has to wait. Clients wait for their answer before they
 * send again, so a flood of refused requests slows down. Of too many networks, the least recent one is forgotten.
 */
export function createRefusalHold(options: HoldOptions = {}) {
  const { perSecond = 5, burst = 8, maxWaitMs = 10_000, maxHeld = Number.POSITIVE_INFINITY } = options;
  const { maxNetworks = 10_000, now = () => performance.now() } = options;
  const intervalMs = 1_000 / perSecond;
  const burstMs = burst * intervalMs;
  const dueMs = new Map<string, number>();
  let held = 0;

  function next(network: string) {
    const nowMs = now();
    const nextMs = Math.min(Math.max(dueMs.get(network) ?? 0, nowMs) + intervalMs, nowMs + burstMs + maxWaitMs);
    dueMs.delete(network);
    dueMs.set(network, nextMs);
    const oldest = dueMs.size > maxNetworks ? dueMs.keys().next() : undefined;
    if (oldest && !oldest.done) dueMs.delete(oldest.value);
    return Math.max(0, nextMs - burstMs - nowMs);
  }

  return function hold(response: ServerResponse, address: string) {
    const waitMs = next(networkOf(address));
    if (waitMs === 0 || held >= maxHeld) return 0;
    held += 1;
    response.once("close", () => {
      held -= 1;
    });
    return waitMs;
  };
}

export const isRefusal = (status: number) => status >= 400;
