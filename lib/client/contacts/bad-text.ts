import { createDecoder, lineEnd } from "./decode";
import type { Refusal } from "./engine";
import { type Encoding, encodingNames } from "./plan";
import type { BadText } from "./read-records";

const shownLines = 5;

/** Says which lines are not in their encoding, and how they would read in Windows-1252. */
export function badTextRefusal({ bytes }: BadText, encoding: Encoding, rowsBefore: number): Refusal {
  const name = encodingNames[encoding];
  if (encoding !== "utf-8")
    return { sentence: `This file is not ${name} all the way through. Choose another encoding.` };
  const lines = createDecoder("windows-1252")(bytes).split(lineEnd);
  const asWindows1252 = lines
    .map((text, at) => ({ row: rowsBefore + at + 1, text }))
    .filter(({ text }) => /[\u0080-\uffff]/.test(text))
    .slice(0, shownLines);
  const row = asWindows1252[0]?.row.toLocaleString("en-US") ?? "";
  return {
    sentence: `This file is not UTF-8 text: row ${row} is the first that is not. Save it as CSV UTF-8, or read it as Windows-1252 if the names below look right.`,
    asWindows1252,
  };
}
