import { type Delimiter, delimiters, type Encoding, type Format } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/validate/check";
import { isBlank } from "@/lib/contacts/validate/validate-row";
import { lineEnd, markedEncoding } from "./decode";
import { findHeader, isContactOnTop, type Rows } from "./find-header";
import { isLongLine, type Sample, sampleRows } from "./sample";

export const sampleBytes = 64 * 1024;

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

/** How a sample's rows are told apart, and where its contacts begin. */
export function sniffFormat(sample: Pick<Sample, "texts">, encoding: Encoding, known?: Delimiter | "sheet"): Format {
  if (known === "sheet")
    return {
      ...withHeader(sampleRows(sample, { delimiter: ",", isSheet: true }), { encoding, delimiter: "," }),
      isSheet: true,
    };
  const named = /^sep=(.)\s*(?:\n|$)/i.exec(sample.texts[0] ?? "")?.[1];
  const delimiter = known ?? delimiters.find((each) => each === named) ?? sniffDelimiter(sample);
  const read = { encoding, delimiter, ...sniffQuote(sample, delimiter) };
  return withHeader(sampleRows(sample, read), read);
}

function withHeader(rows: Rows, read: Pick<Format, "encoding" | "delimiter" | "quote">): Format {
  const header = findHeader(rows);
  if (header !== undefined) return { ...read, skippedRows: header, hasHeader: true };
  const width = usualWidth(bodyOf(rows));
  const top = rows.findIndex((cells) => cells.length === width && !isBlank(cells) && !isSeparatorLine(cells));
  const hasHeader = !isContactOnTop(rows, Math.max(top, 0));
  return { ...read, skippedRows: hasHeader ? Math.max(top, 0) : withLongLines(rows, top), hasHeader };
}

const isSeparatorLine = (cells: readonly string[]) => /^sep=/i.test(cells[0] ?? "");

/** Where there is no header, a line right above the first contact that is too long is a contact to fix, no title. */
function withLongLines(rows: Rows, top: number): number {
  const above = rows.slice(0, top).findLastIndex((cells) => !isLongLine(cells));
  return above + 1;
}

const scoredRows = 200;

/** The separator under whose rows a header is found; else the one that cuts most rows into the same number of cells. */
function sniffDelimiter({ texts }: Pick<Sample, "texts">): Delimiter {
  const lines = texts.flatMap((text) => text?.split(lineEnd) ?? []);
  // One after the other, as a row of many lines may end far behind the first ones.
  const blocks = Array.from({ length: Math.ceil(lines.length / scoredRows) }, (_, at) =>
    lines.slice(at * scoredRows, (at + 1) * scoredRows).join("\n"),
  );
  const scored = delimiters.map((delimiter) => {
    const quote = sniffQuote({ texts: blocks.slice(0, 1) }, delimiter);
    const rows = sampleRows({ texts: blocks }, { delimiter, ...quote }, scoredRows);
    const header = findHeader(rows);
    const body = (header === undefined ? bodyOf(rows) : rows.slice(header)).filter((cells) => !isBlank(cells));
    const width = usualWidth(body);
    const share = body.filter((cells) => cells.length === width).length / Math.max(body.length, 1);
    const even = width > 1 ? share + Math.min(width, 9) / 100 : 0;
    return { delimiter, score: even + (header === undefined ? 0 : 2) };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}

/** Apostrophes around cells, where no cell stands between quotation marks and hardly any begins with an apostrophe alone. */
function sniffQuote({ texts }: Pick<Sample, "texts">, delimiter: Delimiter): { quote?: "'" } {
  const lines = texts.flatMap((text) => text?.split(lineEnd) ?? []).filter((line) => line.trim() !== "");
  const cut = `(?:^|\\${delimiter})[ ]*`;
  const count = (pattern: string) => lines.filter((line) => new RegExp(pattern).test(line)).length;
  const closed = count(`${cut}'(?:[^']|'')+'[ ]*(?=\\${delimiter}|$)`);
  if (closed * 2 < lines.length && closed < fewestQuoted) return {};
  const isOther = count(`${cut}"`) > 0 || count(`${cut}'`) * nearlyAll > closed;
  return isOther ? {} : { quote: "'" };
}

const fewestQuoted = 3;
const nearlyAll = 0.9;

/** The rows from the first that looks like a contact, so that what is written above a list does not count; else all. */
function bodyOf(rows: Rows): Rows {
  const first = rows.findIndex((cells) => cells.length > 1 && cells.some(looksLikePhone));
  return rows.slice(Math.max(first, 0));
}

/** How many cells most rows have. */
export function usualWidth(rows: Rows): number {
  const counts = new Map<number, number>();
  for (const cells of rows) if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0])[0];
}
