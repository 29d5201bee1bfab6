import { latinDigits } from "@/lib/format/latin-digits";
import { lineOf } from "./line";
import { noCountry, numberingOf } from "./numbering-metadata";
import { PhoneReader } from "./phone-reader";
import { extension, hasSeveral, isDate, scientificNotation } from "./phone-text";
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
  const pieces = piecesIn(text.slice(0, longestText));
  if (pieces.length === 0) return { fault: "none" };
  const readings = pieces.flatMap((piece) => readPiece(piece, { country: country.toUpperCase(), takesUnknown }));
  const numbers = new Map(readings.flatMap((reading) => ("number" in reading ? [[reading.number, reading]] : [])));
  const [first] = numbers.values();
  if (numbers.size > 1) return { fault: "several" };
  return first ?? readings[0] ?? { fault: "none" };
}

/** Digits of a text's number as they are dialled, if no plus or 00 says that a country code comes first. */
export function digitsWithoutCode(text: string): string | undefined {
  const [piece] = piecesIn(text.slice(0, longestText));
  const part = piece && cleaned(piece);
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

/** Pieces of a text that may be numbers: digits with signs between them, but no letters. */
function piecesIn(text: string): string[] {
  const latin = latinDigits(decoded(text));
  const plain = (isPlainAscii.test(latin) ? latin : latin.replace(invisible, "").replace(longVowel, "-"))
    .replace(ofDevice, "@")
    .replace(extension, "$1");
  const whole = plain.trim();
  if (scientificNotation.test(whole) || isOther.test(whole)) return [];
  const pieces = plain.match(/[+(\d][^\p{L}+]*/gu) ?? [];
  return pieces.filter((piece) => digitCount(piece) >= fewestDigits && !isMoment(piece));
}

const isMoment = (piece: string) => !piece.startsWith("+") && (isDate(piece.trim()) || isTime.test(piece));

const isPlainAscii = /^[\x20-\x7e]*$/;

/** A UUID or an IP address. */
const isOther =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:(?:0|[1-9]\d?|[12]\d\d)\.){3}(?:0|[1-9]\d?|[12]\d\d))$/i;
const isTime = /^\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\s*$/;

/** The port of an address for calls, and the device of a user of WhatsApp. */
const ofDevice = /(?::\d{1,5})?@(?:(?:\[[\da-f:.]*\]|[\d.]*)(?::\d{1,5})?(?=;|>|$))?/gi;

/** Also the fillers of Hangul, which are letters. */
const invisible = /(?![\n\r])[\p{Cc}\p{Cf}\p{M}\u115f\u1160]/gu;

/** Japanese keyboards write this letter for a dash. */
const longVowel = /(?<=\d ?)\u30fc(?= ?\d)/g;

/** "%2B49+30" of an address, "\u002b49" of JSON, and "&#43;49&nbsp;30" of HTML. */
const decoded = (text: string) => (/[%&\\]/.test(text) ? withoutEscapes(text) : text);

