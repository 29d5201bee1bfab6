import type { TenDigits } from "@/lib/contacts/engine";
import type { Rules } from "@/lib/contacts/plan";
import { forbidsCalls } from "@/lib/contacts/read/no-call-words";
import type { RowStatus } from "@/lib/contacts/validate/row-status";
import type { ReadDigits } from "./compiled-ranges";
import type { NumberingPlan } from "./numbering-plan";
import { damageOf, decimal, digitsIn, extension, hasSeveral, normalizePhoneText } from "./phone-text";

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

type PhoneRules = Pick<Rules, "country" | "usesSuggestions">;

type Column = {
  isSheet?: boolean;
  /** Set if all numbers without a plus have ten digits, as North American ones do, or may well be such. */
  tenDigits?: TenDigits | undefined;
};

/** Parses cells as phone numbers under a file's rules. It never guesses; unclear cells get a status. */
export class PhoneReader {
  private readonly callingCode: string | undefined;
  private readonly usualPrefix: RegExp;
  private readonly appliedStatuses: ReadonlySet<RowStatus>;
  private readonly result: ReadPhone = {
    rowStatus: "ok",
    doubt: "ok",
    phone: "",
    number: 0,
    range: -1,
    isChanged: false,
    suggestion: "",
  };

  constructor(
    private readonly numbering: NumberingPlan,
    private readonly rules: PhoneRules,
    private readonly column: Column = {},
  ) {
    this.callingCode = numbering.countries.find(({ country }) => country === rules.country)?.callingCode;
    this.usualPrefix = this.callingCode === "1" ? /^(?:00|011)(?=[1-9])/ : /^00(?=[1-9])/;
    this.appliedStatuses = new Set(rules.usesSuggestions);
  }

  read(cell: string): ReadPhone {
    if (cell.charCodeAt(0) === plus) {
      const digits = this.numbering.read(cell, 1);
      if (digits.number > 0) return this.readInternational(cell, false, digits);
    }
    const normalized = normalizePhoneText(cell);
    const whole = this.appliedStatuses.has("extension") ? normalized.replace(extension, "$1").trim() : normalized;
    const text = whole.replace(/^tel:/i, "");
    return text.includes("\n") ? this.readLines(text) : this.readText(text);
  }

  /** Several numbers on separate lines, or one that continues on the next line. */
  private readLines(text: string): ReadPhone {
    const [first = "", ...others] = text.split("\n");
    const isWhole = this.findNumber(first, "several") !== undefined && digitsIn(others.join("")) >= minDigitsInLine;
    if (isWhole || hasSeveral([first, ...others])) return this.readInText("several", text);
    this.readText(text.replaceAll("\n", " "));
    if (this.result.rowStatus === "ok" && this.result.doubt === "ok") this.result.doubt = "ambiguous";
    return this.result;
  }

  private readText(text: string): ReadPhone {
    if (text === "" || text === "+") return this.reject("number_missing");
    // In a sheet the dot of 44791112345.5 is a decimal point, so the number that was typed is lost.
    const damage = this.column.isSheet && decimal.test(text) ? "excel" : damageOf(text);
    if (damage === "excel" || damage === "date") return this.reject(damage);
    if (!/\d/.test(text)) return this.reject(forbidsCalls(text) ? "no_call" : "number_missing");
    if (damage) return this.readInText(damage, text);
    if (/[^+\d\s().\-/\u2010-\u2015\u2212\u00b7]/.test(text)) return this.readInText("letters", text);
    const parts = tail.exec(text);
    return parts ? this.readWithTail(text, parts) : this.readDigits(text);
  }

  /** Number among other text. It is only suggested, unless a person accepted it for one row or for all. */
  private readInText(rowStatus: RowStatus, text: string): ReadPhone {
    if (forbidsCalls(text)) return this.reject("no_call");
    const label = /fax/i.test(text) ? undefined : labelled.exec(text);
    const afterLabel = label && this.knownNumber(text.slice(label[0].length));
    if (afterLabel)
      return this.appliedStatuses.has("labelled")
        ? this.acceptRepaired(afterLabel.slice(1))
        : this.reject("labelled", "", afterLabel);
    const suggestion =
      rowStatus === "extension" ? this.knownNumber(text.replace(extension, "$1")) : this.findNumber(text, rowStatus);
    if (suggestion === undefined || !this.appliedStatuses.has(rowStatus)) return this.reject(rowStatus, "", suggestion);
    return this.acceptRepaired(suggestion.slice(1), "from_text");
  }

  /** The only number in a text. The first of several if that is the row's problem. */
  private findNumber(text: string, rowStatus: RowStatus): string | undefined {
    const lines = text.slice(0, longestText).split("\n");
    const candidates = lines.flatMap((line) => line.match(numbers) ?? []);
    const all = candidates.flatMap((candidate) => this.knownNumber(candidate) ?? []);
    return all.length === 1 || rowStatus === "several" ? all[0] : undefined;
  }

