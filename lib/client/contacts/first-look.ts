import Papa from "papaparse";

/** What the first bytes of a file tell before the rest is read. */
export type FirstLook = { refusal: string } | { columns: string[]; others: string[]; hasMark: boolean };

export const firstBytes = 64 * 1024;

/** The checks that need no more than the beginning of a file. */
export function firstLook(bytes: Uint8Array): FirstLook {
  if (bytes.length === 0) return { refusal: "This file is empty." };
  const refusal = magic.find(({ signature }) => signature.every((byte, at) => bytes[at] === byte))?.refusal;
  if (refusal) return { refusal };
  if (bytes.includes(0)) return { refusal: "This is not text: it holds NUL bytes." };
  const text = decoded(bytes);
  if (text === undefined) return { refusal: "This file is not UTF-8 text. Save it as CSV UTF-8." };
  const cells = firstRow(text);
  if (cells === undefined) return { refusal: "This file holds only blank lines." };
  const doubt = headerDoubt(cells);
  if (doubt) return { refusal: doubt };
  return {
    columns: cells,
    others: cells.filter((cell) => !wanted.some((each) => each === columnName(cell))),
    hasMark: bytes[0] === 0xef && bytes[1] === 0xbb,
  };
}

export const wanted = ["phone_number", "name"] as const;

/** A column's name without what does not matter: space around it, a byte order mark, case. */
export const columnName = (cell: string) =>
  cell
    .replace(/^\ufeff/, "")
    .trim()
    .toLowerCase();

/** Why a header is not one that the API takes; undefined where it is. */
export function headerDoubt(cells: readonly string[]): string | undefined {
  const names = cells.map(columnName);
  const missing = wanted.filter((column) => !names.includes(column));
  if (missing.length === 0) return undefined;
  if (missing.length === 2 && cells.some((cell) => /^\s*\+?[\d\s().-]{7,}$/.test(cell)))
    return "The first row looks like a contact. The file needs a header row above it: phone_number,name.";
  const found = cells.map((cell) => `“${cell.trim()}”`).join(", ");
  const separator =
    cells.length === 1 && /[;\t|]/.test(cells[0] ?? "") ? " Columns are to be separated by commas." : "";
  return `The header row must have the columns phone_number and name. It lacks ${missing.join(" and ")}. Found: ${found}.${separator}`;
}

const magic = [
  {
    signature: [0x50, 0x4b, 0x03, 0x04],
    refusal: "This is an Excel workbook or another zip file. Save it as CSV UTF-8.",
  },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], refusal: "This is an old Excel workbook. Save it as CSV UTF-8." },
  { signature: [0x25, 0x50, 0x44, 0x46], refusal: "This is a PDF. The API takes a CSV." },
  { signature: [0x1f, 0x8b], refusal: "This file is compressed with gzip. Unpack it first." },
  { signature: [0xff, 0xfe], refusal: "This file is UTF-16 text. Save it as CSV UTF-8." },
  { signature: [0xfe, 0xff], refusal: "This file is UTF-16 text. Save it as CSV UTF-8." },
];

function decoded(bytes: Uint8Array): string | undefined {
  try {
    // A character cut at the edge of the first bytes is no fault.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function firstRow(text: string): string[] | undefined {
  const parser = new Papa.Parser({ delimiter: ",", newline: "\n", preview: 50 });
  const { data } = parser.parse(text.replace(/\r\n?/g, "\n"), 0, false) as Papa.ParseResult<string[]>;
  return data.find((cells) => !isBlank(cells));
}

export const isBlank = (cells: readonly string[]) => cells.length < 2 && !cells[0]?.trim();
