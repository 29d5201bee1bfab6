import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const minBytes = 1024;
const compressors = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compressors;

const isWorthCompressing = (body: string | Uint8Array) => body.length >= minBytes;

type Compressed = { body: string | Uint8Array; encoding?: Encoding };

export async function compress(
  body: string | Uint8Array,
  accepted: string | string[] | undefined,
): Promise<Compressed> {
  const encoding = isWorthCompressing(body) ? encodingIn(String(accepted ?? "")) : undefined;
  if (encoding === "br") {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { body: await compressors.br(body, { params }), encoding };
  }
  return encoding === "gzip" ? { body: await compressors.gzip(body, { level: 4 }), encoding } : { body };
}

export function encodingIn(accepted: string): Encoding | undefined {
  const codings = accepted.split(",").map((coding) =>
    coding
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const isAccepted = (name: Encoding) =>
    codings.some(([coding, weight = ""]) => coding === name && !/^q=0(\.0*)?$/.test(weight));
  return isAccepted("br") ? "br" : isAccepted("gzip") ? "gzip" : undefined;
}
