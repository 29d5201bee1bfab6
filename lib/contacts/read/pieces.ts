import { type Encoding, limits } from "@/lib/contacts/plan";

/** Bytes of a file that end where a line ends, and where they begin in it. They are good until the next piece is asked for. */
export type Piece = {
  bytes: Uint8Array;
  start: number;
  /** The beginning of one line that is longer than lines may be; the rest of it is passed over. */
  isLongLine: boolean;
};

const pieceBytes = limits.lineBytes;

/**
 * A file in pieces of at most 64 KB that end with a line, so that no character, line end or row is ever cut. Where the
 * pieces end depends on the file alone, never on how its bytes come in.
 */
export async function* piecesOf(file: Blob, encoding: Encoding): AsyncGenerator<Piece> {
  const endOfLine = endOfLineIn(encoding);
  const buffer = new Uint8Array(pieceBytes);
  let filled = 0;
  let start = 0;
  let isPassingOver = false;

  const piece = (length: number, isLongLine = false): Piece | undefined => {
    if (isPassingOver) return undefined;
    return { bytes: buffer.subarray(0, length), start, isLongLine };
  };
  const drop = (length: number) => {
    buffer.copyWithin(0, length, filled);
    filled -= length;
    start += length;
  };

  for await (const chunk of chunksOf(file)) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, pieceBytes - filled);
      buffer.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < pieceBytes) continue;
      const end: number = isPassingOver ? endOfLine.first(buffer, filled) : endOfLine.last(buffer, filled);
      // The last two bytes may be half of a character or of a line end.
      const length = end > 0 ? end : filled - 2;
      const next = piece(length, end <= 0);
      if (next) yield next;
      drop(length);
      isPassingOver = end <= 0;
    }
  }
  if (isPassingOver) {
    const end = endOfLine.first(buffer, filled);
    drop(end > 0 ? end : filled);
    isPassingOver = false;
  }
  yield { bytes: buffer.subarray(0, filled), start, isLongLine: false };
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type EndOfLine = Record<"first" | "last", (bytes: Uint8Array, filled: number) => number>;

const feed = 10;
const carriageReturn = 13;

/** Where the first or last line of some bytes ends: behind its line feed, or behind a return by itself; 0 for nowhere. */
function endOfLineIn(encoding: Encoding): EndOfLine {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const unit = isWide ? 2 : 1;
  const search = isWide ? searchWide(encoding === "utf-16le" ? 0 : 1) : searchBytes;
  return {
    first(bytes, filled) {
      const end = search(bytes, { filled, wanted: feed });
      // A return right before a feed is of the same line end, and so may the last of all be.
      const before = end > 0 ? end - 2 * unit : filled - unit;
      return search(bytes, { filled: Math.max(before, 0), wanted: carriageReturn }) || end;
    },
    last: (bytes, filled) =>
      search(bytes, { filled, wanted: feed, isLast: true }) ||
      search(bytes, { filled: Math.max(filled - unit, 0), wanted: carriageReturn, isLast: true }),
  };
}

type Search = (bytes: Uint8Array, sought: { filled: number; wanted: number; isLast?: boolean }) => number;

const searchBytes: Search = (bytes, { filled, wanted, isLast }) =>
  bytes.subarray(0, filled)[isLast ? "lastIndexOf" : "indexOf"](wanted) + 1;

function searchWide(low: 0 | 1): Search {
  const high = 1 - low;
  return (bytes, { filled, wanted, isLast }) => {
    const units = filled >> 1;
    for (let step = 0; step < units; step += 1) {
      const at = 2 * (isLast ? units - 1 - step : step);
      if (bytes[at + low] === wanted && bytes[at + high] === 0) return at + 2;
    }
    return 0;
  };
}
