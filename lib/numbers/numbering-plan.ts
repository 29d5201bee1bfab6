import { compiledRanges, countryCodes, type ReadDigits } from "./compiled-ranges";
import { callingCodes, countriesOf, countryNames, numberingOf } from "./numbering-metadata";

export type NumberingPlan = {
  /** Countries in a fixed order, ISO 3166, with "001" for numbers of no country. */
  countryCodes: readonly string[];
  /**
   * -1 if an E.164 number (without its plus) is in no known range. Otherwise twice its country's index, plus one if it
   * is toll-free, premium or shared cost.
   */
  lookUp(digits: string): number;
  /** Range and number of the digits from an offset to the end of a text. */
  read(text: string, from: number): ReadDigits;
  /** Calling code at the beginning of the digits, or empty. */
  callingCodeOf(digits: string): string;
  /** The number without the national prefix after its calling code, if only that makes it a known number. */
  withoutTrunk(digits: string): string | undefined;
  /**
   * E.164 digits of a number as dialled inside the country, with or without its national prefix. Undefined if it is in
   * no known range there, or may be an international number without its plus.
   */
  fromNational(digits: string, country: string): string | undefined;
  /** Digits as dialled inside the country, with its calling code instead of its national prefix. May be invalid. */
  asNational(digits: string, country: string): string;
  /** True for a mobile number of the country without calling code and national prefix. */
  isMobile(national: string, country: string): boolean;
  /** True if numbers without the national prefix are doubtful: any digits may be one, and mobiles vary in length. */
  needsTrunk(national: string, country: string): boolean;
  /** Digits after the country's international prefix, such as "011" in the US. Undefined if there is no prefix. */
  withoutInternationalPrefix(digits: string, country: string): string | undefined;
  countries: readonly { country: string; callingCode: string }[];
  /** True if the calling code has landline or mobile numbers with as many digits. Their range may be unknown. */
  hasUsualLength(digits: string): boolean;
  /** Short phrase on why a number is in no known range; empty if it is in one. Slow. */
  reason(digits: string): string;
};

/** Numbering plan of all countries, from libphonenumber's data. Create it once, because it caches compiled ranges. */
export function createNumberingPlan(): NumberingPlan {
  const ranges = compiledRanges();
  return {
    countryCodes,
    ...ranges,
    ...nationalPrefixes(ranges),
    countries: countryNames.map((country) => ({ country, callingCode: numberingOf(country)?.callingCode ?? "" })),
    hasUsualLength(digits) {
      const callingCode = ranges.callingCodeOf(digits);
      const plans = countriesOf(callingCode).flatMap((country) => numberingOf(country, callingCode) ?? []);
      const lengths = plans.flatMap((plan) =>
        plan.types.flatMap((type) => (type.kind === "usual" ? (type.lengths ?? plan.lengths) : [])),
      );
      return lengths.includes(digits.length - callingCode.length);
    },
    reason: (digits) => (ranges.lookUp(digits) < 0 ? unknownReason(digits, ranges.callingCodeOf(digits)) : ""),
  };
}

function unknownReason(digits: string, callingCode: string): string {
  if (!callingCode) return "no country has this code";
  const lengths = countriesOf(callingCode).flatMap((country) => numberingOf(country, callingCode)?.lengths ?? []);
  const length = digits.length - callingCode.length;
  if (length < Math.min(...lengths)) return `too short for +${callingCode}`;
  return length > Math.max(...lengths) ? `too long for +${callingCode}` : `no such range in +${callingCode}`;
}

type Ranges = { lookUp(digits: string): number; callingCodeOf(digits: string): string };

type Prefix = {
  callingCode: string;
  international: RegExp;
  trunk: RegExp | undefined;
  transform: string;
  isVariable: boolean;
  hasFixedMobiles: boolean;
  isMobile(national: string): boolean;
};

/** Converts numbers with national or international prefixes to E.164 digits. */
function nationalPrefixes({ lookUp, callingCodeOf }: Ranges) {
  const prefixes = new Map<string, Prefix | undefined>();

  function prefixOf(country: string): Prefix | undefined {
    if (!prefixes.has(country)) prefixes.set(country, compilePrefix(country));
    return prefixes.get(country);
  }

  const mainPrefixes = new Map(callingCodes.map((code) => [code, prefixOf(countriesOf(code)[0] ?? "")]));

  const ifKnown = (digits: string) => (lookUp(digits) >= 0 ? digits : undefined);

  function withoutTrunk(digits: string): string | undefined {
    const callingCode = callingCodeOf(digits);
    const prefix = mainPrefixes.get(callingCode);
    if (!prefix?.trunk || ifKnown(digits)) return undefined;
    const national = digits.slice(callingCode.length);
    const remainder = withoutPrefix(national, prefix);
    // Some rules add an area code instead, which would be a guess.
    return remainder.length < national.length ? ifKnown(callingCode + remainder) : undefined;
  }

  function fromNational(digits: string, country: string): string | undefined {
    const prefix = prefixOf(country);
    if (!prefix) return undefined;
    const remainder = withoutPrefix(digits, prefix);
    const number = remainder === digits ? undefined : ifKnown(prefix.callingCode + remainder);
    if (number) return number;
    // Digits that are a known number with their calling code may be international, as "4915112345678" in Germany.
    return digits.startsWith(prefix.callingCode) && ifKnown(digits) ? undefined : ifKnown(prefix.callingCode + digits);
  }

  function asNational(digits: string, country: string): string {
    const prefix = prefixOf(country);
    return prefix ? prefix.callingCode + withoutPrefix(digits, prefix) : digits;
  }

  const isMobile = (national: string, country: string) => prefixOf(country)?.isMobile(national) ?? false;

  function needsTrunk(national: string, country: string): boolean {
    const prefix = prefixOf(country);
    return prefix?.isVariable === true && !(prefix.hasFixedMobiles && prefix.isMobile(national));
  }

  function withoutInternationalPrefix(digits: string, country: string): string | undefined {
    const match = prefixOf(country)?.international.exec(digits);
    return match ? digits.slice(match[0].length) : undefined;
  }

  return { withoutTrunk, fromNational, asNational, isMobile, needsTrunk, withoutInternationalPrefix };
}

function compilePrefix(country: string): Prefix | undefined {
  const numbering = numberingOf(country);
  if (!numbering) return undefined;
  const { callingCode, internationalPrefix, trunk, transform, mobile } = numbering;
  const pattern = mobile && new RegExp(`^(?:${mobile.pattern})$`);
  const lengths = mobile?.lengths ?? numbering.lengths;
  return {
    callingCode,
    international: new RegExp(`^(?:${internationalPrefix})(?=[1-9])`),
    trunk: trunk ? new RegExp(`^(?:${trunk})`) : undefined,
    transform,
    isVariable: numbering.isVariable,
    hasFixedMobiles: lengths.length === 1,
    isMobile: (national) => lengths.includes(national.length) && pattern?.test(national) === true,
  };
}

/** As in the library: replaces the prefix if the groups of its pattern match, else removes it. */
function withoutPrefix(national: string, { trunk, transform }: Prefix): string {
  const match = trunk?.exec(national);
  if (!trunk || !match) return national;
  const isTransformed = transform !== "" && match.length > 1 && match.at(-1);
  return isTransformed ? national.replace(trunk, transform) : national.slice(match[0].length);
}
