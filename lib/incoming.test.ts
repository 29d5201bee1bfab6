import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { cleanRequest } from "./incoming";

const request = (headers: Record<string, string>) =>
  ({ headers: { ...headers }, socket: { remoteAddress: "203.0.113.7" } }) as unknown as IncomingMessage;

test("nobody's word about an address is taken, unless so many proxies vouch for it", () => {
  const forged = { "x-forwarded-for": "198.51.100.1, 198.51.100.2", "x-real-ip": "198.51.100.3" };
  expect(cleanRequest(request(forged), 0)).toBe("203.0.113.7");
  expect(cleanRequest(request(forged), 1)).toBe("198.51.100.2");
  expect(cleanRequest(request(forged), 2)).toBe("198.51.100.1");
  expect(cleanRequest(request({}), 1)).toBe("203.0.113.7");
});

test("headers that steer the framework are taken out; what it needs to know its own request by stays", () => {
  const given = request({
    "x-middleware-subrequest": "1",
    "x-nextjs-data": "1",
    "next-action": "1",
    "x-original-url": "/team",
    "x-http-method-override": "POST",
    "content-security-policy": "script-src *",
    "x-nonce": "guessed",
    "x-switchboard-path": "/",
    "x-nextjs-request-id": "a",
    rsc: "1",
  });
  cleanRequest(given, 0);
  expect(Object.keys(given.headers).sort()).toEqual(["rsc", "x-forwarded-for", "x-nextjs-request-id"]);
});
