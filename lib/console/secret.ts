import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A key of its own for each use, all from the one secret: no key of one use opens another. */
export const keyFor = (use: string, secret: string) =>
  createHmac("sha256", secret).update(`switchboard ${use}`).digest("hex");

export const sealOf = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** What the database keeps of a token: enough to know it again, too little to use it. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

export const newToken = (bits = 128) => randomBytes(bits / 8).toString("base64url");

export function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
