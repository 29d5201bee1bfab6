import { lineBreaks } from "@/lib/contacts/line-breaks";
import type { Rules } from "@/lib/contacts/plan";
import type { RowStatus } from "@/lib/contacts/validate/row-status";
import type { ReadDigits } from "./compiled-ranges";
import type { NumberingPlan } from "./numbering-plan";

/** A cell parsed as a phone number. One reused object, to be read before the next call. */
export type ReadPhone = {
  /** `ok`, or the reason why the cell has no number. */
  rowStatus: RowStatus;
  /** Doubt about a number; else `ok`. */
  doubt: RowStatus;
  /** As sent, with its plus. Without a plus if it is not a number as written; empty if it has no digits. */
  phone: string;
  /** The digits as a number. Exact, since there are at most 15. */
  number: number;
  /** Result of `lookUp` of the numbering plan. */
  range: number;
  isChanged: boolean;
  /** Probable number of a cell that is not one as written, else empty. */
  suggestion: string;
};

/** Parses cells as phone numbers under a file's rules. It never guesses; unclear cells get a status. */
export function createPhoneReader(
  numbering: NumberingPlan,
  rules: Pick<Rules, "country" | "addsPlus" | "dropsExtensions" | "usesSuggestions">,
  isSheet = false,
) {
  const callingCode = numbering.countries.find(({ country }) => country === rules.country)?.callingCode;
  const usualPrefix = callingCode === "1" ? /^(?:00|011)(?=[1-9])/ : /^00(?=[1-9])/;
  const appliedStatuses: ReadonlySet<RowStatus> = new Set(rules.usesSuggestions);
  const result: ReadPhone = {
    rowStatus: "ok",
    doubt: "ok",
    phone: "",
    number: 0,
    range: -1,
    isChanged: false,
    suggestion: "",
  };

  function accept(phone: string, range: number, isChanged: boolean, number = Number(phone)) {
    result.rowStatus = "ok";
    result.doubt = "ok";
    result.phone = phone;
    result.number = number;
    result.range = range;
    result.isChanged = isChanged;
    result.suggestion = "";
    return result;
  }

  function reject(rowStatus: RowStatus, phone = "", suggestion = "") {
    result.rowStatus = rowStatus;
    result.phone = phone;
    result.range = -1;
    result.suggestion = suggestion;
    return result;
  }

  const acceptRepaired = (digits: string) => accept(`+${digits}`, numbering.lookUp(digits), true);

  function readInternational(phone: string, isChanged: boolean, { number, range }: ReadDigits): ReadPhone {
    if (number > 0 && range >= 0) return accept(phone, range, isChanged, number);
    const withoutTrunk = phone.startsWith("0", 1) ? undefined : numbering.withoutTrunk(phone.slice(1));
    if (withoutTrunk !== undefined) return acceptRepaired(withoutTrunk);
    return number > 0 ? accept(phone, range, isChanged, number) : reject("digits", phone);
  }

  function readWithoutPlus(digits: string): ReadPhone {
    const national = rules.country === null ? undefined : numbering.fromNational(digits, rules.country);
    const isInternational =
      digits.length >= minDigitsWithoutPlus && digits.length <= maxDigits && isInKnownRange(digits);
    if (national !== undefined && !(isInternational && isUnlikelyNational(digits, national)))
      return acceptRepaired(national);
    if (isInternational) return addPlus(digits, digits, national === undefined ? "ok" : "ambiguous");
    if (digits.length < minDigits || digits.length > maxDigits) return reject("digits", digits);
    const suggested = rules.country === null ? undefined : numbering.asNational(digits, rules.country);
    if (suggested !== undefined && appliedStatuses.has("national")) return acceptRepaired(suggested);
    return reject("national", digits, suggested && `+${suggested}`);
  }

  /** Number without its plus, which is added only if the rules say so. */
  function addPlus(digits: string, suggested: string, doubt: RowStatus): ReadPhone {
    if (!rules.addsPlus) return reject("plus_missing", digits, `+${suggested}`);
    acceptRepaired(suggested);
    result.doubt = doubt;
    return result;
  }

  /** National numbers in lists are mobiles or have a trunk prefix. Other long digits rarely belong to the country. */
  const isUnlikelyNational = (digits: string, national: string) =>
    national === callingCode + digits && !numbering.isMobile(digits, rules.country ?? "");

  const isInKnownRange = (digits: string) => !digits.startsWith("0") && numbering.lookUp(digits) >= 0;

  /** A "(0)" is dialled inside the country only. In Italy and elsewhere the 0 is part of the number. */
  function readDigits(text: string): ReadPhone {
    if (!/^\(?(?:\+|00).*\(0\)/.test(text)) return readDialled(text);
    const whole = phoneIfKnown(readDialled(text));
    const isTrunk = whole !== undefined && !whole.endsWith(text.slice(text.indexOf("(0)")).replace(/\D/g, ""));
    if (isTrunk) return result;
    const shortened = phoneIfKnown(readDialled(text.replace("(0)", "")));
    if (whole === undefined) return result;
    readDialled(text);
    if (shortened !== undefined) result.doubt = "ambiguous";
    return result;
  }

  function readDialled(text: string): ReadPhone {
    const dialled = text.replace(punctuation, "");
    if (!/^\+?\d+$/.test(dialled)) return reject("letters");
    if (dialled.startsWith("+")) return readInternational(dialled, true, numbering.read(dialled, 1));
    const localNumber = afterLocalPrefix(dialled);
    if (usualPrefix.test(dialled)) return readDialledAbroad(dialled, localNumber, /\d+/.exec(text)?.[0] ?? "");
    const { rowStatus } = readWithoutPlus(dialled);
    return localNumber === undefined || rowStatus === "ok" || rowStatus === "plus_missing"
      ? result
      : acceptRepaired(localNumber);
  }

  /** Digits after the country's international prefix if they are a known number, else undefined. */
  function afterLocalPrefix(dialled: string): string | undefined {
    const digits = numbering.withoutInternationalPrefix(dialled, rules.country ?? "");
    return digits === undefined || isKnown(digits) ? digits : withoutTrunkAfterPrefix(digits);
  }

  function isKnown(digits: string): boolean {
    const { number, range } = numbering.read(digits, 0);
    return number > 0 && range >= 0;
  }

  /** Not for calling codes of one digit, which may belong to the prefix: "0011" in Australia, "007" in Taiwan. */
  const withoutTrunkAfterPrefix = (digits: string) =>
    numbering.callingCodeOf(digits).length > 1 ? numbering.withoutTrunk(digits) : undefined;

  /**
   * Reads digits after 00 (or 011), which may be part of a longer prefix, such as "001" in Thailand. The first
   * separate group of digits decides. The number is ambiguous if both readings fit that group, or neither.
   */
  function readDialledAbroad(dialled: string, localNumber: string | undefined, first: string): ReadPhone {
    const usualNumber = dialled.replace(usualPrefix, "");
    if (!isKnown(usualNumber)) {
      const repair = localNumber ?? withoutTrunkAfterPrefix(usualNumber);
      return repair === undefined ? readUnrepaired(usualNumber) : acceptRepaired(repair);
    }
    const code = numbering.callingCodeOf(usualNumber);
    if (localNumber === undefined || localNumber === usualNumber || code === callingCode)
      return acceptRepaired(usualNumber);
    const isLocal = first + localNumber === dialled;
    const isUsual = first === "00" || first === `00${code}`;
    if (isLocal === isUsual) return addPlus(dialled, localNumber, "ambiguous");
    return acceptRepaired(isLocal ? localNumber : usualNumber);
  }

  function readUnrepaired(digits: string): ReadPhone {
    const { number, range } = numbering.read(digits, 0);
    return number > 0 ? accept(`+${digits}`, range, true, number) : reject("digits", `+${digits}`);
  }

  /** The number in a text if it is in a known range. */
  const knownNumber = (text: string) => phoneIfKnown(readDigits(text));

  const phoneIfKnown = ({ rowStatus, range, phone }: ReadPhone) =>
    rowStatus === "ok" && range >= 0 ? phone : undefined;

  /** Number with a few digits after it, which may be an extension or belong to the number. */
  function readWithTail(text: string, [, base = "", separator = ""]: RegExpExecArray): ReadPhone {
    const whole = knownNumber(base);
    const { rowStatus, range } = readDigits(text);
    if (whole === undefined) return result;
    if (rowStatus !== "ok" || range < 0)
      return rules.dropsExtensions ? readDigits(base) : reject("extension", whole, whole);
    const digits = text.length - base.length - separator.length;
    const isOtherSign = digits <= maxExtensionDigits && !base.includes(separator);
    if (sign.test(separator) && (isOtherSign || !sign.test(base))) result.doubt = "short_tail";
    return result;
  }

  /** Number among other text. It is only suggested, unless a person accepted it for one row or for all. */
  function readInText(rowStatus: RowStatus, text: string): ReadPhone {
    const label = /fax/i.test(text) ? undefined : labelled.exec(text);
    const afterLabel = label && knownNumber(text.slice(label[0].length));
    if (afterLabel)
      return appliedStatuses.has("labelled")
        ? accept(afterLabel, lookUp(afterLabel), true)
        : reject("labelled", "", afterLabel);
    const suggestion =
      rowStatus === "extension" ? knownNumber(text.replace(extension, "$1")) : findNumber(text, rowStatus);
    if (suggestion === undefined || !appliedStatuses.has(rowStatus)) return reject(rowStatus, "", suggestion);
    accept(suggestion, lookUp(suggestion), true);
    result.doubt = "from_text";
    return result;
  }

  const lookUp = (phone: string) => numbering.lookUp(phone.slice(1));

  /** The only number in a text. The first of several if that is the row's problem. */
  function findNumber(text: string, rowStatus: RowStatus): string | undefined {
    const lines = text.slice(0, longestText).split("\n");
    const all = lines.flatMap((line) => line.match(numbers) ?? []).flatMap((candidate) => knownNumber(candidate) ?? []);
    return all.length === 1 || rowStatus === "several" ? all[0] : undefined;
  }

  /** Several numbers on separate lines, or one that continues on the next line. */
  function readLines(text: string): ReadPhone {
    const [first = "", ...others] = text.split("\n");
    const isWhole = findNumber(first, "several") !== undefined && digitsIn(others.join("")) >= minDigitsInLine;
    if (isWhole || hasSeveral([first, ...others])) return readInText("several", text);
    readText(text.replaceAll("\n", " "));
    if (result.rowStatus === "ok" && result.doubt === "ok") result.doubt = "ambiguous";
    return result;
  }

  function readText(text: string): ReadPhone {
    if (text === "" || text === "+") return reject("number_missing");
    // In a sheet the dot of 44791112345.5 is a decimal point, so the number that was typed is lost.
    const damage = isSheet && decimal.test(text) ? "excel" : damageOf(text);
    if (damage === "excel") return reject(damage);
    if (damage) return readInText(damage, text);
    if (/[^+\d\s().\-/\u2010-\u2015\u2212\u00b7]/.test(text)) return readInText("letters", text);
    const parts = tail.exec(text);
    return parts ? readWithTail(text, parts) : readDigits(text);
  }

  return (cell: string): ReadPhone => {
    if (cell.charCodeAt(0) === plus) {
      const digits = numbering.read(cell, 1);
      if (digits.number > 0) return readInternational(cell, false, digits);
    }
    const normalized = normalizePhoneText(cell);
    const text = (rules.dropsExtensions ? normalized.replace(extension, "$1").trim() : normalized).replace(
      /^tel:/i,
      "",
    );
    return text.includes("\n") ? readLines(text) : readText(text);
  };
}

/** Word in front of a number: "p:", "Tel.:", "mobile". */
const labelled = /^\p{L}[\p{L} ]{0,14}\s*[.:]{0,2}\s*(?=[+\d(])/u;
const numbers = /(?:\+|\b00)?\(?\d[\d\s().\-/\u2010-\u2015\u2212]{5,}\d/g;
const longestText = 1000;
/** This many digits after a complete number are another number, not an extension. */
const minDigitsInLine = 4;
/** Up to four digits after a sign, or up to two after a blank. */
const tail = /^(.*\d)(\s*[-/\u2010-\u2015\u2212]\s*(?=\d{1,4}$)|\s+(?=\d{1,2}$))\d+$/;

const sign = /[-/\u2010-\u2015\u2212]/;
/** Four digits after a different sign are usually the last group of the number. */
const maxExtensionDigits = 3;

const minFullDigits = 7;
const maxDigits = 15;
/** With fewer digits a number without its plus may be a national one. */
const minDigitsWithoutPlus = 11;
/** With fewer digits it is not a number in any country. */
const minDigits = 5;

const plus = 43;

/** Text of a cell without spreadsheet guards and invisible characters, and with ASCII digits. */
export function normalizePhoneText(cell: string) {
  const text = cell
    .replace(lineBreaks, "\n")
    .replace(invisible, "")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
  const latin = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace(otherDigits, latinDigit);
  // Programs that treat numbers as quantities add decimals to whole numbers.
  return latin.trim().replace(/^(\+?\d+)\.0+$/, "$1");
}

const invisible = /(?!\n)[\p{Cc}\p{Cf}]/gu;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const latinDigit = (digit: string) => String((digit.charCodeAt(0) - (digit < "\u0966" ? 0 : 6)) & 15);

/** No line breaks, because they may separate two numbers. */
const punctuation = /(?!\n)[\s().\-/\u2010-\u2015\u2212\u00b7]/g;

const extension = /(\d)[^\da-z+]*(?:extension|ext\.?|[x#]|;ext=)\s*:?\s*\d{1,7}$/i;

const decimal = /^[1-9]\d*\.\d+$/;

const date = /^\d{4}-\d\d-\d\d(?:[T\s]|$)/;

function damageOf(text: string): RowStatus | undefined {
  const isPlainText = /^[+\d\s().-]*$/.test(text) && !text.includes("+", 1);
  if (isPlainText) return date.test(text) ? "excel" : undefined;
  if (/^\+?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return "excel";
  if (date.test(text) || text.startsWith("#")) return "excel";
  if (extension.test(text)) return "extension";
  return hasSeveral(text.split(/[/;,|&]|\s(?:or|and|oder|und|et|o|y)\s|\s(?=\+)/i)) ? "several" : undefined;
}

const hasSeveral = (parts: readonly string[]) => parts.filter((part) => digitsIn(part) >= minFullDigits).length > 1;

const digitsIn = (text: string) => text.replace(/\D/g, "").length;
