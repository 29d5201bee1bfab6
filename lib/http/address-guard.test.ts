import { expect, test } from "vitest";
import { guardedLookup, isPublicAddress } from "./address-guard";

test.for([
  ...[
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
  ],
  ...[
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "192.0.2.7",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
  ],
  ...[
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "2001::1",
    "not an address",
    "",
  ],
])("refuses %s", (address) => expect(isPublicAddress(address)).toBe(false));

test.for(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450::1"])(
  "accepts %s",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("refuses a host name that resolves to a refused address", async () => {
  const lookup = guardedLookup(isPublicAddress);
  const error = await new Promise((resolve) => lookup("localhost", {}, resolve));
  expect(error).toMatchObject({ message: "the address is not on the public internet" });
});
