import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

const unpackers = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  bare: promisify(inflateRaw),
};

/** Some send what they deflated without the header that belongs before it. */
const deflateOf = (bytes: Uint8Array) => (((bytes[0] ?? 0) & 0x0f) === 8 ? "zlib" : "bare");

/**
 * The bytes of an answer that came packed, though it was asked for as it is; an unknown packing leaves them as they came.
 * Undefined where they would be more than `mostBytes`. Throws where they cannot be unpacked.
 */
export async function unpacked(bytes: Buffer, encoding: string, mostBytes: number): Promise<Buffer | undefined> {
  const given = encoding.trim().toLowerCase();
  const name = given === "deflate" ? deflateOf(bytes) : given;
  if (bytes.length === 0 || !Object.hasOwn(unpackers, name)) return bytes;
  const unpack = unpackers[name as keyof typeof unpackers];
  return unpack(bytes, { maxOutputLength: mostBytes }).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
}
