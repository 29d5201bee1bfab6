import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

const decompressors = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  bare: promisify(inflateRaw),
};

/** Some servers send raw deflate data without the zlib header. */
const deflateOf = (bytes: Uint8Array) => (((bytes[0] ?? 0) & 0x0f) === 8 ? "zlib" : "bare");

/**
 * Decompresses an answer, for platforms that ignore our `accept-encoding: identity`. Undefined if the result exceeds
 * `maxBytes`. Returns the bytes unchanged if the encoding is unknown. Throws if they are corrupt.
 */
export async function decompress(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer | undefined> {
  const encodingName = encoding.trim().toLowerCase();
  const name = encodingName === "deflate" ? deflateOf(bytes) : encodingName;
  if (bytes.length === 0 || !Object.hasOwn(decompressors, name)) return bytes;
  const run = decompressors[name as keyof typeof decompressors];
  return run(bytes, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
}
