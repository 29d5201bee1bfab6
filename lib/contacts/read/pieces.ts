import { limits } from "@/lib/contacts/limits";
import type { Encoding } from "@/lib/contacts/plan";

/** Bytes of a file up to a line end, with their offset. Valid until the next piece is requested. */
type Piece = {
  bytes: Uint8Array;
  start: number;
  /** True for the beginning of an overlong line, whose rest is skipped. */
  isLongLine: boolean;
};

const pieceBytes = limits.lineBytes;

/**
 * Splits a file at line ends into pieces of at most 64 KB. No character, line end or row is cut. The split depends on
 * the file alone, never on the chunks of its stream.
 */
export async function* piecesOf(file: Blob, encoding: Encoding): AsyncGenerator<Piece> {
  const endOfLine = endOfLineIn(encoding);
  const buffer = new Uint8Array(pieceBytes);
  let filled = 0;
  let start = 0;
  let isSkipping = false;

  const piece = (length: number, isLongLine = false): Piece | undefined => {
    if (isSkipping) return undefined;
    return { bytes: buffer.subarray(0, length), start, isLongLine };
  };
  const drop = (length: number) => {
    buffer.copyWithin(0, length, filled);
    filled -= length;
    start += length;
  };

  for await (const chunk of chunksOf(file)) {
    for (let offset = 0; offset < chunk.length; ) {
      const copied = Math.min(chunk.length - offset, pieceBytes - filled);
      buffer.set(chunk.subarray(offset, offset + copied), filled);
      filled += copied;
      offset += copied;
      if (filled < pieceBytes) continue;
      const end: number = isSkipping ? endOfLine.first(buffer, filled) : endOfLine.last(buffer, filled);
      // The last two bytes may be half of a character or of a line end.
      const length = end > 0 ? end : filled - 2;
      const next = piece(length, end <= 0);
      if (next) yield next;
      drop(length);
      isSkipping = end <= 0;
    }
  }
  if (isSkipping) {
    const end = endOfLine.first(buffer, filled);
    drop(end > 0 ? end : filled);
    isSkipping = false;
  }
  yield { bytes: buffer.subarray(0, filled), start, isLongLine: false };
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {
      /* It fails only if reading failed, and that error is thrown already. */
    });
  }
}

type EndOfLine = Record<"first" | "last", (bytes: Uint8Array, filled: number) => number>;

const feed = 10;
const carriageReturn = 13;

/** Offset after the first or last line end; 0 if there is none. A lone carriage return ends a line too. */
function endOfLineIn(encoding: Encoding): EndOfLine {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const unit = isWide ? 2 : 1;
  const search = isWide ? searchWide(encoding === "utf-16le" ? 0 : 1) : searchBytes;
  return {
    first(bytes, filled) {
      const end = search(bytes, { filled, byte: feed });
      // A return before a feed belongs to the same line end, and so may a return at the very end.
      const searchEnd = end > 0 ? end - 2 * unit : filled - unit;
      return search(bytes, { filled: Math.max(searchEnd, 0), byte: carriageReturn }) || end;
    },
    last: (bytes, filled) =>
      search(bytes, { filled, byte: feed, isLast: true }) ||
      search(bytes, { filled: Math.max(filled - unit, 0), byte: carriageReturn, isLast: true }),
  };
}

type Search = (bytes: Uint8Array, options: { filled: number; byte: number; isLast?: boolean }) => number;

const searchBytes: Search = (bytes, { filled, byte, isLast }) =>
  bytes.subarray(0, filled)[isLast ? "lastIndexOf" : "indexOf"](byte) + 1;

function searchWide(low: 0 | 1): Search {
  const high = 1 - low;
  return (bytes, { filled, byte, isLast }) => {
    const units = filled >> 1;
    for (let step = 0; step < units; step += 1) {
      const offset = 2 * (isLast ? units - 1 - step : step);
      if (bytes[offset + low] === byte && bytes[offset + high] === 0) return offset + 2;
    }
    return 0;
  };
}
