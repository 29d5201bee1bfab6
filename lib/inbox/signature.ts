import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { clock } from "@/lib/clock";
import { formatSpan } from "@/lib/format/format-time";
import { isSame } from "@/lib/secret";
import { keyOfStandard, type Signing } from "./signing-secret";

type Verdict = "unsigned" | "signed" | "failed";

/** `fault`: why the signature is missing or not valid, as a sentence without any part of a secret. */
export type SignatureCheck = { verdict: Verdict; fault: string | null };

const withinMs = 5 * 60_000;

/** Headers that sign a body as the platform would. */
export function signatureHeaders({ kind, header, secrets }: Signing, id: string, body: string): Record<string, string> {
  const [secret = ""] = secrets;
  const name = (header ?? "").toLowerCase();
  if (kind === "header") return { [name]: secret };
  if (kind === "hmac") return { [name]: createHmac("sha256", secret).update(body).digest("hex") };
  const key = kind === "standard" ? keyOfStandard(secret) : undefined;
  if (!key) return {};
  const time = String(Math.floor(clock.nowMs() / 1000));
  const digest = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": `v1,${digest}` };
}

/** Checks an event by the raw bytes of its body. The platform's document names no signing, so an admin chooses it. */
export function checkSignature(signing: Signing, headers: IncomingHttpHeaders, body: Buffer): SignatureCheck {
  const { kind, secrets } = signing;
  if (kind === "none") return { verdict: "unsigned", fault: null };
  const name = kind === "standard" ? "webhook-signature" : (signing.header ?? "").toLowerCase();
  const sent = headers[name];
  if (typeof sent !== "string" || sent === "") return { verdict: "unsigned", fault: `It has no header ${name}.` };
  if (secrets.length === 0)
    return failed("The secret that is stored here cannot be read. It was stored with another SWITCHBOARD_SECRET.");
  const fault = checks[kind]({ name, sent, secrets, headers, body });
  return fault === null ? { verdict: "signed", fault: null } : failed(fault);
}

const failed = (fault: string): SignatureCheck => ({ verdict: "failed", fault });

type Sent = { name: string; sent: string; secrets: readonly string[]; headers: IncomingHttpHeaders; body: Buffer };

/** Why a check fails; null if it does not. */
const checks: Readonly<Record<Exclude<Signing["kind"], "none">, (sent: Sent) => string | null>> = {
  standard: standardFault,
  hmac: hmacFault,
  header: ({ name, sent, secrets }) =>
    secrets.some((secret) => isSame(sent.trim(), secret))
      ? null
      : `The value of its header ${name} is not the one that is stored here.`,
};

const mismatch =
  "Its signature does not fit its body. Either the platform uses another secret, or the body was changed on its way.";

/** Standard Webhooks: a signature of ID, time and body in base64, or several of them. */
function standardFault({ name, sent, secrets, headers, body }: Sent): string | null {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]].map((value) => String(value ?? ""));
  if (!id || !time) return `It has no header ${id ? "webhook-timestamp" : "webhook-id"}.`;
  const signatures = sent.split(/\s+/).flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  if (signatures.length === 0) return unreadable(name);
  const late = timeFault("webhook-timestamp", time);
  if (late) return late;
  const valid = secrets.flatMap((secret) => {
    const key = keyOfStandard(secret);
    return key ? [createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest("base64")] : [];
  });
  if (valid.length === 0) return "The secret that is stored here is none for Standard Webhooks.";
  return signatures.some((signature) => valid.some((each) => isSame(signature, each))) ? null : mismatch;
}

/** The usual spellings: the digest alone, `sha256=…`, and `t=…,v1=…` with the time in what is signed. */
function hmacFault({ name, sent, secrets, body }: Sent): string | null {
  const parts = sent.split(",").map((part) => part.trim());
  const time = parts.find((part) => part.startsWith("t="))?.slice(2);
  // The last sign of base64 can be "=", so a part is not always a name with a value.
  const signatures = parts.flatMap((part) => [part, part.replace(/^\w+=/, "")]).filter(isDigest);
  if (signatures.length === 0) return unreadable(name);
  const late = time === undefined ? null : timeFault(name, time);
  if (late) return late;
  const valid = secrets.flatMap((secret) => digestsOf(secret, time, body));
  const isValid = (signature: string) =>
    valid.some(
      (each) => isSame(signature, each) || isSame(`${signature}=`, each) || isSame(signature.toLowerCase(), each),
    );
  return signatures.some(isValid) ? null : mismatch;
}

/** SHA-256 in hexadecimal digits or in base64. */
const isDigest = (text: string) => /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text);

function digestsOf(secret: string, time: string | undefined, body: Buffer): string[] {
  const digest = (...signed: (string | Buffer)[]) =>
    signed.reduce((hmac, part) => hmac.update(part), createHmac("sha256", secret)).digest();
  const digests = time === undefined ? [digest(body)] : [digest(`${time}.`, body), digest(body, time)];
  return digests.flatMap((bytes) => [bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")]);
}

const unreadable = (name: string) => `Its header ${name} cannot be read as a signature of this kind.`;

/** Seconds or milliseconds. Null if the time is near enough to now. */
function timeFault(name: string, text: string): string | null {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) * (text.length > 11 ? 1 : 1000) : undefined;
  if (ms === undefined) return `The time in its header ${name} cannot be read.`;
  const behindMs = clock.nowMs() - ms;
  if (Math.abs(behindMs) <= withinMs) return null;
  const far = formatSpan(Math.round(Math.abs(behindMs) / 1000), true);
  return behindMs > 0
    ? `It was signed ${far} before it arrived, and at most 5 min are accepted. It waited on its way, or a clock is wrong.`
    : `Its time of signing is ${far} after it arrived, and at most 5 min are accepted. A clock is wrong.`;
}
