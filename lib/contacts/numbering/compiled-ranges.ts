import { digitAutomaton, type PatternNode } from "./digit-automaton";
import { type DigitPatterns, digitPatterns } from "./digit-pattern";
import { callingCodes, countriesOf, countryNames, type NumberType, noCountry, numberingOf } from "./numbering-metadata";

/** Fixed order. A range refers to its country by the index here. */
export const countryCodes: readonly string[] = [noCountry, ...countryNames];

const unknownNumber = -1;

/** Digits as a number, with their range. One reused object, to be read before the next call. */
export type ReadDigits = {
  /** 7 to 15 digits without a leading zero, as in E.164; else 0. */
  number: number;
  /** -1 if the digits are in no known range, else as in `NumberingPlan`. */
  range: number;
};

/** All number ranges. Those of a calling code are compiled on first use. */
export function compiledRanges() {
  const patterns = digitPatterns<Tag>();
  const { first, next, tagsOf } = digitAutomaton(
    callingCodes.map((code) =>
      patterns.parse(
        code,
        patterns.lazy(() => nodesOf(code, patterns)),
      ),
    ),
  );
  const ranges: Int16Array[] = [];
  const result: ReadDigits = { number: 0, range: unknownNumber };

  /** Parses a text from an offset to its end. A plain loop, because it runs for a million numbers. */
  function read(text: string, from = 0): ReadDigits {
    result.number = 0;
    result.range = unknownNumber;
    const length = text.length - from;
    if (length < minDigits || length > maxDigits) return result;
    let state = first;
    let number = 0;
    for (let index = from; index < text.length; index += 1) {
      const digit = text.charCodeAt(index) - zero;
      if (digit < 0 || digit > 9) return result;
      number = number * 10 + digit;
      state = next(state, digit);
    }
    if (length >= minE164Digits && length <= maxE164Digits && text.charCodeAt(from) !== zero) result.number = number;
    if (state > 0) result.range = rangeOf(state, length);
    return result;
  }

  function rangeOf(state: number, length: number): number {
    const byLength = ranges[state] ?? new Int16Array(maxDigits + 1).fill(notComputed);
    const cached = byLength[length] ?? notComputed;
    if (cached !== notComputed) return cached;
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
const minDigits = 3;
/** As in the library: 3 digits of calling code, 17 of national number. */
const maxDigits = 20;
const minE164Digits = 7;
const maxE164Digits = 15;
const notComputed = -2;

/** Pattern of a country that a number can match. */
type Tag = {
  callingCode: CallingCode;
  country: string;
  kind: NumberType["kind"] | "whole" | "leading";
  lengths: readonly number[];
};

type CallingCode = { digits: number; candidates: { country: string; hasLeading: boolean }[] };

function nodesOf(callingCode: string, { parse, end, endOrMore }: DigitPatterns<Tag>): readonly PatternNode<Tag>[] {
  const shared: CallingCode = { digits: callingCode.length, candidates: [] };
  return countriesOf(callingCode).flatMap((country) => {
    const numbering = numberingOf(country, callingCode);
    if (!numbering) return [];
    const { pattern, leading, lengths, types } = numbering;
    const tag = (kind: Tag["kind"], tagLengths = lengths): Tag => ({
      callingCode: shared,
      country,
      kind,
      lengths: tagLengths,
    });
    shared.candidates.push({ country, hasLeading: leading !== "" });
    return [
      parse(pattern, end(tag("whole"))),
      ...(leading ? [parse(leading, endOrMore(tag("leading")))] : []),
      ...types.map((type) => parse(type.pattern, end(tag(type.kind, type.lengths)))),
    ];
  });
}

/** As in the library, the first country that matches a number gets it, by leading digits or else by ranges. */
function rangeAmong(tags: readonly Tag[], length: number): number {
  const [firstTag] = tags;
  if (!firstTag) return unknownNumber;
  const { digits, candidates } = firstTag.callingCode;
  const rangeIn = (country: string) => {
    const matching = tags.filter((tag) => tag.country === country && tag.lengths.includes(length - digits));
    const kinds = new Set(matching.map(({ kind }) => kind));
    if (!kinds.has("whole") || !typeKinds.some((kind) => kinds.has(kind))) return unknownNumber;
    return countryCodes.indexOf(country) * 2 + Number(kinds.has("special") && !kinds.has("usual"));
  };
  for (const { country, hasLeading } of candidates) {
    if (hasLeading && tags.some((tag) => tag.country === country && tag.kind === "leading")) return rangeIn(country);
    const range = hasLeading ? unknownNumber : rangeIn(country);
    if (range !== unknownNumber) return range;
  }
  return unknownNumber;
}

const typeKinds = ["usual", "special", "other"] as const;
