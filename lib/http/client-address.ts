import { isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * One spelling for each address: without port, brackets, quotes or zone; an IPv4 address mapped into IPv6 is that IPv4
 * address. Undefined for what is no address.
 */
export function clientAddress(written: string): string | undefined {
  const bare = written.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(bare) ?? [];
  const address = (bracketed ?? withPort ?? bare).replace(/%[\w.-]+$/, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const { address: canonical } = new SocketAddress({ address, family: "ipv6" });
  const mapped = /^::ffff:([\d.]+)$/.exec(canonical)?.[1];
  return mapped ?? canonical;
}

/** What counts as one visitor: an IPv4 address, or a network of IPv6, of which one visitor owns all 2^64 addresses. */
export function networkOf(address: string): string {
  const known = clientAddress(address) ?? address;
  if (!isIPv6(known)) return known;
  const [front = "", back] = known.split("::");
  const groups = front ? front.split(":") : [];
  const following = back ? back.split(":") : [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - following.length) }, () => "0");
  return [...groups, ...zeros, ...following].slice(0, 4).join(":");
}

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
