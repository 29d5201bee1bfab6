import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { cleanRequest, isLocal, isMalformed } from "./clean-request";

const request = (headers: Record<string, string>) =>
  ({ headers: { ...headers }, socket: { remoteAddress: "203.0.113.7" } }) as unknown as IncomingMessage;

test("trusts x-forwarded-for only as far as the configured number of proxies", () => {
  const forged = { "x-forwarded-for": "198.51.100.1, 198.51.100.2", "x-real-ip": "198.51.100.3" };
  expect(cleanRequest(request(forged), 0)).toBe("203.0.113.7");
  expect(cleanRequest(request(forged), 1)).toBe("198.51.100.2");
  expect(cleanRequest(request(forged), 2)).toBe("198.51.100.1");
  expect(cleanRequest(request({}), 1)).toBe("203.0.113.7");
});

const spellings = [
  (n: number) => `10.0.${n}.1`,
  (n: number) => `203.0.113.9:${n}`,
  (n: number) => `[::ffff:203.0.113.9]:${n}`,
  () => "::ffff:203.0.113.9",
  () => "::FFFF:CB00:7109",
  (n: number) => `"[::ffff:203.0.113.9%eth${n}]"`,
  (n: number) => `unknown-${n}`,
  (n: number) => `_hidden${n}`,
  (n: number) => `203.0.113.${n}0.1`,
  (n: number) => `2001:db8::${n}, 203.0.113.9:${n}`,
];
const forgedAddresses = Array.from({ length: 50 }, (_, n) => spellings[n % spellings.length]?.(n) ?? "");

test("ignores forwarded addresses in any spelling when no proxy is trusted", () => {
  const addresses = forgedAddresses.map((forged) =>
    cleanRequest(request({ "x-forwarded-for": forged, "x-real-ip": forged }), 0),
  );
  expect(new Set(addresses)).toEqual(new Set(["203.0.113.7"]));
});

test("normalizes the address that one proxy reports, and falls back to the proxy's own", () => {
  const addresses = forgedAddresses.map((forged) =>
    cleanRequest(request({ "x-forwarded-for": `${forged}, 203.0.113.9` }), 1),
  );
  expect(new Set(addresses)).toEqual(new Set(["203.0.113.9"]));
  const lastHops = forgedAddresses
    .filter((forged) => !forged.startsWith("10."))
    .map((forged) => cleanRequest(request({ "x-forwarded-for": forged }), 1));
  expect(new Set(lastHops)).toEqual(new Set(["203.0.113.9", "203.0.113.7"]));
});

test("isLocal needs a loopback socket, host and origin, and no proxy header", () => {
  const here = "http://127.0.0.1:4700";
  const from = (remoteAddress: string, headers = {}, origin = here) =>
    isLocal(
      { headers: { host: "localhost:4700", ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage,
      origin,
    );
  expect([from("127.0.0.1"), from("::1"), from("::ffff:127.0.0.5"), from("::1", { host: "[::1]:4700" })]).toEqual(
    Array(4).fill(true),
  );
  expect([
    from("203.0.113.7"),
    from("127.0.0.1", { "x-forwarded-for": "127.0.0.1" }),
    from("127.0.0.1", { via: "1.1 a" }),
    from("127.0.0.1", { host: "console.example" }),
    from("127.0.0.1", { host: undefined }),
    from("127.0.0.1", {}, "https://console.example"),
  ]).toEqual(Array(6).fill(false));
});

test("isMalformed rejects absolute URLs, invalid encodings and two host headers", () => {
  const malformed = (url: string, rawHeaders = ["Host", "a"]) => isMalformed({ url, rawHeaders } as IncomingMessage);
  expect([malformed("/"), malformed("/team?a=%ff")]).toEqual([false, false]);
  expect([
    malformed("http://evil.example/"),
    malformed("*"),
    malformed("/%ff"),
    malformed("/", ["Host", "a", "HOST", "a"]),
  ]).toEqual([true, true, true, true]);
});

test("deletes headers that steer the framework, but not its request ID", () => {
  const forged = request({
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
  cleanRequest(forged, 0);
  expect(Object.keys(forged.headers).sort()).toEqual(["rsc", "x-forwarded-for", "x-nextjs-request-id"]);
});
