import type { Encoding } from "@/lib/contacts/plan";
import { createDecoder, markBytes } from "./decode";
import { piecesOf } from "./pieces";

/** Whole lines of a file and the bytes they stand in; one line that is longer than lines may be; or bytes that are no text. */
export type TextPiece = { start: number; end: number } & (
  | { kind: "lines"; text: string }
  | { kind: "longLine" }
  | { kind: "badText"; bytes: Uint8Array }
);

/** A file as text, piece by piece. What is bad is told, and what follows it is told too. */
export async function* textPiecesOf(file: Blob, encoding: Encoding): AsyncGenerator<TextPiece> {
  const decode = createDecoder(encoding);
  for await (const { bytes, start, isLongLine } of piecesOf(file, encoding)) {
    const at = { start, end: start + bytes.length };
    const body = start === 0 ? bytes.subarray(markBytes(bytes, encoding)) : bytes;
    if (isLongLine) yield { ...at, kind: "longLine" };
    else if (body.length > 0) yield { ...at, ...read(decode, body) };
  }
}

function read(decode: (bytes: Uint8Array) => string, bytes: Uint8Array) {
  try {
    return { kind: "lines", text: decode(bytes) } as const;
  } catch {
    return { kind: "badText", bytes: bytes.slice() } as const;
  }
}
