import { type DigitRun, type DigitSpan, digitRuns, replaceSpans, spanOf } from "@/lib/numbers/find-numbers";
import type { IsErased } from "./number-forms";

/** Stands for a number, and for the name beside it. */
export const erasedWord = "[erased]";

/** Replaces erased numbers in a text. A shorter number inside a longer one is left as it is. */
export const replaceNumbers = (text: string, isErased: IsErased, word = erasedWord): string =>
  replaceSpans(text, spansIn(text, isErased), () => word);

export const holdsNumber = (text: string, isErased: IsErased) => !spansIn(text, isErased).next().done;

function* spansIn(text: string, isErased: IsErased): Generator<DigitSpan> {
  for (const run of digitRuns(text)) {
    for (let first = 0; first < run.groups.length; first += 1) {
      const last = lastOfErased(run, first, isErased);
      if (last === undefined) continue;
      yield spanOf(run, first, last);
      first = last;
    }
  }
}

const shortestNumber = 7;
const longestNumber = 15;
/** With an international prefix. */
const longestForm = longestNumber + 4;
/** Shortest number with its country code. */
const shortestCoded = 8;
/** So many digits are a whole number with its country code, and can stand beside other digits. */
const whole = 11;
/** International prefixes: of most countries, North America, Australia, Japan and Russia. */
const prefixes = ["00", "011", "0011", "010", "810"] as const;

/** The last group of the longest erased number that begins with a group. */
function lastOfErased(run: DigitRun, first: number, isErased: IsErased): number | undefined {
  let [found, digits]: [number | undefined, string] = [undefined, ""];
  for (let last = first; last < run.groups.length; last += 1) {
    digits += run.groups[last]?.digits ?? "";
    if (digits.length > longestForm) break;
    if (digits.length < shortestNumber || !canStand(run, { first, last, length: digits.length })) continue;
    if (isErasedAs(digits, isErased)) found = last;
  }
  return found;
}

const isErasedAs = (digits: string, isErased: IsErased) =>
  isErased(digits) || prefixes.some((prefix) => digits.startsWith(prefix) && isErased(digits.slice(prefix.length)));

/**
 * Groups that may be a whole number: all of a run, also without what belongs to the text around it; a part between underscores; any
 * part of a run that is too long for one number; and digits that are enough for a number with its country code.
 */
function canStand(run: DigitRun, { first, last, length }: { first: number; last: number; length: number }): boolean {
  const end = run.groups.length - 1;
  const begins = first === 0 || (first === 1 && isPartBefore(run));
  const ends = last === end || (last === end - 1 && (isWordAfter(run) || isZeroAfter(run)));
  if (begins && ends) return true;
  const digitsBefore = countDigits(run, 0, first);
  const isCoded = run.lead.includes("+") || /^(?:00|011)/.test(run.groups[0]?.digits ?? "");
  if (first > 0 && isCoded && digitsBefore < shortestCoded) return false;
  if (countDigits(run, 0, end + 1) > longestNumber) return true;
  if (first > 0 && isCoded) return false;
  return length >= whole || (isEdge(run, first - 1) && isEdge(run, last));
}

const countDigits = ({ groups }: DigitRun, from: number, to: number) =>
  groups.slice(from, to).reduce((sum, { digits }) => sum + digits.length, 0);

/** An underscore joins a number with other words. */
const isEdge = ({ gaps }: DigitRun, gap: number) => gap < 0 || gap >= gaps.length || gaps[gap] === "_";

/** The end of a time or of a name: "10:30 415…", "row_3 415…". */
const isPartBefore = ({ before }: DigitRun) => /[\p{L}_:]/u.test(before);

/** The ".0" of programs that take numbers for quantities. */
const isZeroAfter = ({ groups, gaps }: DigitRun) => gaps.at(-1) === "." && /^0+$/.test(groups.at(-1)?.digits ?? "");

/** "2nd", or the hour of a time. */
const isWordAfter = ({ after }: DigitRun) => /[\p{L}:]/u.test(after);
