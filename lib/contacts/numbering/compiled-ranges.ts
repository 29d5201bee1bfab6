import { digitAutomaton, type PatternNode } from "./digit-automaton";
import { type DigitPatterns, digitPatterns } from "./digit-pattern";
import { callingCodes, countriesOf, countryNames, type NumberType, noCountry, numberingOf } from "./numbering-metadata";

/** In a fixed order; a code's country is its place here. */
export const countryCodes: readonly string[] = [noCountry, ...countryNames];

const unknownNumber = -1;

/** Digits as a number and where they belong. The answer is one object used again and again: take what is needed of it at once. */
export type ReadDigits = {
  /** Of 7 to 15 digits, the first no zero, as E.164 has them; else 0. */
  number: number;
  /** -1 where no known range holds them, else as `NumberingPlan` tells it. */
  range: number;
};

/** Every number range there is, each calling code's compiled when it is first asked for. */
export function compiledRanges() {
  const patterns = digitPatterns<Tag>();
  const { first, next, tagsOf } = digitAutomaton(
    callingCodes.map((code) =>
      patterns.read(
        code,
        patterns.later(() => placesOf(code, patterns)),
      ),
    ),
  );
  const ranges: Int16Array[] = [];
  const seen: ReadDigits = { number: 0, range: unknownNumber };

  /** Reads a text from a place to its end. A loop, because a million numbers come through here. */
  function read(text: string, from = 0): ReadDigits {
    seen.number = 0;
    seen.range = unknownNumber;
    const length = text.length - from;
    if (length < shortest || length > longest) return seen;
    let state = first;
    let number = 0;
    for (let at = from; at < text.length; at += 1) {
      const digit = text.charCodeAt(at) - zero;
      if (digit < 0 || digit > 9) return seen;
      number = number * 10 + digit;
      state = next(state, digit);
    }
    if (length >= fewestInE164 && length <= mostInE164 && text.charCodeAt(from) !== zero) seen.number = number;
    if (state > 0) seen.range = rangeOf(state, length);
    return seen;
  }

  function rangeOf(state: number, length: number): number {
    const byLength = ranges[state] ?? new Int16Array(longest + 1).fill(notYet);
    const known = byLength[length] ?? notYet;
    if (known !== notYet) return known;
    const range = rangeAmong(tagsOf(state), length);
    byLength[length] = range;
    ranges[state] = byLength;
    return range;
  }

  return {
    read,
    lookUp: (digits: string) => read(digits).range,
    callingCodeOf: (digits: string) => callingCodes.find((code) => digits.startsWith(code)) ?? "",
  };
}

const zero = 48;
const shortest = 3;
/** As the library has it: 3 digits of calling code, 17 of national number. */
const longest = 20;
const fewestInE164 = 7;
const mostInE164 = 15;
const notYet = -2;

/** What a number can match of a country's patterns. */
type Tag = {
  among: CallingCode;
  country: string;
  is: NumberType["kind"] | "whole" | "leading";
  lengths: readonly number[];
};

type CallingCode = { digits: number; candidates: { country: string; hasLeading: boolean }[] };

function placesOf(callingCode: string, { read, end, endOrMore }: DigitPatterns<Tag>): readonly PatternNode<Tag>[] {
  const among: CallingCode = { digits: callingCode.length, candidates: [] };
  return countriesOf(callingCode).flatMap((country) => {
    const numbering = numberingOf(country, callingCode);
    if (!numbering) return [];
    const { pattern, leading, lengths, types } = numbering;
    const tag = (is: Tag["is"], own = lengths): Tag => ({ among, country, is, lengths: own });
    among.candidates.push({ country, hasLeading: leading !== "" });
    return [
      read(pattern, end(tag("whole"))),
      ...(leading ? [read(leading, endOrMore(tag("leading")))] : []),
      ...types.map((type) => read(type.pattern, end(tag(type.kind, type.lengths)))),
    ];
  });
}

/** As the library decides it: the first country that takes a number has it, by its leading digits or else by its ranges. */
function rangeAmong(tags: readonly Tag[], length: number): number {
  const [any] = tags;
  if (!any) return unknownNumber;
  const { digits, candidates } = any.among;
  const rangeIn = (country: string) => {
    const own = tags.filter((tag) => tag.country === country && tag.lengths.includes(length - digits));
    const kinds = new Set(own.map(({ is }) => is));
    if (!kinds.has("whole") || !typeKinds.some((kind) => kinds.has(kind))) return unknownNumber;
    return countryCodes.indexOf(country) * 2 + Number(kinds.has("special") && !kinds.has("usual"));
  };
  for (const { country, hasLeading } of candidates) {
    if (hasLeading && tags.some((tag) => tag.country === country && tag.is === "leading")) return rangeIn(country);
    const range = hasLeading ? unknownNumber : rangeIn(country);
    if (range !== unknownNumber) return range;
  }
  return unknownNumber;
}

const typeKinds = ["usual", "special", "other"] as const;
