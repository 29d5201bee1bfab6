import { countriesOf, noCountry, numberingOf } from "./numbering-metadata";

/** Why a number with this calling code is in no known range, as a short phrase. */
export function unknownReason(digits: string, callingCode: string): string {
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
  const told = countries.find((country) => {
    const leading = numberingOf(country, callingCode)?.leading;
    return leading && new RegExp(`^(?:${leading})`).test(national);
  });
  return told ? [told] : countries;
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
