import type { EncodingSample, Refusal } from "@/lib/contacts/engine";
import { type Encoding, encodingNames } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import { lineEnd } from "./decode";
import { likelyEncodings } from "./guess-encoding";
import type { BadText } from "./read-records";

const shownLines = 3;
const shownEncodings = 6;

/**
 * Lines by which a person can tell the possible encodings apart, in each of them. The likeliest is first, and every other
 * one differs from it in some of the lines.
 */
const encodingSamples = ({ bytes }: BadText, rowsBefore: number): EncodingSample[] =>
  samplesIn(likelyEncodings(bytes), rowsBefore);

/** Likely encodings with samples, and if the likeliest one fits far better than all others. */
export function guessedEncodings({ bytes }: BadText, rowsBefore: number) {
  const likely = likelyEncodings(bytes);
  const [first, ...others] = likely;
  const isEncodingSure = first !== undefined && others.every(({ score }) => first.score - score >= sureMargin);
  return { encodings: samplesIn(likely, rowsBefore), isEncodingSure };
}

/** Difference of log likelihoods. About ten words with letters that only this encoding reads well. */
const sureMargin = 20;

function samplesIn(likely: ReturnType<typeof likelyEncodings>, rowsBefore: number): EncodingSample[] {
  const decoded = likely
    .slice(0, shownEncodings)
    .map(({ encoding, text }) => ({ encoding, lines: text.split(lineEnd) }));
  const [first = { lines: [] }, ...others] = decoded;
  const indexesOf = (isShown: (line: string, index: number) => boolean) =>
    first.lines.flatMap((line, index) => (isShown(line, index) ? [index] : [])).slice(0, shownLines);
  const differing = others.flatMap(({ lines }) => indexesOf((line, index) => line !== lines[index]));
  const shown = differing.length > 0 ? differing : indexesOf((line) => beyondAscii.test(line));
  const lineIndexes = [...new Set(shown)].sort((one, other) => one - other);
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
  const lines = new TextDecoder("utf-8").decode(badText.bytes).split(/\r\n?|\n/);
  const firstRow = rowsBefore + lines.findIndex((text) => text.includes("\ufffd")) + 1;
  return {
    sentence: `This file is not UTF-8 all the way through: row ${formatCount(firstRow)} is the first that is not. Save it as CSV UTF-8, or read it in another encoding if the names below look right.`,
    encodings,
  };
}
