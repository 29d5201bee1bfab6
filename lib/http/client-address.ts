import { isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * Normalizes an address: no port, brackets, quotes or zone, and IPv4-mapped IPv6 becomes IPv4. Undefined if it is no
 * address.
 */
export function clientAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(bare) ?? [];
  const address = (bracketed ?? withPort ?? bare).replace(/%[\w.-]+$/, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const { address: canonical } = new SocketAddress({ address, family: "ipv6" });
  const mapped = /^::ffff:([\d.]+)$/.exec(canonical)?.[1];
  return mapped ?? canonical;
}

/** Identifies one visitor: an IPv4 address, or an IPv6 /64 network, because one visitor owns all of its addresses. */
export function networkOf(address: string): string {
  const normalized = clientAddress(address) ?? address;
  if (!isIPv6(normalized)) return normalized;
  const [front = "", back] = normalized.split("::");
  const groups = front ? front.split(":") : [];
  const following = back ? back.split(":") : [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - following.length) }, () => "0");
  return [...groups, ...zeros, ...following].slice(0, 4).join(":");
}

type WindowOptions = { most: number; withinMs: number; addresses?: number; now?: () => number };

/**
 * Sliding-window limit per address, in memory. Returns 0, or the milliseconds until the next call is allowed. Refused
 * calls are not counted. Above `addresses` entries, the least recent one is dropped.
 */
export function createAddressWindow({
  most,
  withinMs,
  addresses = 20_000,
  now = () => performance.now(),
}: WindowOptions) {
  const times = new Map<string, number[]>();

  return function count(address: string): number {
    const network = networkOf(address);
    const nowMs = now();
    const recent = (times.get(network) ?? []).filter((timeMs) => nowMs - timeMs < withinMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= most) return first + withinMs - nowMs;
    times.delete(network);
    times.set(network, [...recent, nowMs]);
    const oldest = times.size > addresses ? times.keys().next() : undefined;
    if (oldest && !oldest.done) times.delete(oldest.value);
    return 0;
  };
}
