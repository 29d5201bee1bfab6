import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { attempt } from "@/lib/format/attempt";

/** Parsing a text of this size keeps the event loop busy for a tenth of a second. */
const largestReadBytes = 2 * 1024 * 1024;
/** A small body can unpack to a very large one. */
const largestTextBytes = 32 * 1024 * 1024;

type Headers = Readonly<Record<string, string>>;

/** The first bytes of a body up to the limit. `isWhole` is false if there are more. */
export type Unpacked = { bytes: Buffer; isWhole: boolean };

const partial = { finishFlush: constants.Z_SYNC_FLUSH };
const unpackers: Readonly<Record<string, (body: Buffer) => Transform>> = {
  gzip: () => createGunzip(partial),
  "x-gzip": () => createGunzip(partial),
  // Many senders leave out the header that this encoding asks for.
  deflate: (body) => (hasZlibHeader(body) ? createInflate(partial) : createInflateRaw(partial)),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

const hasZlibHeader = (body: Buffer) =>
  body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b;

/**
 * A body without the encodings that its headers name, the last one first, up to `most` bytes. Proxies unpack bodies and leave the
 * header, or lose it. Undefined if it cannot be unpacked.
 */
export async function unpackBody(
  encoded: string | undefined,
  body: Buffer,
  most = largestReadBytes,
): Promise<Unpacked | undefined> {
  const named = (encoded ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => Object.hasOwn(unpackers, name));
  const encodings = named.length === 0 && isGzip(body) ? ["gzip"] : named;
  let bytes = body;
  for (const encoding of encodings.toReversed()) {
    if (looksPlain(bytes)) break;
    const next = await unpackWith(unpackers[encoding], bytes, most);
    if (!next) return undefined;
    bytes = next;
  }
  return { bytes: bytes.subarray(0, most), isWhole: bytes.length <= most };
}

const looksPlain = (bytes: Buffer) => /^\s*["[{]/.test(bytes.toString("latin1", 0, 64));

/** One byte more than `most`, if there are more. */
async function unpackWith(make: ((body: Buffer) => Transform) | undefined, body: Buffer, most: number) {
  if (!make) return undefined;
  const stream = make(body);
  const chunks: Buffer[] = [];
  let size = 0;
  stream.end(body);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) break;
    }
  } catch {
    return undefined;
  }
  return size === 0 && body.length > 0 ? undefined : Buffer.concat(chunks).subarray(0, most + 1);
}

/** The text of bytes without a byte order mark, in the charset of the headers. Wrong bytes are replaced. */
export function textOfBytes(headers: Headers, bytes: Buffer): string {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers["content-type"] ?? "")?.[1];
  const charset = wideCharset(bytes) ?? named ?? "utf-8";
  const decoder = attempt(() => new TextDecoder(charset)) ?? new TextDecoder();
  return decoder.decode(bytes);
}

/** UTF-16 by its mark, or by the zero beside the first sign of JSON. */
function wideCharset([first, second]: Buffer): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== undefined && first !== 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return "utf-16be";
  return undefined;
}

/** The text of a body, unpacked. Undefined if it cannot be unpacked. */
export async function textOfBody(headers: Headers, body: Buffer): Promise<string | undefined> {
  const unpacked = await unpackBody(headers["content-encoding"], body, largestTextBytes);
  return unpacked && textOfBytes(headers, unpacked.bytes);
}
