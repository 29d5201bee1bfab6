import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verify } from "./signature";

const body = Buffer.from('{"emoji":"☎","call_id":"c1"}');
const now = () => Math.floor(Date.now() / 1000);
const hmac = (...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac("sha256", "s3cret"));

test("accepts Standard Webhooks, and nothing that was changed", () => {
  const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
  const at = new Date();
  const headers = {
    "webhook-id": "m1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("m1", at, body.toString()),
  };
  const signing = { kind: "standard", header: null, secret } as const;
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
  const signing = { kind: "hmac", header: "X-Signature", secret: "s3cret" } as const;
  expect(verify(signing, { "x-signature": sign() }, body)).toBe("signed");
  expect(verify({ ...signing, secret: "other" }, { "x-signature": sign() }, body)).toBe("failed");
});

test("refuses an HMAC whose time is old", () => {
  const old = now() - 600;
  const headers = { "x-signature": `t=${old},v1=${hmac(`${old}.`, body).digest("hex")}` };
  expect(verify({ kind: "hmac", header: "X-Signature", secret: "s3cret" }, headers, body)).toBe("failed");
});

test("compares a fixed header", () => {
  const signing = { kind: "header", header: "X-Secret", secret: "abc" } as const;
  expect(verify(signing, { "x-secret": "abc" }, body)).toBe("signed");
  expect(verify(signing, { "x-secret": "abd" }, body)).toBe("failed");
  expect(verify(signing, {}, body)).toBe("unsigned");
});
