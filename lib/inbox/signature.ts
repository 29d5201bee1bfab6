import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { clock } from "@/lib/clock";
import { attempt } from "@/lib/format/attempt";
import { isSame } from "@/lib/secret";

export type Signing = {
  /** `standard`: Standard Webhooks. `hmac`: HMAC-SHA-256 over the body, or over time and body. `header`: a fixed secret. */
  kind: "none" | "standard" | "hmac" | "header";
  header: string | null;
  secret: string;
};

export type Verdict = "unsigned" | "signed" | "failed";

/** Checks an event by the raw bytes of its body. The platform's document names no signing, so an admin chooses it. */
export function verify({ kind, header, secret }: Signing, headers: IncomingHttpHeaders, body: Buffer): Verdict {
  if (kind === "none") return "unsigned";
  if (kind === "standard") {
    const isValid = attempt(() => new Webhook(secret).verify(body, headers as Record<string, string>)) !== undefined;
    return isValid ? "signed" : headers["webhook-signature"] === undefined ? "unsigned" : "failed";
  }
  const sent = headers[(header ?? "").toLowerCase()];
  if (typeof sent !== "string" || sent === "") return "unsigned";
  const isValid = kind === "header" ? isSame(sent, secret) : isHmac(sent, secret, body);
  return isValid ? "signed" : "failed";
}

const withinMs = 5 * 60_000;

/** The usual spellings: the digest alone, `sha256=…`, and `t=…,v1=…` with the time in what is signed. */
function isHmac(sent: string, secret: string, body: Buffer): boolean {
  const parts = sent.split(",").map((part) => /^\s*(?:(\w+)=)?(.*)$/s.exec(part)?.slice(1) ?? []);
  const time = parts.find(([name]) => name === "t")?.[1];
  const ms = time === undefined ? undefined : Number(time) * (time.length > 11 ? 1 : 1000);
  if (ms !== undefined && !(Math.abs(clock.nowMs() - ms) <= withinMs)) return false;
  const digest = (...signed: (string | Buffer)[]) =>
    signed.reduce((hmac, part) => hmac.update(part), createHmac("sha256", secret)).digest();
  const digests = time === undefined ? [digest(body)] : [digest(`${time}.`, body), digest(body, time)];
  const valid = digests.flatMap((bytes) => [
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
  ]);
  return parts.some(([, value = ""]) => valid.some((each) => isSame(value, each) || isSame(`${value}=`, each)));
}
