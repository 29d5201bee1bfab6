import { lineBreaks } from "@/lib/contacts/line-breaks";
import type { Rules } from "@/lib/contacts/plan";
import type { RowStatus } from "@/lib/contacts/validate/row-status";
import type { ReadDigits } from "./compiled-ranges";
import type { NumberingPlan } from "./numbering-plan";

/** A cell read as a number. The answer is one object used again and again: take what is needed of it at once. */
export type ReadPhone = {
  /** `ok`, or why there is no number. */
  rowStatus: RowStatus;
  /** What speaks against a number though it is one; else `ok`. */
  doubt: RowStatus;
  /** As it is sent, with its plus; without one where it is no number as it stands; empty where it holds no digits. */
  phone: string;
  /** The digits of a number, as a number: at most 15, so it is exact. */
  number: number;
  /** As `lookUp` of the numbering plan gives it. */
  range: number;
  isChanged: boolean;
  /** A number that the cell may be meant to be, where it is none; else empty. */
  suggestion: string;
};

/** Reads a cell as a phone number under a file's rules. What it means is never guessed: what is unclear is a status. */
export function createPhoneReader(
  numbering: NumberingPlan,
  rules: Pick<Rules, "country" | "addsPlus" | "dropsExtensions" | "usesSuggestions">,
  isSheet = false,
) {
  const callingCode = numbering.countries.find(({ country }) => country === rules.country)?.callingCode;
  const usualPrefix = callingCode === "1" ? /^(?:00|011)(?=[1-9])/ : /^00(?=[1-9])/;
  const uses: ReadonlySet<RowStatus> = new Set(rules.usesSuggestions);
  const read: ReadPhone = {
    rowStatus: "ok",
    doubt: "ok",
    phone: "",
    number: 0,
    range: -1,
    isChanged: false,
    suggestion: "",
  };

  function found(phone: string, range: number, isChanged: boolean, number = Number(phone)) {
    read.rowStatus = "ok";
    read.doubt = "ok";
    read.phone = phone;
    read.number = number;
    read.range = range;
    read.isChanged = isChanged;
    read.suggestion = "";
    return read;
  }

  function none(rowStatus: RowStatus, phone = "", suggestion = "") {
    read.rowStatus = rowStatus;
    read.phone = phone;
    read.range = -1;
    read.suggestion = suggestion;
    return read;
  }

  const repaired = (digits: string) => found(`+${digits}`, numbering.lookUp(digits), true);

  function international(phone: string, isChanged: boolean, { number, range }: ReadDigits): ReadPhone {
    if (number > 0 && range >= 0) return found(phone, range, isChanged, number);
    const withoutTrunk = phone.startsWith("0", 1) ? undefined : numbering.withoutTrunk(phone.slice(1));
    if (withoutTrunk !== undefined) return repaired(withoutTrunk);
    return number > 0 ? found(phone, range, isChanged, number) : none("digits", phone);
  }

  function withoutPlus(digits: string): ReadPhone {
    const national = rules.country === null ? undefined : numbering.fromNational(digits, rules.country);
    const isInternational = digits.length >= shortestWithoutPlus && digits.length <= longest && holds(digits);
    if (national !== undefined && !(isInternational && isRare(digits, national))) return repaired(national);
    if (isInternational) return withPlus(digits, digits, national === undefined ? "ok" : "ambiguous");
    if (digits.length < fewest || digits.length > longest) return none("digits", digits);
    const meant = rules.country === null ? undefined : numbering.asNational(digits, rules.country);
    if (meant !== undefined && uses.has("national")) return repaired(meant);
    return none("national", digits, meant && `+${meant}`);
  }

  /** A number that lacks its plus, which a person puts there. */
  function withPlus(digits: string, meant: string, doubt: RowStatus): ReadPhone {
    if (!rules.addsPlus) return none("plus_missing", digits, `+${meant}`);
    repaired(meant);
    read.doubt = doubt;
    return read;
  }

  /** Lists of a country have mobiles, or a trunk prefix in front: long digits that are neither hardly are its numbers. */
  const isRare = (digits: string, national: string) =>
    national === callingCode + digits && !numbering.isMobile(digits, rules.country ?? "");

  const holds = (digits: string) => !digits.startsWith("0") && numbering.lookUp(digits) >= 0;

  /** A "(0)" is dialled inside the country only, but in Italy and elsewhere numbers begin with 0 abroad too. */
  function readDigits(text: string): ReadPhone {
    if (!/^\(?(?:\+|00).*\(0\)/.test(text)) return readDialled(text);
    const whole = knownAs(readDialled(text));
    const isTrunk = whole !== undefined && !whole.endsWith(text.slice(text.indexOf("(0)")).replace(/\D/g, ""));
    if (isTrunk) return read;
    const shortened = knownAs(readDialled(text.replace("(0)", "")));
    if (whole === undefined) return read;
    readDialled(text);
    if (shortened !== undefined) read.doubt = "ambiguous";
    return read;
  }

  function readDialled(text: string): ReadPhone {
    const dialled = text.replace(punctuation, "");
    if (!/^\+?\d+$/.test(dialled)) return none("letters");
    if (dialled.startsWith("+")) return international(dialled, true, numbering.read(dialled, 1));
    const own = asDialledAbroad(dialled);
    if (usualPrefix.test(dialled)) return abroad(dialled, own, /\d+/.exec(text)?.[0] ?? "");
    const { rowStatus } = withoutPlus(dialled);
    return own === undefined || rowStatus === "ok" || rowStatus === "plus_missing" ? read : repaired(own);
  }

  /** What digits are where calls abroad begin as they do in the country, if that is a known number. */
  function asDialledAbroad(dialled: string): string | undefined {
    const digits = numbering.withoutInternationalPrefix(dialled, rules.country ?? "");
    return digits === undefined || isKnown(digits) ? digits : withoutTrunkBehindPrefix(digits);
  }

  function isKnown(digits: string): boolean {
    const { number, range } = numbering.read(digits, 0);
    return number > 0 && range >= 0;
  }

  /** The one digit of +1 or +7 may belong to what is dialled before it: "0011" in Australia, "007" in Taiwan. */
  const withoutTrunkBehindPrefix = (digits: string) =>
    numbering.callingCodeOf(digits).length > 1 ? numbering.withoutTrunk(digits) : undefined;

  /**
   * Digits that begin as calls abroad do nearly everywhere, which in some countries is a part of how they begin there: "001" in
   * Thailand. Then the digits that stand apart at the beginning tell, unless they are both.
   */
  function abroad(dialled: string, own: string | undefined, first: string): ReadPhone {
    const usual = dialled.replace(usualPrefix, "");
    if (!isKnown(usual)) {
      const repair = own ?? withoutTrunkBehindPrefix(usual);
      return repair === undefined ? asItStands(usual) : repaired(repair);
    }
    const code = numbering.callingCodeOf(usual);
    if (own === undefined || own === usual || code === callingCode) return repaired(usual);
    const isOwn = first + own === dialled;
    const isUsual = first === "00" || first === `00${code}`;
    if (isOwn === isUsual) return withPlus(dialled, own, "ambiguous");
    return repaired(isOwn ? own : usual);
  }

  function asItStands(digits: string): ReadPhone {
    const { number, range } = numbering.read(digits, 0);
    return number > 0 ? found(`+${digits}`, range, true, number) : none("digits", `+${digits}`);
  }

  /** The number that a text is, where it is one of a known range. */
  const known = (text: string) => knownAs(readDigits(text));

  const knownAs = ({ rowStatus, range, phone }: ReadPhone) => (rowStatus === "ok" && range >= 0 ? phone : undefined);

  /** A number and a few digits behind it, which may be an extension or belong to the number. */
  function withTail(text: string, [, base = "", between = ""]: RegExpExecArray): ReadPhone {
    const whole = known(base);
    const { rowStatus, range } = readDigits(text);
    if (whole === undefined) return read;
    if (rowStatus !== "ok" || range < 0)
      return rules.dropsExtensions ? readDigits(base) : none("extension", whole, whole);
    const digits = text.length - base.length - between.length;
    const isOtherSign = digits <= mostOfExtension && !base.includes(between);
    if (sign.test(between) && (isOtherSign || !sign.test(base))) read.doubt = "short_tail";
    return read;
  }

  /** Text with a number in it: what to do with it is for a person to say, for one row or for all. */
  function inText(rowStatus: RowStatus, text: string): ReadPhone {
    const label = /fax/i.test(text) ? undefined : labelled.exec(text);
    const behindLabel = label && known(text.slice(label[0].length));
    if (behindLabel)
      return uses.has("labelled") ? found(behindLabel, lookUp(behindLabel), true) : none("labelled", "", behindLabel);
    const suggestion = rowStatus === "extension" ? known(text.replace(extension, "$1")) : firstIn(text, rowStatus);
    if (suggestion === undefined || !uses.has(rowStatus)) return none(rowStatus, "", suggestion);
    found(suggestion, lookUp(suggestion), true);
    read.doubt = "from_text";
    return read;
  }

  const lookUp = (phone: string) => numbering.lookUp(phone.slice(1));

  /** The only number in a text; the first where there are several and that is what is the matter. */
  function firstIn(text: string, rowStatus: RowStatus): string | undefined {
    const lines = text.slice(0, longestText).split("\n");
    const all = lines.flatMap((line) => line.match(numbers) ?? []).flatMap((each) => known(each) ?? []);
    return all.length === 1 || rowStatus === "several" ? all[0] : undefined;
  }

  /** Several numbers below each other, or one that goes on in the next line. */
  function inLines(text: string): ReadPhone {
    const [first = "", ...others] = text.split("\n");
    const isWhole = firstIn(first, "several") !== undefined && digitsIn(others.join("")) >= fewestInLine;
    if (isWhole || hasSeveral([first, ...others])) return inText("several", text);
    readText(text.replaceAll("\n", " "));
    if (read.rowStatus === "ok" && read.doubt === "ok") read.doubt = "ambiguous";
    return read;
  }

  function readText(text: string): ReadPhone {
    if (text === "" || text === "+") return none("number_missing");
    // In a sheet the dot of 44791112345.5 is no punctuation: what was typed is no number any more.
    const damage = isSheet && decimal.test(text) ? "excel" : damageOf(text);
    if (damage === "excel") return none(damage);
    if (damage) return inText(damage, text);
    if (/[^+\d\s().\-/\u2010-\u2015\u2212\u00b7]/.test(text)) return inText("letters", text);
    const parts = tail.exec(text);
    return parts ? withTail(text, parts) : readDigits(text);
  }

  return (cell: string): ReadPhone => {
    if (cell.charCodeAt(0) === plus) {
      const digits = numbering.read(cell, 1);
      if (digits.number > 0) return international(cell, false, digits);
    }
    const given = normalizePhoneText(cell);
    const text = (rules.dropsExtensions ? given.replace(extension, "$1").trim() : given).replace(/^tel:/i, "");
    return text.includes("\n") ? inLines(text) : readText(text);
  };
}

/** A word in front of a number: "p:", "Tel.:", "mobile". */
const labelled = /^\p{L}[\p{L} ]{0,14}\s*[.:]{0,2}\s*(?=[+\d(])/u;
const numbers = /(?:\+|\b00)?\(?\d[\d\s().\-/\u2010-\u2015\u2212]{5,}\d/g;
const longestText = 1000;
/** As many digits behind a whole number are no extension but the end of another one. */
const fewestInLine = 4;
/** Up to four digits that a sign keeps apart from the number before them, or up to two behind a blank. */
const tail = /^(.*\d)(\s*[-/\u2010-\u2015\u2212]\s*(?=\d{1,4}$)|\s+(?=\d{1,2}$))\d+$/;

const sign = /[-/\u2010-\u2015\u2212]/;
/** Four digits behind another sign than those before are mostly the last group of a number. */
const mostOfExtension = 3;

const shortest = 7;
const longest = 15;
/** With fewer digits than this, a number without its plus may as well be a national one. */
const shortestWithoutPlus = 11;
/** With fewer digits than this it is a number nowhere. */
const fewest = 5;

const plus = 43;

/** A cell without what is not meant: a spreadsheet's guards, invisible characters, other scripts' digits. */
export function normalizePhoneText(cell: string) {
  const text = cell
    .replace(lineBreaks, "\n")
    .replace(invisible, "")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
  const latin = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace(otherDigits, latinDigit);
  // A list that went through a program for figures has decimals behind whole numbers.
  return latin.trim().replace(/^(\+?\d+)\.0+$/, "$1");
}

const invisible = /(?!\n)[\p{Cc}\p{Cf}]/gu;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const latinDigit = (digit: string) => String((digit.charCodeAt(0) - (digit < "\u0966" ? 0 : 6)) & 15);

/** A line break is none: what it parts may be two numbers. */
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

const hasSeveral = (parts: readonly string[]) => parts.filter((part) => digitsIn(part) >= shortest).length > 1;

const digitsIn = (text: string) => text.replace(/\D/g, "").length;
