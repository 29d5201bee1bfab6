import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Derives a separate key for each use from the installation's secret. */
export const keyFor = (use: string, secret: string) =>
  createHmac("sha256", secret).update(`switchboard ${use}`).digest("hex");

export const sealOf = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** SHA-256 of the token. */
export const hashOf = (token: string | Uint8Array) => createHash("sha256").update(token).digest("base64url");

export const newToken = (bits = 128) => randomBytes(bits / 8).toString("base64url");

export function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Encrypts a text. `context` is authenticated, so that the ciphertext decrypts only for that context. */
export const sealText = (key: string, text: string, context: string) =>
  sealBytes(key, Buffer.from(text), context).toString("base64url");

/** Decrypts a text. Undefined if it was encrypted with another key or for another context. */
export const openText = (key: string, sealed: string, context: string): string | undefined =>
  openBytes(key, Buffer.from(sealed, "base64url"), context)?.toString("utf8");

export function sealBytes(key: string, bytes: Uint8Array, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function openBytes(key: string, bytes: Buffer, context: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Encrypts a text so that the same text always has the same ciphertext (synthetic IV, as in RFC 5297, with HMAC-SHA-256 and
 * AES-256-CTR). It shows only whether two texts are equal. `context` is authenticated.
 */
export function sealStable(key: string, text: string, context: string): string {
  const iv = stableIv(key, text, context);
  const cipher = createCipheriv("aes-256-ctr", stableKey(key), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]).toString("base64url");
}

/** Undefined if it was encrypted with another key or for another context. */
export function openStable(key: string, sealed: string, context: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < 16) return undefined;
  const iv = bytes.subarray(0, 16);
  const decipher = createDecipheriv("aes-256-ctr", stableKey(key), iv);
  const text = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString("utf8");
  return timingSafeEqual(stableIv(key, text, context), iv) ? text : undefined;
}

const stableKey = (key: string) => createHmac("sha256", key).update("cipher").digest();

const stableIv = (key: string, text: string, context: string) =>
  createHmac("sha256", key).update(`iv ${context}\0${text}`).digest().subarray(0, 16);
