import { lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

export type MayConnect = (address: string) => boolean;

/** Whether an address is on the public internet, and not this computer, its network or a reserved range. */
export function isPublicAddress(address: string) {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, "ipv4");
  return family === 6 && !refusedV6.check(address, "ipv6");
}

/** A lookup for a socket that vets what it is about to connect to: nothing can change between the check and the use. */
export function guardedLookup(mayConnect: MayConnect): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => !mayConnect(address));
      const first = addresses[0];
      if (bad || !first) return callback(new Error("the address is not on the public internet"), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

// Two lists: one alone would take IPv4 addresses for the IPv6 addresses that wrap them.
const refusedV4 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  refusedV4.addSubnet(network, prefix, "ipv4");
const refusedV6 = new BlockList();
// Everything but 2000::/3, and in it what wraps an IPv4 address or is for documentation.
for (const [network, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  refusedV6.addSubnet(network, prefix, "ipv6");
