import type { ReadDigits } from "./compiled-ranges";
import type { NumberingPlan } from "./numbering-plan";
import type { PhoneRules, PhoneStatus, TenDigits } from "./phone-status";

/** A cell parsed as a phone number. One reused object, to be read before the next call. */
export type ReadPhone = {
  /** `ok`, or the reason why the cell has no number. */
  rowStatus: PhoneStatus;
  /** Doubt about a number; else `ok`. */
  doubt: PhoneStatus;
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

type Column = {
  isSheet?: boolean;
  /** Set if all numbers without a plus have ten digits, as North American ones do, or may well be such. */
  tenDigits?: TenDigits | undefined;
};

/** Reads a number as it is dialled, in the chosen country. It never guesses; unclear digits get a status. */
export class DialledReader {
  protected readonly callingCode: string | undefined;
  private readonly defaultPrefix: RegExp;
  protected readonly appliedStatuses: ReadonlySet<string>;
  protected readonly result: ReadPhone = {
    rowStatus: "ok",
    doubt: "ok",
    phone: "",
    number: 0,
    range: -1,
    isChanged: false,
    suggestion: "",
  };

  constructor(
    protected readonly numbering: NumberingPlan,
    protected readonly rules: PhoneRules,
    protected readonly column: Column = {},
  ) {
    this.callingCode = numbering.countries.find(({ country }) => country === rules.country)?.callingCode;
    this.defaultPrefix = this.callingCode === "1" ? /^(?:00|011)(?=[1-9])/ : /^00(?=[1-9])/;
    this.appliedStatuses = new Set(rules.usesSuggestions);
  }

  /** A "(0)" is dialled inside the country only. In Italy and elsewhere the 0 is part of the number. */
  protected readDigits(text: string): ReadPhone {
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
    if (this.defaultPrefix.test(dialled))
      return this.readDialledAbroad(dialled, localNumber, /\d+/.exec(text)?.[0] ?? "");
    const { rowStatus, range } = this.readWithoutPlus(dialled);
    return localNumber === undefined || (rowStatus === "ok" && range >= 0) || rowStatus === "plus_missing"
      ? this.result
      : this.acceptRepaired(localNumber);
  }

  protected readInternational(phone: string, isChanged: boolean, { number, range }: ReadDigits): ReadPhone {
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
    const firstNumber = dialled.replace(this.defaultPrefix, "");
    if (!this.isKnown(firstNumber)) {
      const repair = localNumber ?? this.withoutTrunkAfterPrefix(firstNumber);
      return repair === undefined ? this.readUnrepaired(firstNumber) : this.acceptRepaired(repair);
    }
    const code = this.numbering.callingCodeOf(firstNumber);
    if (localNumber === undefined || localNumber === firstNumber || code === this.callingCode)
      return this.acceptRepaired(firstNumber);
    const isLocal = first + localNumber === dialled;
    const isUsual = first === "00" || first === `00${code}`;
    if (isLocal === isUsual) return this.addPlus(dialled, localNumber, "ambiguous");
    return this.acceptRepaired(isLocal ? localNumber : firstNumber);
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

  /** National numbers in lists are mobiles or have a trunk prefix. Other long digits rarely belong to the country. */
  private isUnlikelyNational(digits: string, national: string): boolean {
    return national === this.callingCode + digits && !this.numbering.isMobile(digits, this.rules.country ?? "");
  }

  private isKnown(digits: string): boolean {
    const { number, range } = this.numbering.read(digits, 0);
    return number > 0 && range >= 0;
  }

  /** Number without its plus, which is added only if the rules say so. */
  private addPlus(digits: string, suggested: string, doubt: PhoneStatus): ReadPhone {
    return this.appliedStatuses.has("plus_missing")
      ? this.acceptRepaired(suggested, doubt)
      : this.reject("plus_missing", digits, `+${suggested}`);
  }

  protected acceptRepaired(digits: string, doubt: PhoneStatus = "ok"): ReadPhone {
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

  protected reject(rowStatus: PhoneStatus, phone = "", suggestion = ""): ReadPhone {
    const { result } = this;
    result.rowStatus = rowStatus;
    result.phone = phone;
    result.range = -1;
    result.suggestion = suggestion;
    return result;
  }
}

export const phoneIfKnown = ({ rowStatus, range, phone }: ReadPhone) =>
  rowStatus === "ok" && range >= 0 ? phone : undefined;

const maxDigits = 15;
/** With fewer digits a number without its plus may be a national one. */
const minDigitsWithoutPlus = 11;
/** With fewer digits it is not a number in any country. */
const minDigits = 5;

/** No line breaks, because they may separate two numbers. */
const punctuation = /(?!\n)[\s().\-/\u2010-\u2015\u2212\u00b7]/g;
