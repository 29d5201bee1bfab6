import { compiledRanges, countryCodes, type ReadDigits } from "./compiled-ranges";
import { callingCodes, countriesOf, countryNames, noCountry, numberingOf } from "./numbering-metadata";

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
  /** The same for a number that is in no known range, but begins with the national prefix and is as long as numbers there. */
  asNational(digits: string, country: string): string | undefined;
  /** Whether digits with neither calling code nor national prefix are a mobile number of the country. */
  isMobile(national: string, country: string): boolean;
  /** The digits behind what calls abroad begin with in the country, such as "011" in the US; undefined where they do not. */
  withoutInternationalPrefix(digits: string, country: string): string | undefined;
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
    countries: countryNames.map((country) => ({ country, callingCode: numberingOf(country)?.callingCode ?? "" })),
    reason: (digits) => (ranges.lookUp(digits) < 0 ? unknownReason(digits, ranges.callingCodeOf(digits)) : ""),
  };
}

/** Why a number with this calling code is in no known range, as a short phrase. */
function unknownReason(digits: string, callingCode: string): string {
  if (!callingCode) return noSuchCode(digits);
  const national = digits.slice(callingCode.length);
  const countries = likelyCountries(national, callingCode);
  const lengths = countries.flatMap((country) => numberingOf(country, callingCode)?.lengths ?? []);
  const place = placeName(countries, callingCode);
  if (national.length < Math.min(...lengths)) return `too short for ${place}`;
  if (national.length > Math.max(...lengths)) return `too long for ${place}`;
  return lengths.includes(national.length) ? `no such range in ${place}` : `not a length that is used in ${place}`;
}

function noSuchCode(digits: string): string {
  if (!digits) return "no digits";
  return digits.startsWith("0") ? "no country code begins with 0" : `no country has the code ${digits.slice(0, 3)}`;
}

/** The one country that the leading digits tell, or all that share the calling code. */
function likelyCountries(national: string, callingCode: string): readonly string[] {
  const countries = countriesOf(callingCode);
  const named = countries.find((country) => {
    const leading = numberingOf(country, callingCode)?.leading;
    return leading && new RegExp(`^(?:${leading})`).test(national);
  });
  return named ? [named] : countries;
}

function placeName([main = noCountry, ...others]: readonly string[], callingCode: string): string {
  if (main === noCountry) return `+${callingCode}`;
  if (others.length > few) return `any +${callingCode} country`;
  const name = englishNames.of(main) ?? main;
  return takesArticle.test(name) ? `the ${name}` : name;
}

/** Numbers of small neighbors are rare enough for the main country to stand for all: +44 is the United Kingdom. */
const few = 4;

const englishNames = new Intl.DisplayNames("en", { type: "region" });

const takesArticle =
  /^(?:United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Comoros|Central African|Dominican)|Islands$|^Czech Rep/;

type Ranges = { lookUp(digits: string): number; callingCodeOf(digits: string): string };

type Prefix = {
  callingCode: string;
  international: RegExp;
  trunk: RegExp | undefined;
  transform: string;
  lengths: readonly number[];
  isMobile(national: string): boolean;
};

/** Numbers with what is dialled before them inside their country, made international. */
function nationalPrefixes({ lookUp, callingCodeOf }: Ranges) {
  const prefixes = new Map<string, Prefix | undefined>();

  function prefixOf(country: string): Prefix | undefined {
    if (!prefixes.has(country)) prefixes.set(country, compiled(country));
    return prefixes.get(country);
  }

  const mainPrefixes = new Map(callingCodes.map((code) => [code, prefixOf(countriesOf(code)[0] ?? "")]));

  const known = (digits: string) => (lookUp(digits) >= 0 ? digits : undefined);

  function withoutTrunk(digits: string): string | undefined {
    const callingCode = callingCodeOf(digits);
    const prefix = mainPrefixes.get(callingCode);
    if (!prefix?.trunk || known(digits)) return undefined;
    const national = digits.slice(callingCode.length);
    const dropped = withoutPrefix(national, prefix);
    // Some rules add an area code instead: that would be a guess.
    return dropped.length < national.length ? known(callingCode + dropped) : undefined;
  }

  function fromNational(digits: string, country: string): string | undefined {
    const prefix = prefixOf(country);
    if (!prefix) return undefined;
    const dropped = withoutPrefix(digits, prefix);
    const number = dropped === digits ? undefined : known(prefix.callingCode + dropped);
    if (number) return number;
    // Digits that are a number with the calling code already may be meant so: "4915112345678" in Germany.
    return digits.startsWith(prefix.callingCode) && known(digits) ? undefined : known(prefix.callingCode + digits);
  }

  function asNational(digits: string, country: string): string | undefined {
    const prefix = prefixOf(country);
    const dropped = prefix && withoutPrefix(digits, prefix);
    if (dropped === undefined || dropped === digits || !prefix?.lengths.includes(dropped.length)) return undefined;
    return prefix.callingCode + dropped;
  }

  const isMobile = (national: string, country: string) => prefixOf(country)?.isMobile(national) ?? false;

  function withoutInternationalPrefix(digits: string, country: string): string | undefined {
    const match = prefixOf(country)?.international.exec(digits);
    return match ? digits.slice(match[0].length) : undefined;
  }

  return { withoutTrunk, fromNational, asNational, isMobile, withoutInternationalPrefix };
}

function compiled(country: string): Prefix | undefined {
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
    lengths: numbering.lengths,
    isMobile: (national) => lengths.includes(national.length) && pattern?.test(national) === true,
  };
}

/** As the library reads the metadata: what the pattern's groups match is kept, otherwise all that it matches goes. */
function withoutPrefix(national: string, { trunk, transform }: Prefix): string {
  const match = trunk?.exec(national);
  if (!trunk || !match) return national;
  const isTransformed = transform !== "" && match.length > 1 && match.at(-1);
  return isTransformed ? national.replace(trunk, transform) : national.slice(match[0].length);
}
