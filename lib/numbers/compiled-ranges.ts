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

/** All number ranges as regular expressions. Those of a calling code are compiled on first use. */
export function compiledRanges() {
  const countriesByCode: (readonly CountryRanges[] | undefined)[] = [];
  const result: ReadDigits = { number: 0, range: unknownNumber };

  function countriesWith(callingCode: number): readonly CountryRanges[] {
    const countries = countriesByCode[callingCode] ?? compile(String(callingCode));
    countriesByCode[callingCode] = countries;
    return countries;
  }

  /** Parses a text from an offset to its end. A plain loop, because it runs for a million numbers. */
  function read(text: string, from = 0): ReadDigits {
    result.number = 0;
    result.range = unknownNumber;
    let number = 0;
    let callingCode = 0;
    let nationalFrom = from;
    const length = text.length - from;
    if (length > maxDigits || text.charCodeAt(from) === zero) return result;
    for (let index = from; index < text.length; index += 1) {
      const digit = text.charCodeAt(index) - zero;
      if (digit < 0 || digit > 9) return result;
      number = number * 10 + digit;
      // No calling code is the beginning of another one.
      if (callingCode === 0 && number < isCallingCode.length && isCallingCode[number]) {
        callingCode = number;
        nationalFrom = index + 1;
      }
    }
    if (length >= minE164Digits && length <= maxE164Digits) result.number = number;
    if (callingCode > 0) result.range = rangeAmong(countriesWith(callingCode), text.slice(nationalFrom));
    return result;
  }

  return { read, lookUp: (digits: string) => read(digits).range, callingCodeOf };
}

const zero = 48;
const minE164Digits = 7;
const maxE164Digits = 15;
/** As in the library: 3 digits of calling code, 17 of national number. */
const maxDigits = 20;
const isCallingCode = new Uint8Array(1000);
for (const code of callingCodes) isCallingCode[Number(code)] = 1;

const callingCodeOf = (digits: string) => callingCodes.find((code) => digits.startsWith(code)) ?? "";

/** Bit n of `lengths` is set if a number may have n digits. */
type Range = { pattern: RegExp; lengths: number };

/** Number ranges of a country. `index` is that in `countryCodes`. */
type CountryRanges = { index: number; leading: RegExp | undefined; whole: Range } & Record<
  NumberType["kind"],
  readonly Range[]
>;

function compile(callingCode: string): readonly CountryRanges[] {
  return countriesOf(callingCode).flatMap((country) => {
    const numbering = numberingOf(country, callingCode);
    if (!numbering) return [];
    const { pattern, leading, lengths, types } = numbering;
    // Mobile numbers come after the fixed lines, and lists contain more of them.
    const ofKind = (kind: NumberType["kind"]) =>
      types
        .filter((type) => type.kind === kind)
        .map((type) => rangeOf(type.pattern, type.lengths ?? lengths))
        .reverse();
    return {
      index: countryCodes.indexOf(country),
      leading: leading ? new RegExp(`^(?:${leading})`) : undefined,
      whole: rangeOf(pattern, lengths),
      usual: ofKind("usual"),
      special: ofKind("special"),
      other: ofKind("other"),
    };
  });
}

const rangeOf = (pattern: string, lengths: readonly number[]): Range => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  lengths: lengths.reduce((mask, length) => mask | (1 << length), 0),
});

/** As in the library, the first country that matches a number gets it, by leading digits or else by ranges. */
function rangeAmong(countries: readonly CountryRanges[], national: string): number {
  for (const country of countries) {
    const { leading } = country;
    if (leading?.test(national)) return rangeIn(country, national);
    const range = leading ? unknownNumber : rangeIn(country, national);
    if (range !== unknownNumber) return range;
  }
  return unknownNumber;
}

function rangeIn({ index, whole, usual, special, other }: CountryRanges, national: string): number {
  if (!isIn(whole, national)) return unknownNumber;
  if (isInOne(usual, national)) return index * 2;
  if (isInOne(special, national)) return index * 2 + 1;
  return isInOne(other, national) ? index * 2 : unknownNumber;
}

const isIn = ({ pattern, lengths }: Range, national: string) =>
  ((lengths >> national.length) & 1) === 1 && pattern.test(national);

// A plain loop, because a callback for each of a million numbers costs more than the patterns.
function isInOne(ranges: readonly Range[], national: string): boolean {
  for (const range of ranges) if (isIn(range, national)) return true;
  return false;
}
