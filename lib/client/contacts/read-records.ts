import { createDecoder, markBytes } from "./decode";
import { piecesOf } from "./pieces";
import type { Delimiter, Encoding } from "./plan";
import { createRecords, type OnRecord, tooLong } from "./records";

export type ReadOptions = {
  encoding: Encoding;
  delimiter: Delimiter;
  isContact: (cells: readonly string[]) => boolean;
  onRecord: OnRecord;
  /** Called where a row begins at a byte that is known: the file can be read again from there. */
  onBlock?: (startByte: number) => void;
  /** Called between pieces; true ends the reading. */
  onPiece?: (readBytes: number) => boolean | undefined | Promise<boolean | undefined>;
};

/** Lines that are not in the encoding they were read in, and where they begin. */
export type BadText = { startByte: number; bytes: Uint8Array };

/** Reads a file once, row by row, from its first byte to its last, and keeps nothing of it. Ends early at bad text. */
export async function readRecords(file: Blob, options: ReadOptions): Promise<BadText | undefined> {
  const { encoding, delimiter, isContact, onRecord, onBlock, onPiece } = options;
  const decode = createDecoder(encoding);
  const records = createRecords({ delimiter, isContact, onRecord });

  for await (const { bytes, start, isLongLine } of piecesOf(file, encoding)) {
    const body = start === 0 ? bytes.subarray(markBytes(bytes, encoding)) : bytes;
    if (isLongLine) records.end();
    if (!records.isOpen()) onBlock?.(start);
    if (isLongLine) onRecord([], tooLong);
    else if (body.length > 0) {
      const text = decoded(decode, body);
      if (text === undefined) return { startByte: start, bytes: body.slice() };
      records.push(text);
    }
    if (await onPiece?.(start + bytes.length)) return undefined;
  }
  records.end();
  return undefined;
}

function decoded(decode: (bytes: Uint8Array) => string, bytes: Uint8Array): string | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}
