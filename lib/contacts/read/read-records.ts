import type { Delimiter, Encoding } from "@/lib/contacts/plan";
import { bomBytes, createDecoder } from "./decode";
import { piecesOf } from "./pieces";
import { clean, hidden, type OnRecord, RecordParser, tooLong } from "./records";

export type ReadOptions = {
  encoding: Encoding;
  delimiter: Delimiter;
  /** 1 for each row that the workbook hides. */
  hiddenRows?: Uint8Array | undefined;
  /** Row number of the first line of the text; 1 by default. */
  firstRow?: number;
  isContact: (cells: readonly string[]) => boolean;
  onRecord: OnRecord;
  /** Called if a row begins at a known byte, from which the file can be read again. */
  onBlock?: (startByte: number) => void;
  /** Called between pieces. Returning true stops the reading. */
  onPiece?: (readBytes: number) => boolean | undefined | Promise<boolean | undefined>;
};

/** Lines with bytes that are invalid in the encoding, and their offset. */
export type BadText = { startByte: number; bytes: Uint8Array };

/**
 * Reads the rows of a file in one pass without storing them. Stops early and returns the lines if they are invalid in
 * the encoding.
 */
export async function readRecords(file: Blob, options: ReadOptions): Promise<BadText | undefined> {
  const { encoding, onBlock, onPiece } = options;
  const onRecord = options.hiddenRows?.length ? markHidden(options.hiddenRows, options) : options.onRecord;
  const records = new RecordParser({ ...options, onRecord });

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

/** Whole lines with their byte range, an overlong line, or bytes that are invalid in the encoding. */
type TextPiece = { start: number; end: number } & (
  | { kind: "lines"; text: string }
  | { kind: "longLine" }
  | { kind: "badText"; bytes: Uint8Array }
);

/** Decodes a file piece by piece. Continues after bytes that are invalid in the encoding. */
export async function* textPiecesOf(file: Blob, encoding: Encoding): AsyncGenerator<TextPiece> {
  const decode = createDecoder(encoding);
  for await (const { bytes, start, isLongLine } of piecesOf(file, encoding)) {
    const range = { start, end: start + bytes.length };
    const body = start === 0 ? bytes.subarray(bomBytes(bytes, encoding)) : bytes;
    if (isLongLine) yield { ...range, kind: "longLine" };
    else if (body.length > 0) yield { ...range, ...decodePiece(decode, body) };
  }
}

function decodePiece(decode: (bytes: Uint8Array) => string, bytes: Uint8Array) {
  try {
    return { kind: "lines", text: decode(bytes) } as const;
  } catch {
    return { kind: "badText", bytes: bytes.slice() } as const;
  }
}
