import { type Delimiter, delimiters, type Encoding, type Format } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import { isBlank } from "@/lib/contacts/validate/validate-row";
import { bomEncoding, lineEnd } from "./decode";
import { findHeader, isContactOnTop, type Rows } from "./find-header";
import { isLongLine, type Sample, sampleRows } from "./sample";

export const sampleBytes = 64 * 1024;

/** Encoding by byte order mark, or by the position of zero bytes. Otherwise UTF-8, which is validated while reading. */
export const sniffEncoding = (bytes: Uint8Array): Encoding => bomEncoding(bytes) ?? wideEncoding(bytes) ?? "utf-8";

/** Detects UTF-16 without a mark, in which every other byte of ASCII letters is zero. */
function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = bytes.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  return even > half * 0.4 && odd < half * 0.05 ? "utf-16be" : undefined;
}

export function sniffFormat(sample: Pick<Sample, "texts">, encoding: Encoding, source?: Delimiter | "sheet"): Format {
  if (source === "sheet")
    return {
      ...withHeader(sampleRows(sample, ","), { encoding, delimiter: "," }),
      isSheet: true,
    };
  const declared = /^sep=(.)\s*(?:\n|$)/i.exec(sample.texts[0] ?? "")?.[1];
  const delimiter = source ?? delimiters.find((delimiter) => delimiter === declared) ?? sniffDelimiter(sample);
  return withHeader(sampleRows(sample, delimiter), { encoding, delimiter });
}

function withHeader(rows: Rows, cellFormat: Pick<Format, "encoding" | "delimiter">): Format {
  const header = findHeader(rows);
  if (header !== undefined) return { ...cellFormat, skippedRows: header, hasHeader: true };
  const width = usualWidth(bodyOf(rows));
  const top = rows.findIndex((cells) => cells.length === width && !isBlank(cells) && !isSeparatorLine(cells));
  const hasHeader = !isContactOnTop(rows, Math.max(top, 0));
  return { ...cellFormat, skippedRows: hasHeader ? Math.max(top, 0) : skippedAbove(rows, top), hasHeader };
}

const isSeparatorLine = (cells: readonly string[]) => /^sep=/i.test(cells[0] ?? "");

/** Skipped rows of a list without a header. An overlong line right above the first contact is a contact to fix. */
function skippedAbove(rows: Rows, top: number): number {
  const above = rows.slice(0, top).findLastIndex((cells) => !isLongLine(cells));
  return above + 1;
}

const scoredRows = 200;

/** Prefers a delimiter with which a header is found. Otherwise the one that gives most rows equally many cells. */
function sniffDelimiter({ texts }: Pick<Sample, "texts">): Delimiter {
  const lines = texts.flatMap((text) => text?.split(lineEnd) ?? []);
  // Parsed block by block, because a multi-line row may end far below.
  const blocks = Array.from({ length: Math.ceil(lines.length / scoredRows) }, (_, index) =>
    lines.slice(index * scoredRows, (index + 1) * scoredRows).join("\n"),
  );
  const scored = delimiters.map((delimiter) => {
    const rows = sampleRows({ texts: blocks }, delimiter, scoredRows);
    const header = findHeader(rows);
    const body = (header === undefined ? bodyOf(rows) : rows.slice(header)).filter((cells) => !isBlank(cells));
    const width = usualWidth(body);
    const share = body.filter((cells) => cells.length === width).length / Math.max(body.length, 1);
    const even = width > 1 ? share + Math.min(width, 9) / 100 : 0;
    return { delimiter, score: even + (header === undefined ? 0 : 2) };
  });
  return scored.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).delimiter;
}

/** Rows from the first that looks like a contact, so that titles do not count. All rows if there is none. */
function bodyOf(rows: Rows): Rows {
  const first = rows.findIndex((cells) => cells.length > 1 && cells.some(looksLikePhone));
  return rows.slice(Math.max(first, 0));
}

export function usualWidth(rows: Rows): number {
  const counts = new Map<number, number>();
  for (const cells of rows) if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [1, 0])[0];
}
