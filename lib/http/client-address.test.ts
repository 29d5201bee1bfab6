import { expect, test } from "vitest";
import { clientAddress, networkOf } from "./client-address";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  [" 192.0.2.7 ", "192.0.2.7"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
  ['"[2001:db8::1]"', "2001:db8::1"],
  ["[2001:DB8:0:0::0001]:8080", "2001:db8::1"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
])("normalizes %s to %s", (written, address) => {
  expect(clientAddress(written)).toBe(address);
});

test.each([
  "",
  "unknown",
  "_hidden",
  "192.0.2",
  "192.0.2.256",
  "0x7f.1",
  "3221225991",
  "192.0.2.7:",
  "[192.0.2.7",
  "a:b",
  "192.0.02.7",
  "1.2.3.4.5",
])("returns undefined for %j", (written) => {
  expect(clientAddress(written)).toBeUndefined();
});

test("networkOf maps an IPv6 /64 network to one key, and keeps IPv4 addresses apart", () => {
  expect(networkOf("2001:db8:7:9::1")).toBe(networkOf("2001:0DB8:7:9:ffff::2"));
  expect(networkOf("2001:db8:7:9::1")).not.toBe(networkOf("2001:db8:7:a::1"));
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
});
