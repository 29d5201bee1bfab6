import { limits } from "@/lib/contacts/limits";
import type { Delimiter, Encoding } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import type { BadText } from "./read-records";
import { textPiecesOf } from "./read-records";
import { RecordParser } from "./records";

/** First whole lines of a file. An overlong line is undefined. */
export type Sample = { texts: readonly (string | undefined)[]; isWhole: boolean };

// A piece may have only half of the maximum size, and one piece is enough.
const enoughBytes = limits.lineBytes / 2;

/** Reads the beginning of a file. Overlong lines are skipped, not stored. */
export async function readSample(
  file: Blob,
  encoding: Encoding,
): Promise<Sample | { badText: BadText; rowsBefore: number }> {
  const texts: (string | undefined)[] = [];
  let bytes = 0;
  for await (const piece of textPiecesOf(file, encoding)) {
    if (bytes >= enoughBytes) return { texts, isWhole: false };
    if (piece.kind === "badText")
      return { badText: { startByte: piece.start, bytes: piece.bytes }, rowsBefore: linesIn(texts) };
    texts.push(piece.kind === "lines" ? piece.text : undefined);
    if (piece.kind === "lines") bytes += piece.end - piece.start;
  }
  return { texts, isWhole: true };
}

const linesIn = (texts: Sample["texts"]) => texts.reduce((sum, text) => sum + (text ?? "").split("\n").length, 0);

/**
 * Rows of a sample as cells, including blank ones, so that their positions match the file. An overlong line has no
 * cells. Stops once `maxRows` are read.
 */
export function sampleRows(
  { texts }: Pick<Sample, "texts">,
  delimiter: Delimiter,
  maxRows = Number.POSITIVE_INFINITY,
): string[][] {
  const rows: string[][] = [];
  const isContact = (cells: readonly string[]) => cells.length > 1 && cells.some(looksLikePhone);
  const records = new RecordParser({ delimiter, isContact, onRecord: (cells) => rows.push(cells) });
  for (const text of texts) {
    if (rows.length >= maxRows) return rows;
    if (text !== undefined) records.push(text);
    else {
      records.end();
      rows.push([]);
    }
  }
  records.end();
  return rows;
}

/** True for an overlong line, which has no cells. A blank line has one. */
export const isLongLine = (cells: readonly string[]) => cells.length === 0;
