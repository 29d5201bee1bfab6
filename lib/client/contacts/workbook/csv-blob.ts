import { quoted } from "@/lib/client/csv";
import { limits } from "../plan";
import { tooLarge } from "./refusals";

const partCharacters = 1024 * 1024;
const rowsThatSetTheWidth = 20;

/** Writes rows as CSV into a Blob, part by part. A row of the CSV is the same row of the sheet. */
export function createCsvBlob() {
  const parts: Blob[] = [];
  let text = "";
  let bytes = 0;
  let rows = 0;
  let width = 0;

  function endPart() {
    const part = new Blob([text]);
    bytes += part.size;
    if (bytes > limits.bytes) throw tooLarge("This sheet holds more than 512 MB of text.");
    parts.push(part);
    text = "";
  }

  return {
    rows: () => rows,
    /** Blank rows count only when another row follows them. */
    add(row: number, cells: string[]) {
      if (cells.length === 0) return;
      if (row <= rowsThatSetTheWidth) width = Math.max(width, Math.min(cells.length, limits.columns));
      // A sheet has no short rows: an empty last cell is just not in the file.
      while (cells.length < width) cells.push("");
      text += `${"\n".repeat(row - rows - 1)}${cells.map(quoted).join(",")}\n`;
      rows = row;
      if (text.length >= partCharacters) endPart();
    },
    end() {
      if (text !== "") endPart();
      return new Blob(parts, { type: "text/csv" });
    },
  };
}
