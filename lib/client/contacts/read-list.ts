import { Problem } from "@/lib/contract/problem";
import { type Counted, createRowCounter } from "./row-counter";
import { createSha256 } from "./sha256";

export type ReadList = Counted & { bytes: number; sha256: string };

type Reading = {
  onProgress: (readBytes: number) => void;
  /** Lets others have their turn; a thread of its own needs none. */
  rest?: () => Promise<void>;
  signal?: AbortSignal;
};

const pieceCharacters = 64 * 1024;

/** Reads a contact list once from beginning to end: its rows, its bytes and their SHA-256. Nothing of it is kept. */
export async function readList(file: Blob, { onProgress, rest, signal }: Reading): Promise<ReadList> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const counter = createRowCounter();
  const hash = createSha256();
  let bytes = 0;

  async function take(text: string) {
    // Small pieces: rows die young, and nobody waits long.
    for (let at = 0; at < text.length; at += pieceCharacters) {
      counter.push(text.slice(at, at + pieceCharacters));
      await rest?.();
      signal?.throwIfAborted();
    }
  }

  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      hash.update(next.value);
      bytes += next.value.length;
      await take(decode(decoder, next.value));
      onProgress(bytes);
    }
    await take(decode(decoder));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return { ...counter.end(), bytes, sha256: hash.digest() };
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new Problem("bad_input", "This file is not UTF-8 text all the way through. Save it as CSV UTF-8.");
  }
}
