import { createHmac, randomBytes } from "node:crypto";
import { hashOf } from "@/lib/secret";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const prefix = "/hooks/";

/** 160 random bits in base32 (RFC 4648, section 6), in lower case: 32 signs that no sender changes. */
export const newHookToken = () => tokenFrom(randomBytes(20));

/** The token that 20 bytes stand for. */
function tokenFrom(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

/** The token of a request's path, with or without a slash after it. Undefined for any other path. */
export function tokenIn(path: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).replace(/\/+$/, "") : undefined;
}

export const hookPath = (token: string) => prefix + token;

export const tokenHash = (token: string) => hashOf(`hook ${token}`);

/** Senders echo an address as text of JSON, of a URL inside a URL, and of HTML. */
const slash = String.raw`(?:\\*\/|%(?:25)*2f|\\+u002f|&#(?:x2f|47);|&sol;)`;
const percent = "%(?:25)*";
const tokenInText = new RegExp(
  `(hooks${slash}+)((?:[a-z2-7]|${percent}(?:6[1-9a-f]|7[0-9a]|3[2-7])){32})(?![a-z0-9])`,
  "gi",
);

/** Replaces all but the last four signs of each address of ours, however it is written. */
export const maskTokens = (text: string) =>
  text.replace(tokenInText, (_, path: string, token: string) => `${path}…${plain(token).slice(-4)}`);

const plain = (text: string) =>
  text.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The token of the local platform's own webhook, which both ends make from its key. */
export const tokenForKey = (platformKey: string) =>
  tokenFrom(createHmac("sha256", platformKey).update("switchboard hooks").digest().subarray(0, 20));