  /** Number with a few digits after it, which may be an extension or belong to the number. */
  private readWithTail(text: string, [, base = "", separator = ""]: RegExpExecArray): ReadPhone {
    const whole = this.knownNumber(base);
    const { rowStatus, range } = this.readDigits(text);
    if (whole === undefined) return this.result;
    if (rowStatus !== "ok" || range < 0)
      return this.appliedStatuses.has("extension") ? this.readDigits(base) : this.reject("extension", whole, whole);
    const digits = text.length - base.length - separator.length;
    const isOtherSign = digits <= maxExtensionDigits && !base.includes(separator);
    if (sign.test(separator) && (isOtherSign || !sign.test(base))) this.result.doubt = "short_tail";
    return this.result;
  }

  /** The number in a text if it is in a known range. */
  private knownNumber(text: string): string | undefined {
    return phoneIfKnown(this.readDigits(text));
  }

  /** A "(0)" is dialled inside the country only. In Italy and elsewhere the 0 is part of the number. */
  private readDigits(text: string): ReadPhone {
    if (!/^\(?(?:\+|00).*\(0\)/.test(text)) return this.readDialled(text);
    const whole = phoneIfKnown(this.readDialled(text));
    const isTrunk = whole !== undefined && !whole.endsWith(text.slice(text.indexOf("(0)")).replace(/\D/g, ""));
    if (isTrunk) return this.result;
    const shortened = phoneIfKnown(this.readDialled(text.replace("(0)", "")));
    if (whole === undefined) return this.result;
    this.readDialled(text);
    if (shortened !== undefined) this.result.doubt = "ambiguous";
    return this.result;
  }

  private readDialled(text: string): ReadPhone {
    const dialled = text.replace(punctuation, "");
    if (!/^\+?\d+$/.test(dialled)) return this.reject("letters");
    if (dialled.startsWith("+")) return this.readInternational(dialled, true, this.numbering.read(dialled, 1));
    const localNumber = this.afterLocalPrefix(dialled);
    if (this.usualPrefix.test(dialled))
      return this.readDialledAbroad(dialled, localNumber, /\d+/.exec(text)?.[0] ?? "");
    const { rowStatus, range } = this.readWithoutPlus(dialled);
    return localNumber === undefined || (rowStatus === "ok" && range >= 0) || rowStatus === "plus_missing"
      ? this.result
      : this.acceptRepaired(localNumber);
  }

  private readInternational(phone: string, isChanged: boolean, { number, range }: ReadDigits): ReadPhone {
    if (number > 0 && range >= 0) return this.accept(phone, range, isChanged, number);
    const withoutTrunk = phone.startsWith("0", 1) ? undefined : this.numbering.withoutTrunk(phone.slice(1));
    if (withoutTrunk !== undefined) return this.acceptRepaired(withoutTrunk);
    return number > 0 ? this.accept(phone, range, isChanged, number) : this.reject("digits", phone);
  }

  /** Digits after the country's international prefix if they are a known number, else undefined. */
  private afterLocalPrefix(dialled: string): string | undefined {
    const digits = this.numbering.withoutInternationalPrefix(dialled, this.rules.country ?? "");
    return digits === undefined || this.isKnown(digits) ? digits : this.withoutTrunkAfterPrefix(digits);
  }

  /**
   * Reads digits after 00 (or 011), which may be part of a longer prefix, such as "001" in Thailand. The first
   * separate group of digits decides. The number is ambiguous if both readings fit that group, or neither.
   */
  private readDialledAbroad(dialled: string, localNumber: string | undefined, first: string): ReadPhone {
    const usualNumber = dialled.replace(this.usualPrefix, "");
    if (!this.isKnown(usualNumber)) {
      const repair = localNumber ?? this.withoutTrunkAfterPrefix(usualNumber);
      return repair === undefined ? this.readUnrepaired(usualNumber) : this.acceptRepaired(repair);
    }
    const code = this.numbering.callingCodeOf(usualNumber);
    if (localNumber === undefined || localNumber === usualNumber || code === this.callingCode)
      return this.acceptRepaired(usualNumber);
    const isLocal = first + localNumber === dialled;
    const isUsual = first === "00" || first === `00${code}`;
    if (isLocal === isUsual) return this.addPlus(dialled, localNumber, "ambiguous");
    return this.acceptRepaired(isLocal ? localNumber : usualNumber);
  }

  private readUnrepaired(digits: string): ReadPhone {
    const { number, range } = this.numbering.read(digits, 0);
    return number > 0 ? this.accept(`+${digits}`, range, true, number) : this.reject("digits", `+${digits}`);
  }

  /** Not for calling codes of one digit, which may belong to the prefix: "0011" in Australia, "007" in Taiwan. */
  private withoutTrunkAfterPrefix(digits: string): string | undefined {
    return this.numbering.callingCodeOf(digits).length > 1 ? this.numbering.withoutTrunk(digits) : undefined;
  }

  private readWithoutPlus(digits: string): ReadPhone {
    const { country } = this.rules;
    const national = country === null ? undefined : this.numbering.fromNational(digits, country);
    const isInternational = digits.length >= minDigitsWithoutPlus && digits.length <= maxDigits && this.isKnown(digits);
    if (national !== undefined && !(isInternational && this.isUnlikelyNational(digits, national)))
      return this.readNational(digits, national);
    if (isInternational) return this.addPlus(digits, digits, national === undefined ? "ok" : "ambiguous");
    if (digits.length < minDigits || digits.length > maxDigits) return this.reject("digits", digits);
    if (country === null) return this.reject("national", digits);
    return this.readUnrepaired(this.numbering.asNational(digits, country));
  }

  /** A national number with its trunk prefix is certain. Without it, the country and its column may speak against it. */
  private readNational(digits: string, national: string): ReadPhone {
    const { callingCode, numbering, appliedStatuses, column } = this;
    const country = this.rules.country ?? "";
    if (national !== `${callingCode}${digits}` || callingCode === "1") return this.acceptRepaired(national);
    const isForeign =
      column.tenDigits === "american" || (column.tenDigits === "any" && numbering.needsTrunk("", country));
    if (isForeign)
      return appliedStatuses.has("ten_digits")
        ? this.acceptRepaired(national, "ambiguous")
        : this.reject("ten_digits", digits);
    if (!numbering.needsTrunk(digits, country) || appliedStatuses.has("no_trunk")) return this.acceptRepaired(national);
    return this.reject("no_trunk", digits, `+${national}`);
  }

  /** Reads a number whose area code is in another cell. */
  readWithArea(cell: string, area: string): ReadPhone {
    const text = normalizePhoneText(cell);
    const { rowStatus, range, phone } = this.read(cell);
    const digits = text.replace(/\D/g, "");
    const isComplete = rowStatus === "ok" && range >= 0 && phone !== `+${this.callingCode}${digits}`;
    if (isComplete || /[^\d\s()./-]/.test(text) || digits === "" || rowStatus === "date") return this.result;
    const areaDigits = area.replace(/\D/g, "").replace(/^0+/, "");
    const isRepeated = areaDigits !== "" && digits.startsWith(areaDigits);
    const joined = this.suggestedNumber(`${normalizePhoneText(area)} ${text}`);
    if (joined !== undefined && !isRepeated && this.appliedStatuses.has("area_code"))
      return this.acceptRepaired(joined.slice(1));
    if (joined !== undefined) return this.reject("area_code", digits, isRepeated ? "" : joined);
    this.read(cell);
    if (!isRepeated && this.result.rowStatus === "ok") this.result.doubt = "ambiguous";
    return this.result;
  }

  private suggestedNumber(text: string): string | undefined {
    const { rowStatus, suggestion } = this.readDigits(text);
    return rowStatus === "no_trunk" ? suggestion : phoneIfKnown(this.result);
  }

  /** National numbers in lists are mobiles or have a trunk prefix. Other long digits rarely belong to the country. */
  private isUnlikelyNational(digits: string, national: string): boolean {
    return national === this.callingCode + digits && !this.numbering.isMobile(digits, this.rules.country ?? "");
  }

  private isKnown(digits: string): boolean {
    const { number, range } = this.numbering.read(digits, 0);
    return number > 0 && range >= 0;
  }

  /** Number without its plus, which is added only if the rules say so. */
  private addPlus(digits: string, suggested: string, doubt: RowStatus): ReadPhone {
    return this.appliedStatuses.has("plus_missing")
      ? this.acceptRepaired(suggested, doubt)
      : this.reject("plus_missing", digits, `+${suggested}`);
  }

  private acceptRepaired(digits: string, doubt: RowStatus = "ok"): ReadPhone {
    this.accept(`+${digits}`, this.numbering.lookUp(digits), true, Number(digits));
    this.result.doubt = doubt;
    return this.result;
  }

  private accept(phone: string, range: number, isChanged: boolean, number: number): ReadPhone {
    const { result } = this;
    result.rowStatus = "ok";
    result.doubt = "ok";
    result.phone = phone;
    result.number = number;
    result.range = range;
    result.isChanged = isChanged;
    result.suggestion = "";
    return result;
  }

  private reject(rowStatus: RowStatus, phone = "", suggestion = ""): ReadPhone {
    const { result } = this;
    result.rowStatus = rowStatus;
    result.phone = phone;
    result.range = -1;
    result.suggestion = suggestion;
    return result;
  }
}

const phoneIfKnown = ({ rowStatus, range, phone }: ReadPhone) => (rowStatus === "ok" && range >= 0 ? phone : undefined);

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

const maxDigits = 15;
/** With fewer digits a number without its plus may be a national one. */
const minDigitsWithoutPlus = 11;
/** With fewer digits it is not a number in any country. */
const minDigits = 5;

const plus = 43;

/** No line breaks, because they may separate two numbers. */
const punctuation = /(?!\n)[\s().\-/\u2010-\u2015\u2212\u00b7]/g;
