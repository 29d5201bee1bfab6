import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkSignature } from "./signature";

const body = Buffer.from('{"emoji":"☎","call_id":"c1"}');
const verify = (...input: Parameters<typeof checkSignature>) => checkSignature(...input).verdict;
const now = () => Math.floor(Date.now() / 1000);
const hmac = (...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac("sha256", "a secret of the platform"));

test("accepts Standard Webhooks, and nothing that was changed", () => {
  const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
  const at = new Date();
  const headers = {
    "webhook-id": "m1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("m1", at, body.toString()),
  };
  const signing = { kind: "standard", header: null, secrets: [secret] } as const;
  expect(verify(signing, headers, body)).toBe("signed");
  expect(verify(signing, headers, Buffer.from("{}"))).toBe("failed");
  expect(verify(signing, {}, body)).toBe("unsigned");
});

test.each([
  ["hex", () => hmac(body).digest("hex")],
  ["hex after its name", () => `sha256=${hmac(body).digest("hex")}`],
  ["base64", () => hmac(body).digest("base64")],
  ["time and body", () => `t=${now()},v1=${hmac(`${now()}.`, body).digest("hex")}`],
])("accepts an HMAC as %s", (_, sign) => {
  const signing = { kind: "hmac", header: "X-Signature", secrets: ["a secret of the platform"] } as const;
  expect(verify(signing, { "x-signature": sign() }, body)).toBe("signed");
  expect(verify({ ...signing, secrets: ["other"] }, { "x-signature": sign() }, body)).toBe("failed");
});

test("accepts a body of Standard Webhooks that is no JSON", () => {
  const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
  const form = "call_id=c1";
  const headers = {
    "webhook-id": "m1",
    "webhook-timestamp": String(now()),
    "webhook-signature": new Webhook(secret).sign("m1", new Date(now() * 1000), form),
  };
  expect(verify({ kind: "standard", header: null, secrets: [secret] }, headers, Buffer.from(form))).toBe("signed");
});

const standardSecret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
const standard = { kind: "standard", header: null, secrets: [standardSecret] } as const;
const hashed = { kind: "hmac", header: "X-Signature", secrets: ["a secret of the platform"] } as const;
const fixed = { kind: "header", header: "X-Secret", secrets: ["a secret of the platform"] } as const;
const sent = (time: number | string, signature = "v1,AAAA") => ({
  ...{ "webhook-id": "m1", "webhook-timestamp": String(time), "webhook-signature": signature },
});
const digest = "a".repeat(64);
const mismatch =
  "Its signature does not fit its body. Either the platform uses another secret, or the body was changed on its way.";

test.each<[string, Parameters<typeof checkSignature>[0], Record<string, string>, string]>([
  ["no header", standard, {}, "It has no header webhook-signature."],
  ["no ID", standard, { "webhook-signature": "v1,AAAA" }, "It has no header webhook-id."],
  ["another signature", standard, sent(now()), mismatch],
  [
    "no version",
    standard,
    sent(now(), "AAAA"),
    "Its header webhook-signature cannot be read as a signature of this kind.",
  ],
  ["no time", standard, sent("soon"), "The time in its header webhook-timestamp cannot be read."],
  ["an HMAC without its header", hashed, {}, "It has no header x-signature."],
  ["an HMAC of another text", hashed, { "x-signature": digest }, mismatch],
  ["no HMAC", hashed, { "x-signature": "v2 x" }, "Its header x-signature cannot be read as a signature of this kind."],
  [
    "another value",
    fixed,
    { "x-secret": "wrong" },
    "The value of its header x-secret is not the one that is stored here.",
  ],
  [
    "a secret that cannot be decrypted",
    { ...fixed, secrets: [] },
    { "x-secret": "wrong" },
    "The secret that is stored here cannot be read. It was stored with another SWITCHBOARD_SECRET.",
  ],
])("says why %s is no valid signature", (_, signing, headers, fault) => {
  expect(checkSignature(signing, headers, body).fault).toBe(fault);
});

test.each([
  [-780, "It was signed 13 min before it arrived, and at most 5 min are accepted."],
  [-90_000, "It was signed 1 d 1 h before it arrived, and at most 5 min are accepted."],
  [3_720, "Its time of signing is 1 h 2 min after it arrived, and at most 5 min are accepted."],
])("says how far a time of signing is off when it is off by %i s", (seconds, fault) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 28, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const time = now() + seconds;
  expect(checkSignature(standard, sent(time), body).fault).toContain(fault);
  expect(checkSignature(hashed, { "x-signature": `t=${time},v1=${digest}` }, body).fault).toContain(fault);
});

test("refuses an HMAC whose time is old", () => {
  const old = now() - 600;
  const headers = { "x-signature": `t=${old},v1=${hmac(`${old}.`, body).digest("hex")}` };
  expect(verify({ kind: "hmac", header: "X-Signature", secrets: ["a secret of the platform"] }, headers, body)).toBe(
    "failed",
  );
});

test("compares a fixed header", () => {
  const signing = { kind: "header", header: "X-Secret", secrets: ["abc"] } as const;
  expect(verify(signing, { "x-secret": "abc" }, body)).toBe("signed");
  expect(verify(signing, { "x-secret": "abd" }, body)).toBe("failed");
  expect(verify(signing, {}, body)).toBe("unsigned");
});
