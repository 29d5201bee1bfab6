import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

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

/** Seals a text so that only this installation reads it, and only in the place it was sealed for. */
export function sealText(key: string, text: string, place: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Undefined where it was sealed by another secret or for another place. */
export function openText(key: string, sealed: string, place: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
