import type { Delimiter, Encoding } from "@/lib/contacts/plan";
import { clean, createRecords, hidden, type OnRecord, tooLong } from "./records";
import { textPiecesOf } from "./text-pieces";

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
