import { limits } from "@/lib/contacts/limits";
import { quoted } from "@/lib/format/csv";
import { growsTooMuch, type SheetSink, type SheetText, tooLarge } from "./workbook-types";

const partCharacters = 1024 * 1024;
const rowsThatSetTheWidth = 20;

/** A short workbook can repeat one long text in every cell. */
const maxGrowth = 4;
const unlimitedBytes = 64 * 1024 * 1024;

/** Writes rows as CSV into a Blob, part by part, from `sourceBytes` of XML. Row numbers are those of the sheet. */
export function createCsvBlob(sourceBytes: number) {
  const parts: Blob[] = [];
  const hidden: number[] = [];
  const hiddenColumns = new Set<number>();
  let text = "";
  let bytes = 0;
  let rows = 0;
  let width = 0;

  function endPart() {
    const part = new Blob([text]);
    bytes += part.size;
    if (bytes > unlimitedBytes + maxGrowth * sourceBytes) throw growsTooMuch();
    if (bytes > limits.bytes) throw tooLarge("This sheet contains more than 512 MB of text.");
    parts.push(part);
    text = "";
  }

  return {
    rows: () => rows,
    /** Blank rows are written only if another row follows. */
    row(row, cells, isHidden) {
      if (cells.length === 0) return;
      if (isHidden) hidden.push(row);
      if (row <= rowsThatSetTheWidth) width = Math.max(width, Math.min(cells.length, limits.columns));
      // Sheets omit empty cells at the end of a row.
      while (cells.length < width) cells.push("");
      // Each row is one line. In a cell, tabs and line breaks mean the same.
      const line = cells.map((cell) => quoted(cell.replace(/\r\n?|\n/g, "\t"))).join(",");
      text += `${"\n".repeat(row - rows - 1)}${line}\n`;
      rows = row;
      if (text.length >= partCharacters) endPart();
    },
    hideColumns(from, count) {
      for (let column = from; column < Math.min(from + count, limits.columns); column += 1) hiddenColumns.add(column);
    },
    end(): SheetText {
      if (text !== "") endPart();
      const hiddenRows = new Uint8Array(hidden.at(-1) ?? 0);
      for (const row of hidden) hiddenRows[row - 1] = 1;
      return { text: new Blob(parts, { type: "text/csv" }), hiddenRows, hiddenColumns };
    },
  } satisfies SheetSink & { rows: () => number; end: () => SheetText };
}
