import { lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

export type MayConnect = (address: string) => boolean;

/** False for loopback, private and reserved addresses and for strings that are no address. */
export function isPublicAddress(address: string) {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, "ipv4");
  return family === 6 && !refusedV6.check(address, "ipv6");
}

/** DNS lookup for a socket. Checks the addresses that it returns, so that DNS rebinding cannot bypass the check. */
export function guardedLookup(mayConnect: MayConnect): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !mayConnect(address));
      const first = addresses[0];
      if (refused || !first) return callback(new Error("the address is not on the public internet"), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

// Two lists, because BlockList also matches IPv4 addresses, as IPv4-mapped ones, against IPv6 subnets.
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
// All but 2000::/3, and in it the ranges that wrap IPv4 addresses or are for documentation.
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
