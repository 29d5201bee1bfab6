import metadata from "libphonenumber-js/metadata.max.json";

/** Numbering of one country, from the library's metadata. Patterns are for national numbers and not anchored. */
export type Numbering = {
  callingCode: string;
  internationalPrefix: string;
  pattern: string;
  /** Valid numbers of digits, ascending. */
  lengths: readonly number[];
  /** Pattern of the national (trunk) prefix; empty if there is none. */
  trunk: string;
  /** Prefixes as people write them. A country that has changed it has two. */
  prefixes: readonly string[];
  /** Spellings inside the country, in the order in which numbers are matched. */
  formats: readonly NumberFormat[];
  /** True if the prefix is usual, and the lengths of fixed lines and mobiles differ by more than two digits. */
  isVariable: boolean;
  /** Replacement for the prefix if the groups of its pattern match. */
  transform: string;
  /** Leading digits that distinguish countries with the same calling code. */
  leading: string;
  types: readonly NumberType[];
  mobile: NumberType | undefined;
};

/** `isBare`: written without the national prefix, always or often. Patterns are for national numbers and not anchored. */
type NumberFormat = { pattern: string; leading: string; isBare: boolean };

export type NumberType = {
  /** In the library's order: 0 fixed line, 1 mobile. */
  index: number;
  kind: "usual" | "special" | "other";
  pattern: string;
  lengths: readonly number[] | undefined;
};

/** Code for numbers of no country, as in the library and at the ITU. */
export const noCountry = "001";

/** Code for numbers in no known range. */
export const unknownCountry = "ZZ";

export const countryNames: readonly string[] = Object.keys(metadata.countries).sort();

export const callingCodes: readonly string[] = [
  ...Object.keys(metadata.country_calling_codes),
  ...Object.keys(metadata.nonGeographic),
];

/** Countries of a calling code, in the order in which numbers are matched. */
export const countriesOf = (callingCode: string): readonly string[] =>
  metadata.country_calling_codes[callingCode] ?? [noCountry];

export function numberingOf(country: string, callingCode = ""): Numbering | undefined {
  const packed = country === noCountry ? metadata.nonGeographic[callingCode] : packedCountries[country];
  if (!packed) return undefined;
  const usual = [0, 1].flatMap((index) => typeOf(packed[11], index, "usual") ?? []);
  const usualLengths = usual.flatMap(({ lengths }) => lengths ?? numbers(packed[3]) ?? []);
  return {
    callingCode: text(packed[0]),
    internationalPrefix: text(packed[1]),
    pattern: text(packed[2]),
    lengths: numbers(packed[3]) ?? [],
    trunk: text(packed[7]) || text(packed[5]),
    // Few ask for these, and each read of a number asks for the others.
    get prefixes() {
      return prefixesOf(text(packed[5]), text(packed[7]));
    },
    get formats() {
      const formats = Array.isArray(packed[4]) ? packed[4] : [];
      return formats.flatMap((format) => formatOf(format, text(packed[6])) ?? []);
    },
    isVariable: text(packed[5]) !== "" && Math.max(...usualLengths) - Math.min(...usualLengths) > 2,
    transform: text(packed[8]),
    leading: text(packed[10]),
    types: kinds.flatMap((kind, index) => typeOf(packed[11], index, kind) ?? []),
    mobile: typeOf(packed[11], mobileIndex, kinds[mobileIndex]),
  };
}

/** The usual prefix, and those of a simple pattern such as "[08]" or "0|80?". */
function prefixesOf(usual: string, pattern: string): string[] {
  const written = pattern.split("|").flatMap((part) => {
    const [, digits = "", optional = ""] = /^(\d*?)(?:(\d)\?)?$/.exec(part) ?? [];
    const [, ones = ""] = /^\[(\d+)\]$/.exec(part) ?? [];
    return [digits, optional && digits + optional, ...ones];
  });
  return [...new Set([usual, ...written].filter(Boolean))];
}

function formatOf(packed: unknown, ruleOfCountry: string): NumberFormat | undefined {
  if (!Array.isArray(packed)) return undefined;
  const leading: unknown = Array.isArray(packed[2]) ? packed[2].at(-1) : "";
  const rule = text(packed[3]) || ruleOfCountry;
  return {
    pattern: text(packed[0]),
    leading: text(leading),
    isBare: !/\d/.test(rule.replace("$1", "")) || packed[4] === 1,
  };
}

const packedCountries: Readonly<Record<string, readonly unknown[] | undefined>> = metadata.countries;

/**
 * In the library's order: fixed line, mobile, toll-free, premium, personal, voicemail, company-wide, pager, internet,
 * shared cost.
 */
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
const mobileIndex = 1;

function typeOf(types: unknown, index: number, kind: NumberType["kind"]): NumberType | undefined {
  const packed: unknown = Array.isArray(types) ? types[index] : undefined;
  if (!Array.isArray(packed) || !packed[0]) return undefined;
  return { index, kind, pattern: text(packed[0]), lengths: numbers(packed[1]) };
}

const text = (packed: unknown) => (typeof packed === "string" ? packed : "");

const numbers = (packed: unknown) =>
  Array.isArray(packed) ? packed.filter((value): value is number => typeof value === "number") : undefined;