const withoutEscapes = (text: string) =>
  (/%[0-9a-f]{2}/i.test(text) ? text.replace(/(?<=[\d)])\++/g, " ") : text)
    .replace(/&[a-z]{2,6};|\\+[nrt]/gi, " ")
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
    .trim()
    .replace(decimals, "$1")
    .replace(/\(\s*0\s*\)/g, "(0)")
    .replace(/[^\d+()]+/g, " ")
    .replace(/\((?!0\))|(?<!\(0)\)/g, " ")
    .replace(/(?<=\d)[^\d]*$/, "")
    .replace(/^.*\+\s*(?=[\d(])/, "+")
    // A prefix is as much as a plus.
    .replace(/^\+(?=0)/, "")
    .trim();

/** Programs that take numbers for quantities add them. */
const decimals = /^(\+?(?:\d{1,3} )?\d{5,})\.0+(?=\D*$)/;

const digitCount = (text: string) => text.replace(/\D/g, "").length;

type Reading = Required<ReadOptions>;

/** A piece is one number, several with signs between them, or one with an extension behind a comma, a semicolon or a colon. */
function readPiece(piece: string, options: Reading): NumberReading[] {
  const [head = "", separator = "", ...others] = piece.replace(/\D+$/, "").split(/([\n;,|/&:]+)/);
  const whole = readPart(cleaned(piece), options);
  const parts = [head, ...others.filter((_, nth) => nth % 2 === 0)];
  if (parts.length === 1 || isOneByOne.test(piece)) return [whole];
  const known = { ...options, takesUnknown: false };
  const isKnownWhole = readPart(cleaned(piece), known).fault === undefined;
  if (hasSeveral(parts) && !isKnownWhole) return parts.map((part) => readPart(cleaned(part), options));
  if (separator.trim() === "/" || readPart(cleaned(head), known).fault !== undefined) return [whole];
  // Behind a single comma or colon digits can be an extension as well as the end of the number.
  return isKnownWhole && /^[,:|&]$/.test(separator) ? [{ fault: "unreadable" }] : [readPart(cleaned(head), options)];
}

/** Single digits with commas between them. */
const isOneByOne = /^\D*\d(?:\D+\d)*\D*$/;

function readPart(part: string, { country, takesUnknown }: Reading): NumberReading {
  if (/^[1-9]\d{0,2} ?\(0\)/.test(part)) return readPart(`+${part}`, { country, takesUnknown });
  const { rowStatus, phone, range } = readerFor(country).read(part);
  // Without a country, 011 is how North America dials other countries.
  if (rowStatus !== "ok" && country === "" && /^011\s*[1-9]/.test(part))
    return readPart(part.replace(/^011\s*/, "+"), { country, takesUnknown: false });
  if (rowStatus !== "ok") return { fault: faultOf(rowStatus, country) };
  if (isCodeSplit(part, phone)) return { fault: faultOf("national", country) };
  const doubled = range < 0 ? withoutDoubledCode(phone.slice(1)) : undefined;
  if (doubled !== undefined) return readPart(`+${doubled}`, { country, takesUnknown });
  if (range < 0 && !(takesUnknown && canBeNew(part, phone))) return { fault: "unreadable" };
  return { number: phone, ...kindOf(phone.slice(1), range) };
}

/** True for "8 (495) 123-45-67", which is no number of +84. A 0 may stand apart, as in "+38 (067) 123-45-67". */
function isCodeSplit(part: string, phone: string): boolean {
  const digits = phone.slice(1);
  const first = /^\+?(\d+)[^\d]+(?=[1-9])/.exec(part)?.[1] ?? digits;
  const isWritten = part.replace(/\D/g, "") === digits && !isOneByOne.test(part);
  return isWritten && first.length < sharedPlan().callingCodeOf(digits).length;
}

/** Digits whose country code stands before them twice, as in "+49 49 30 901820173". */
function withoutDoubledCode(digits: string): string | undefined {
  const code = sharedPlan().callingCodeOf(digits);
  const rest = digits.slice(code.length);
  return code !== "" && rest.startsWith(code) && sharedPlan().lookUp(rest) >= 0 ? rest : undefined;
}

/** Digits up to the end of each group but the last. */
const headsOf = (part: string) =>
  [...part.matchAll(/\d(?=\D+\d)/g)].map(({ index }) => part.slice(0, index + 1).replace(/\D/g, ""));

/** True if a number in no known range may be of a new one. Without a plus only its length tells that its prefix was read right. */
function canBeNew(part: string, phone: string): boolean {
  const digits = phone.slice(1);
  // A known number and more digits are no number of a new range.
  if (part.startsWith("+") && headsOf(part).some((head) => sharedPlan().lookUp(head) >= 0)) return false;
  const code = sharedPlan().callingCodeOf(digits);
  if (part.startsWith("+") && digits[code.length] !== "0") return code !== "";
  return sharedPlan().hasUsualLength(digits) || lineOf(digits) !== digits;
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
