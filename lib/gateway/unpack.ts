import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

const decompressors = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * Decompresses an answer, for platforms that ignore our `accept-encoding: identity`. Undefined if the result exceeds
 * `maxBytes`. Returns the bytes unchanged if the encoding is unknown. Throws if they are corrupt.
 */
export async function decompress(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer | undefined> {
  const name = encoding.trim().toLowerCase();
  if (bytes.length === 0 || !Object.hasOwn(decompressors, name)) return bytes;
  const run = decompressors[name as keyof typeof decompressors];
  return run(bytes, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
}
