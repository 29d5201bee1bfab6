import type { Delimiter, Encoding } from "@/lib/contacts/plan";
import { createDecoder, markBytes } from "./decode";
import { piecesOf } from "./pieces";
import { clean, createRecords, hidden, type OnRecord, tooLong } from "./records";

export type ReadOptions = {
  encoding: Encoding;
  delimiter: Delimiter;
  quote?: "'" | undefined;
  isSheet?: boolean | undefined;
  /** 1 for each row of the file that its workbook does not show. */
  hiddenRows?: Uint8Array | undefined;
  /** Where in the file the text begins, as the number of its first row. */
  firstRow?: number;
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
  const { encoding, onBlock, onPiece } = options;
  const onRecord = options.hiddenRows?.length ? markHidden(options.hiddenRows, options) : options.onRecord;
  const records = createRecords({ ...options, onRecord });

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

function markHidden(hiddenRows: Uint8Array, { onRecord, firstRow = 1 }: ReadOptions): OnRecord {
  let row = firstRow - 1;
  return (cells, damage) => {
    row += 1;
    onRecord(cells, damage === clean && hiddenRows[row - 1] === 1 ? hidden : damage);
  };
}

/** Whole lines of a file and the bytes they stand in; one line that is longer than lines may be; or bytes that are no text. */
type TextPiece = { start: number; end: number } & (
  | { kind: "lines"; text: string }
  | { kind: "longLine" }
  | { kind: "badText"; bytes: Uint8Array }
);

/** A file as text, piece by piece. What is bad is reported, and what follows it is reported too. */
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
