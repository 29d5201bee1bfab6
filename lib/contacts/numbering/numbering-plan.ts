import { compiledRanges, countryCodes, type ReadDigits } from "./compiled-ranges";
import { nationalPrefixes } from "./national-prefix";
import { countryNames, numberingOf } from "./numbering-metadata";
import { unknownReason } from "./unknown-reason";

export type NumberingPlan = {
  /** Countries in a fixed order, ISO 3166, with "001" for numbers of no country. */
  countryCodes: readonly string[];
  /**
   * What the digits of an E.164 number without its plus are: -1 where no known range holds them, else twice the country's
   * place, and one more where the number is toll-free, premium or of shared cost.
   */
  lookUp(digits: string): number;
  /** The same and their number, of digits that stand behind something else in a text. */
  read(text: string, from: number): ReadDigits;
  /** The calling code that the digits begin with, or nothing. */
  callingCodeOf(digits: string): string;
  /** The number without the national prefix after its calling code, where that alone makes it a known one. */
  withoutTrunk(digits: string): string | undefined;
  /**
   * A number as it is dialled inside the country, with its national prefix or without, as E.164 digits; undefined where it is
   * in no known range there, and where it may as well be a whole number that lacks its plus.
   */
  fromNational(digits: string, country: string): string | undefined;
  /** Whether calls abroad begin so in this country: "011" in the US. */
  usesInternationalPrefix(prefix: string, country: string): boolean;
  countries: readonly { country: string; callingCode: string }[];
  /** Why a number is in no known range, as a short phrase; empty where it is in one. Slow. */
  reason(digits: string): string;
};

/** Every country's number ranges, from libphonenumber's own data. To be made once: what it has learned makes it fast. */
export function createNumberingPlan(): NumberingPlan {
  const ranges = compiledRanges();
  return {
    countryCodes,
    ...ranges,
    ...nationalPrefixes(ranges),
    usesInternationalPrefix,
    countries: countryNames.map((country) => ({ country, callingCode: numberingOf(country)?.callingCode ?? "" })),
    reason: (digits) => (ranges.lookUp(digits) < 0 ? unknownReason(digits, ranges.callingCodeOf(digits)) : ""),
  };
}

function usesInternationalPrefix(prefix: string, country: string): boolean {
  const pattern = numberingOf(country)?.internationalPrefix;
  return pattern ? new RegExp(`^(?:${pattern})$`).test(prefix) : false;
}
