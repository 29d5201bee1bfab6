import { latinDigits } from "@/lib/format/latin-digits";
import { noCountry, numberingOf } from "./numbering-metadata";
import { PhoneReader } from "./phone-reader";
import { extension, hasSeveral } from "./phone-text";
import { sharedPlan } from "./shared-plan";

/** `special`: toll-free, premium or shared cost. `any`: mobiles and landlines share the range. */
type NumberKind = "mobile" | "landline" | "any" | "special" | "unknown";

/** Why a text is not read as one number. */
type NumberFault = "none" | "several" | "no_country" | "unreadable";

/** `number` in E.164 form. `country`: ISO 3166, "ZZ" if unknown. */
export type NumberReading =
  | { number: string; kind: NumberKind; country: string; fault?: undefined }
  | { fault: NumberFault };

type ReadOptions = {
  /** ISO 3166 country of a number without a country code. */
  country?: string | undefined;
  /** Takes numbers with a country code that are in no known range, as a list of blocked people can hold. */
  takesUnknown?: boolean;
};

const readers = new Map<string, PhoneReader>();

function readerFor(country: string): PhoneReader {
  const reader =
    readers.get(country) ?? new PhoneReader(sharedPlan(), { country: country || null, usesSuggestions: repaired });
  readers.set(country, reader);
  return reader;
}

/** A person who types one number means it, so doubts of whole columns do not count here. */
const repaired = ["plus_missing", "no_trunk", "area_code", "labelled", "extension"];

/**
 * Reads one phone number as a person, an event or an address writes it: in digits of any script, with signs between them,
 * and with words around it. It never guesses a country.
 */
export function readNumber(text: string, { country = "", takesUnknown = true }: ReadOptions = {}): NumberReading {
  const parts = partsIn(text.slice(0, longestText));
  if (parts.length === 0) return { fault: "none" };
  const readings = parts.map((part) => readPart(part, country.toUpperCase(), takesUnknown));
  const numbers = new Map(readings.flatMap((reading) => ("number" in reading ? [[reading.number, reading]] : [])));
  const [first] = numbers.values();
  if (numbers.size > 1) return { fault: "several" };
  return first ?? readings[0] ?? { fault: "none" };
}

/** Digits of a text's number as they are dialled, if no plus or 00 says that a country code comes first. */
export function digitsWithoutCode(text: string): string | undefined {
  const [part] = partsIn(text.slice(0, longestText));
  return part === undefined || saysCode.test(part) ? undefined : part.replace(/\D/g, "");
}

const saysCode = /^\(?(?:\+|00|011\s*[1-9])/;

/** Only the number, in E.164 form. For lists of a million, most of which are in that form. */
export function numberOf(text: string): string | undefined {
  if (e164.test(text)) {
    const { rowStatus, phone } = readerFor("").read(text);
    if (rowStatus === "ok") return phone;
  }
  const reading = readNumber(text);
  return reading.fault === undefined ? reading.number : undefined;
}

const e164 = /^\+[1-9]\d{6,14}$/;
const longestText = 200;
const fewestDigits = 5;

/** Pieces of a text that may be a number: digits with signs between them, but no letters. */
function partsIn(text: string): string[] {
  const plain = latinDigits(decoded(text)).replace(invisible, "").replace(extension, "$1");
  const pieces = plain.match(/[+(\d][^\p{L}+]*/gu) ?? [];
  return pieces
    .flatMap(separated)
    .map(cleaned)
    .filter((piece) => digitCount(piece) >= fewestDigits);
}

/** Two whole numbers with a sign between them. */
function separated(piece: string): string[] {
  const parts = piece.split(/[\n;,|/&]/);
  return hasSeveral(parts) ? parts : [piece];
}

const invisible = /[\p{Cc}\p{Cf}\p{M}]/gu;

/** "%2B49+30" of an address, "\u002b49" of JSON, and "&#43;49&nbsp;30" of HTML. */
const decoded = (text: string) =>
  (/%[0-9a-f]{2}/i.test(text) ? text.replaceAll("+", " ") : text)
    .replace(/&[a-z]{2,6};/gi, " ")
    .replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => decodedOr(escaped))
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex ?? decimal ?? "0", hex ? 16 : 10))),
    );

function decodedOr(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** Every sign between digits is a blank, but those that say something: a plus, and brackets round a zero. */
const cleaned = (piece: string) =>
  piece
    .replace(/\(\s*0\s*\)/g, "(0)")
    .replace(/[^\d+()]+/g, " ")
    .replace(/\((?!0\))|(?<!\(0)\)/g, " ")
    .replace(/(?<=\d)[^\d]*$/, "")
    .replace(/^.*\+\s*(?=[\d(])/, "+")
    .trim();

const digitCount = (text: string) => text.replace(/\D/g, "").length;

function readPart(part: string, country: string, takesUnknown: boolean): NumberReading {
  const { rowStatus, phone, range } = readerFor(country).read(part);
  // Without a country, 011 is how North America dials other countries.
  if (rowStatus !== "ok" && country === "" && /^011\s*[1-9]/.test(part))
    return readPart(part.replace(/^011\s*/, "+"), country, takesUnknown);
  if (rowStatus !== "ok") return { fault: faultOf(rowStatus, country) };
  if (range < 0 && !takesUnknown) return { fault: "unreadable" };
  return { number: phone, ...kindOf(phone.slice(1), range) };
}

const faultOf = (status: string, country: string): NumberFault =>
  status === "national" || (status === "digits" && country === "") ? "no_country" : "unreadable";

function kindOf(digits: string, range: number): { kind: NumberKind; country: string } {
  const numbering = sharedPlan();
  const country = numbering.countryCodes[range >> 1] ?? noCountry;
  if (range < 0 || country === noCountry) return { kind: "unknown", country: "ZZ" };
  if (range % 2 === 1) return { kind: "special", country };
  const national = digits.slice(numbering.callingCodeOf(digits).length);
  const [isLandline, isMobile] = [0, 1].map((index) => isOfType(national, country, index));
  // As in the library: a country without mobile ranges does not tell its mobiles apart.
  const isShared = isLandline && (isMobile || numberingOf(country)?.mobile === undefined);
  const kind = isShared ? "any" : isMobile ? "mobile" : isLandline ? "landline" : "unknown";
  return { kind, country };
}

const patterns = new Map<string, RegExp | undefined>();

/** `index` in the library's order of types: 0 fixed line, 1 mobile. */
function isOfType(national: string, country: string, index: number): boolean {
  const key = `${country} ${index}`;
  if (!patterns.has(key)) {
    const type = numberingOf(country)?.types.find((candidate) => candidate.index === index);
    patterns.set(key, type && new RegExp(`^(?:${type.pattern})$`));
  }
  return patterns.get(key)?.test(national) ?? false;
}
