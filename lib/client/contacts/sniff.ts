import { looksLikePhone } from "./check";
import { createDecoder, markBytes, markedEncoding } from "./decode";
import { isBlank } from "./judge";
import { type Delimiter, delimiters, type Encoding, type Format } from "./plan";
import { createRecords } from "./records";

export const sampleBytes = 64 * 1024;

/** A file's kind as its first bytes tell it, where it is no text. */
export type Kind = "empty" | "zip" | "ole" | "pdf" | "gzip" | "image" | "binary" | "text";

export function kindOf(bytes: Uint8Array): Kind {
  if (bytes.length === 0) return "empty";
  const magic = signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  if (magic) return magic[0];
  return markedEncoding(bytes) === undefined && bytes.includes(0) && !wideEncoding(bytes) ? "binary" : "text";
}

const signatures: readonly (readonly [Kind, readonly number[]])[] = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["ole", [0xd0, 0xcf, 0x11, 0xe0]],
  ["pdf", [0x25, 0x50, 0x44, 0x46]],
  ["gzip", [0x1f, 0x8b]],
  ["image", [0x89, 0x50, 0x4e, 0x47]],
  ["image", [0xff, 0xd8, 0xff]],
];

/** The encoding by its mark, or by where its zero bytes are; else UTF-8, which is checked all the way through. */
export const sniffEncoding = (bytes: Uint8Array): Encoding => markedEncoding(bytes) ?? wideEncoding(bytes) ?? "utf-8";

/** UTF-16 without a mark: every other byte of plain letters is zero. */
function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = bytes.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  return even > half * 0.4 && odd < half * 0.05 ? "utf-16be" : undefined;
}

/** The text of a sample up to its last whole line; undefined where it is not in that encoding. */
export function sampleText(bytes: Uint8Array, encoding: Encoding, isWhole: boolean): string | undefined {
  const unit = encoding.startsWith("utf-16") ? 2 : 1;
  const body = bytes.subarray(markBytes(bytes, encoding));
  // A sample may end inside a character.
  for (let cut = 0; cut <= (isWhole ? 0 : 3); cut += 1) {
    try {
      const text = createDecoder(encoding)(body.subarray(0, Math.floor(body.length / unit) * unit - cut * unit));
      const end = text.lastIndexOf("\n");
      return isWhole || end === -1 ? text : text.slice(0, end);
    } catch {
      if (isWhole) return undefined;
    }
  }
  return undefined;
}

/** How a sample's rows are told apart, and where its contacts begin. */
export function sniffFormat(text: string, encoding: Encoding, known?: Delimiter): Format {
  const named = /^sep=(.)\s*(?:\n|$)/i.exec(text)?.[1];
  const delimiter = known ?? delimiters.find((each) => each === named) ?? sniffDelimiter(text);
  const rows = sampleRows(text, delimiter);
  const width = usualWidth(rows);
  const top = rows.findIndex((cells) => cells.length === width && !isBlank(cells) && !isSeparatorLine(cells));
  const skippedRows = Math.max(top, 0);
  const first = rows[skippedRows] ?? [];
  return { encoding, delimiter, skippedRows, hasHeader: !first.some(looksLikePhone) };
}

const isSeparatorLine = (cells: readonly string[]) => /^sep=/i.test(cells[0] ?? "");

/** A sample's rows as cells, blank ones too, so that their places are those of the file. */
export function sampleRows(text: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  const isContact = (cells: readonly string[]) => cells.length > 1 && cells.some(looksLikePhone);
  const records = createRecords({ delimiter, isContact, onRecord: (cells) => rows.push(cells) });
  records.push(text);
  records.end();
  return rows;
}

/** The separator that cuts most rows into the same number of cells, more than one. */
function sniffDelimiter(text: string): Delimiter {
  const lines = text.split("\n", 200).join("\n");
  const scored = delimiters.map((delimiter) => {
    const rows = sampleRows(lines, delimiter).filter((cells) => !isBlank(cells));
    const width = usualWidth(rows);
    const share = rows.filter((cells) => cells.length === width).length / Math.max(rows.length, 1);
    return { delimiter, score: width > 1 ? share + Math.min(width, 9) / 100 : 0 };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}

function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const cells of rows) if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0])[0];
}
