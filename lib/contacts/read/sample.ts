import { type Encoding, type Format, limits } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/validate/check";
import type { BadText } from "./read-records";
import { textPiecesOf } from "./read-records";
import { createRecords } from "./records";

/** The first whole lines of a file; undefined in the place of a line that is longer than lines may be. */
export type Sample = { texts: readonly (string | undefined)[]; isWhole: boolean };

// A piece may be half as long as pieces can be, and a sample of one is enough.
const enoughBytes = limits.lineBytes / 2;

/** Reads the beginning of a file, past lines that are too long, however long they are: nothing of those is kept. */
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

type CellFormat = Pick<Format, "delimiter" | "quote" | "isSheet">;

/**
 * A sample's rows as cells, blank ones too, so that their places are those of the file. A line that is too long has none.
 * Once there are as many as are wanted no more of its texts are read.
 */
export function sampleRows(
  { texts }: Pick<Sample, "texts">,
  { delimiter, quote, isSheet }: CellFormat,
  wanted = Number.POSITIVE_INFINITY,
): string[][] {
  const rows: string[][] = [];
  const isContact = (cells: readonly string[]) => cells.length > 1 && cells.some(looksLikePhone);
  const records = createRecords({ delimiter, quote, isSheet, isContact, onRecord: (cells) => rows.push(cells) });
  for (const text of texts) {
    if (rows.length >= wanted) return rows;
    if (text !== undefined) records.push(text);
    else {
      records.end();
      rows.push([]);
    }
  }
  records.end();
  return rows;
}

/** Tells the line that is too long from the one that is blank: that has one cell. */
export const isLongLine = (cells: readonly string[]) => cells.length === 0;
