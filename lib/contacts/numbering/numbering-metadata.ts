import metadata from "libphonenumber-js/metadata.max.json";

/** One country's numbers, as the library's metadata tells them. Patterns are of national numbers, not anchored. */
export type Numbering = {
  callingCode: string;
  internationalPrefix: string;
  pattern: string;
  /** Digits a number may have, fewest first. */
  lengths: readonly number[];
  /** What is dialled before a number inside the country, as a pattern; empty where there is nothing. */
  trunk: string;
  /** What a number becomes that the trunk pattern's groups match. */
  transform: string;
  /** Tells a country from others that share its calling code. */
  leading: string;
  types: readonly NumberType[];
  mobile: NumberType | undefined;
};

export type NumberType = {
  kind: "usual" | "special" | "other";
  pattern: string;
  lengths: readonly number[] | undefined;
};

/** For numbers of no country, as the library and the ITU have it. */
export const noCountry = "001";

/** Stands for the country of numbers that no known range holds. */
export const unknownCountry = "ZZ";

export const countryNames: readonly string[] = Object.keys(metadata.countries).sort();

export const callingCodes: readonly string[] = [
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
];

/** The countries of a calling code, the one that numbers are first looked for in before the others. */
export const countriesOf = (callingCode: string): readonly string[] =>
  metadata.country_calling_codes[callingCode] ?? [noCountry];

export function numberingOf(country: string, callingCode = ""): Numbering | undefined {
  const packed = country === noCountry ? metadata.nonGeographic[callingCode] : packedCountries[country];
  if (!packed) return undefined;
  return {
    callingCode: text(packed[0]),
    internationalPrefix: text(packed[1]),
    pattern: text(packed[2]),
    lengths: numbers(packed[3]) ?? [],
    trunk: text(packed[7]) || text(packed[5]),
    transform: text(packed[8]),
    leading: text(packed[10]),
    types: kinds.flatMap((kind, at) => typeOf(packed[11], at, kind) ?? []),
    mobile: typeOf(packed[11], mobileAt, kinds[mobileAt]),
  };
}

const packedCountries: Readonly<Record<string, readonly unknown[] | undefined>> = metadata.countries;

/** Fixed line, mobile, toll-free, premium, personal, voicemail, company-wide, pager, internet, shared cost. */
const kinds = [
  "usual",
  "usual",
  "special",
  "special",
  "other",
  "other",
  "other",
  "other",
  "other",
  "special",
] as const satisfies readonly NumberType["kind"][];
const mobileAt = 1;

function typeOf(types: unknown, at: number, kind: NumberType["kind"]): NumberType | undefined {
  const packed: unknown = Array.isArray(types) ? types[at] : undefined;
  if (!Array.isArray(packed) || !packed[0]) return undefined;
  return { kind, pattern: text(packed[0]), lengths: numbers(packed[1]) };
}

const text = (packed: unknown) => (typeof packed === "string" ? packed : "");

const numbers = (packed: unknown) =>
  Array.isArray(packed) ? packed.filter((each): each is number => typeof each === "number") : undefined;
