import type { EncodingSample, Refusal } from "@/lib/contacts/engine";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import { lineEnd } from "./decode";
import { likelyEncodings } from "./guess-encoding";
import type { BadText } from "./read-records";

const shownLines = 5;
const shownEncodings = 6;

/** The first lines with letters beyond ASCII in each encoding that bytes may be in, the likeliest first. */
export function encodingSamples({ bytes }: BadText, rowsBefore: number): EncodingSample[] {
  const read = likelyEncodings(bytes)
    .slice(0, shownEncodings)
    .map(({ encoding, text }) => ({ encoding, lines: text.split(lineEnd) }));
  const marked = (read[0]?.lines ?? [])
    .flatMap((line, at) => (beyondAscii.test(line) ? [at] : []))
    .slice(0, shownLines);
  return read.map(({ encoding, lines }) => ({
    encoding,
    lines: marked.map((at) => ({ row: rowsBefore + at + 1, text: lines[at] ?? "" })),
  }));
}

const beyondAscii = /[\u0080-\uffff]/;

/** Whether only some lines are not UTF-8: read in another encoding all the others would be wrong. */
export function isMostlyUtf8({ bytes }: BadText): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return right > lost;
}

/** Says which lines are not in their encoding, and how they would read in others. */
export function badTextRefusal(badText: BadText, encoding: Encoding, rowsBefore: number): Refusal {
  const encodings = encodingSamples(badText, rowsBefore).filter((each) => each.encoding !== encoding);
  const name = encodingNames[encoding];
  if (encoding !== "utf-8")
    return { sentence: `This file is not ${name} all the way through. Choose another encoding.`, encodings };
  const [first] = encodings[0]?.lines ?? [];
  return {
    sentence: `This file is not UTF-8 all the way through: row ${first ? formatCount(first.row) : ""} is the first that is not. Save it as CSV UTF-8, or read it in another encoding if the names below look right.`,
    encodings,
  };
}
