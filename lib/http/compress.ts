import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const leastBytes = 1024;
const packers = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof packers;

export const isWorthPacking = (body: string | Uint8Array) => body.length >= leastBytes;

type Packed = { body: string | Uint8Array; encoding?: Encoding };

/** A body as small as the browser can read it, packed on another thread. */
export async function compress(body: string | Uint8Array, accepted: string | string[] | undefined): Promise<Packed> {
  const encoding = isWorthPacking(body) ? encodingIn(String(accepted ?? "")) : undefined;
  if (encoding === "br") {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { body: await packers.br(body, { params }), encoding };
  }
  return encoding === "gzip" ? { body: await packers.gzip(body, { level: 4 }), encoding } : { body };
}

/** The better of those that an `accept-encoding` names and does not turn down. */
export function encodingIn(accepted: string): Encoding | undefined {
  const named = accepted.split(",").map((each) =>
    each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const isTaken = (name: Encoding) =>
    named.some(([each, weight = ""]) => each === name && !/^q=0(\.0*)?$/.test(weight));
  return isTaken("br") ? "br" : isTaken("gzip") ? "gzip" : undefined;
}
