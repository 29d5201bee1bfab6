import { expect, test } from "vitest";
import { connectionChecks } from "./connection-checks";
import type { NetworkAnswer, NetworkResult } from "./network-check";

const now = Date.parse("2026-11-20T06:00:00Z");
const answer: NetworkAnswer = {
  status: 401,
  headers: { "content-type": "application/json" },
  text: "{}",
  ms: 12,
  aheadMs: 400,
  certificate: { subject: "voice-api.example", issuer: "A Signer", validTo: new Date("2027-01-20T06:00:00Z") },
};
const result: NetworkResult = {
  url: new URL("https://voice-api.example/v1/webhooks"),
  addresses: ["203.0.113.7", "2001:db8::7"],
  answer,
  failure: undefined,
};
const check = (id: string, overrides: Partial<NetworkResult> = {}) =>
  connectionChecks({ ...result, ...overrides }, now).find((candidate) => candidate.id === id);

test("shows a certificate's issuer and its remaining days", () => {
  expect(check("certificate")).toMatchObject({
    outcome: "ok",
    message: "Valid for 61 days more.",
    notes: ["for voice-api.example, from A Signer, until 2027-01-20"],
  });
  const soon = { ...answer, certificate: { subject: "a", issuer: "b", validTo: new Date("2026-11-21T07:00:00Z") } };
  expect(check("certificate", { answer: soon })).toMatchObject({
    outcome: "look",
    message: "Valid for 1 day more. It expires soon.",
  });
});

test.each([
  ["CERT_HAS_EXPIRED", "has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "is self-signed"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "for another name"],
])("reports a fault of the certificate, not of the connection, when it is invalid (%s)", (failure, words) => {
  const failed = { answer: undefined, failure };
  expect(check("connection", failed)?.outcome).toBe("ok");
  expect(check("certificate", failed)).toMatchObject({ outcome: "fault", message: expect.stringContaining(words) });
});

test("warns about http, except on a loopback address", () => {
  expect(check("certificate", { url: new URL("http://voice-api.example/v1/webhooks") })?.outcome).toBe("look");
  for (const host of ["127.0.0.1:4000", "localhost", "[::1]:4000"])
    expect(check("certificate", { url: new URL(`http://${host}/v1/webhooks`) })?.outcome).toBe("skipped");
});

test("warns about an HTML page with a 401, and reports a fault with a 200", () => {
  const page = {
    ...answer,
    headers: { "content-type": "text/html", server: "nginx" },
    text: "<title> Sign in </title>",
  };
  expect(check("page", { answer: { ...page, status: 401 } })).toMatchObject({
    outcome: "look",
    message: expect.stringContaining("“Sign in”"),
    notes: ["server: nginx"],
  });
  expect(check("page", { answer: { ...page, status: 200 } })?.outcome).toBe("fault");
  expect(check("page")).toBeUndefined();
});

test("skips the clock check when the answer has no date", () => {
  expect(check("clock", { answer: { ...answer, aheadMs: undefined } })?.outcome).toBe("skipped");
  expect(check("clock", { answer: { ...answer, aheadMs: -45_000 } })).toMatchObject({
    outcome: "look",
    message: expect.stringContaining("45 s behind"),
  });
});
