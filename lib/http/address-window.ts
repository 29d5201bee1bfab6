import { networkOf } from "./client-address";

type Window = { most: number; withinMs: number; addresses?: number; now?: () => number };

/**
 * Counts what one address does within a sliding window, in memory. Answers 0, or how many milliseconds are left until the
 * address may go on; what was refused is not counted. Of too many addresses the longest known is forgotten.
 */
export function createAddressWindow({ most, withinMs, addresses = 20_000, now = () => performance.now() }: Window) {
  const times = new Map<string, number[]>();

  return function take(address: string): number {
    const network = networkOf(address);
    const nowMs = now();
    const recent = (times.get(network) ?? []).filter((at) => nowMs - at < withinMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= most) return first + withinMs - nowMs;
    times.delete(network);
    times.set(network, [...recent, nowMs]);
    const oldest = times.size > addresses ? times.keys().next() : undefined;
    if (oldest && !oldest.done) times.delete(oldest.value);
    return 0;
  };
}
