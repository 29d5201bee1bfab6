import type { EncodingSample, Refusal } from "@/lib/contacts/engine";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import { lineEnd } from "./decode";
import { likelyEncodings } from "./guess-encoding";
import type { BadText } from "./read-records";

const shownLines = 5;
const shownEncodings = 6;

/** First non-ASCII lines in each possible encoding, the likeliest first. */
export function encodingSamples({ bytes }: BadText, rowsBefore: number): EncodingSample[] {
  const decoded = likelyEncodings(bytes)
    .slice(0, shownEncodings)
    .map(({ encoding, text }) => ({ encoding, lines: text.split(lineEnd) }));
  const lineIndexes = (decoded[0]?.lines ?? [])
    .flatMap((line, index) => (beyondAscii.test(line) ? [index] : []))
    .slice(0, shownLines);
  return decoded.map(({ encoding, lines }) => ({
    encoding,
    lines: lineIndexes.map((index) => ({ row: rowsBefore + index + 1, text: lines[index] ?? "" })),
  }));
}

const beyondAscii = /[\u0080-\uffff]/;

/** True if only some lines are not UTF-8. Another encoding would then garble all the others. */
export function isMostlyUtf8({ bytes }: BadText): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  const valid = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return valid > invalid;
}

/** Refusal that names the first invalid line and shows the text in other encodings. */
export function badTextRefusal(badText: BadText, encoding: Encoding, rowsBefore: number): Refusal {
  const encodings = encodingSamples(badText, rowsBefore).filter((sample) => sample.encoding !== encoding);
  const name = encodingNames[encoding];
  if (encoding !== "utf-8")
    return { sentence: `This file is not ${name} all the way through. Choose another encoding.`, encodings };
  const [first] = encodings[0]?.lines ?? [];
  return {
    sentence: `This file is not UTF-8 all the way through: row ${first ? formatCount(first.row) : ""} is the first that is not. Save it as CSV UTF-8, or read it in another encoding if the names below look right.`,
    encodings,
  };
}
