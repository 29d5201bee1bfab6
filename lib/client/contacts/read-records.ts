import type { Delimiter, Encoding } from "./plan";
import { createRecords, type OnRecord, tooLong } from "./records";
import { textPiecesOf } from "./text-pieces";

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
  const records = createRecords({ delimiter, isContact, onRecord });

  for await (const piece of textPiecesOf(file, encoding)) {
    if (piece.kind === "longLine") records.end();
    if (!records.isOpen()) onBlock?.(piece.start);
    if (piece.kind === "badText") return { startByte: piece.start, bytes: piece.bytes };
    if (piece.kind === "longLine") onRecord([], tooLong);
    else records.push(piece.text);
    if (await onPiece?.(piece.end)) return undefined;
  }
  records.end();
  return undefined;
}
