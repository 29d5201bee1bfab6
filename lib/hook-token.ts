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

const tokenInText = /(\\?\/hooks\\?\/)[a-z2-7]{28}([a-z2-7]{4})(?![a-z0-9])/g;

/** Replaces all but the last four signs of each address of ours. */
export const maskTokens = (text: string) => text.replace(tokenInText, "$1…$2");

/** The token of the local platform's own webhook, which both ends make from its key. */
export const tokenForKey = (platformKey: string) =>
  tokenFrom(createHmac("sha256", platformKey).update("switchboard hooks").digest().subarray(0, 20));
