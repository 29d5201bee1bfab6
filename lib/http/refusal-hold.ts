import type { ServerResponse } from "node:http";
import { networkOf } from "./client-address";

type HoldOptions = {
  /** Refusals of one network per second that are sent at once, after the first `burst` ones. */
  perSecond?: number;
  /** Shared equally by all networks that were refused lately, so that a flood from many addresses slows down, too. */
  totalPerSecond?: number;
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
  const { perSecond = 5, totalPerSecond = 100, burst = 8, maxWaitMs = 10_000 } = options;
  const { maxHeld = Number.POSITIVE_INFINITY, maxNetworks = 10_000, now = () => performance.now() } = options;
  const burstMs = (burst * 1_000) / perSecond;
  const dueMs = new Map<string, number>();
  let held = 0;

  function next(network: string) {
    const nowMs = now();
    forgetFirst((leastRecentMs) => leastRecentMs <= nowMs);
    const intervalMs = 1_000 * Math.max(1 / perSecond, dueMs.size / totalPerSecond);
    const nextMs = Math.min(Math.max(dueMs.get(network) ?? 0, nowMs) + intervalMs, nowMs + burstMs + maxWaitMs);
    dueMs.delete(network);
    dueMs.set(network, nextMs);
    forgetFirst(() => dueMs.size > maxNetworks);
    return Math.max(0, nextMs - burstMs - nowMs);
  }

  /** Forgets networks, the least recent one first, while `isOver` is true for the time at which one is due. */
  function forgetFirst(isOver: (atMs: number) => boolean) {
    for (const [network, atMs] of dueMs) {
      if (!isOver(atMs)) return;
      dueMs.delete(network);
    }
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
