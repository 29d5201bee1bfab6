import { DialledReader, phoneIfKnown, type ReadPhone } from "./dialled-reader";
import type { PhoneStatus } from "./phone-status";
import { damageOf, decimal, digitsIn, extension, hasSeveral, normalizePhoneText } from "./phone-text";

/** Parses cells as phone numbers under a file's rules. It never guesses; unclear cells get a status. */
export class PhoneReader extends DialledReader {
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
    // A register may have numbers of a newer range, of which the second column is never the whole.
    if (this.rules.blocks && !isRepeated) return this.readDigits(`${normalizePhoneText(area)} ${text}`);
    this.read(cell);
    if (!isRepeated && this.result.rowStatus === "ok") this.result.doubt = "ambiguous";
    return this.result;
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
    if (!/\d/.test(text)) return this.isRefusal(text) ? this.forbid(text) : this.reject("number_missing");
    if (damage) return this.readInText(damage, text);
    if (/[^+\d\s().\-/\u2010-\u2015\u2212\u00b7]/.test(text)) return this.readInText("letters", text);
    const parts = tail.exec(text);
    return parts ? this.readWithTail(text, parts) : this.readDigits(text);
  }

  /** Number among other text. It is only suggested, unless a person accepted it for one row or for all. */
  private readInText(rowStatus: PhoneStatus, text: string): ReadPhone {
    if (!this.rules.blocks && this.isRefusal(text)) return this.forbid(text);
    const isFax = /fax/i.test(text);
    const label = isFax ? undefined : labelled.exec(text);
    const afterLabel = label && this.knownNumber(text.slice(label[0].length));
    if (afterLabel)
      return this.appliedStatuses.has("labelled")
        ? this.acceptRepaired(afterLabel.slice(1))
        : this.reject("labelled", "", afterLabel);
    // A fax number is not called, but a block applies to it.
    if (isFax && !this.rules.blocks) return this.reject(rowStatus);
    const suggestion =
      rowStatus === "extension" ? this.knownNumber(text.replace(extension, "$1")) : this.findNumber(text, rowStatus);
    if (suggestion === undefined || !this.appliedStatuses.has(rowStatus)) return this.reject(rowStatus, "", suggestion);
    return this.acceptRepaired(suggestion.slice(1), "from_text");
  }

  /** The cell says not to call. Its number is not suggested, but known, because other rows may have it. */
  private forbid(text: string): ReadPhone {
    const number = Number(this.findNumber(text, "letters")?.slice(1) ?? 0);
    this.reject("no_call");
    this.result.number = number;
    return this.result;
  }

  private isRefusal(text: string): boolean {
    return this.rules.isRefusal?.(text) ?? false;
  }

  /** The only number in a text. The first of several if that is the row's problem. */
  private findNumber(text: string, rowStatus: PhoneStatus): string | undefined {
    const lines = text.slice(0, longestText).split("\n");
    const candidates = lines.flatMap((line) => line.match(numbers) ?? []);
    const all = candidates.flatMap((candidate) => this.knownNumber(candidate) ?? []);
    return all.length === 1 || rowStatus === "several" ? all[0] : undefined;
  }

  /** E.164 digits of all known numbers in a text, for comparing. */
  numbersIn(text: string): readonly number[] {
    const plain = normalizePhoneText(text).slice(0, longestText);
    const pieces = [plain, ...plain.split(/[\n;,|/&]/)].flatMap((part) => part.match(numbers) ?? []);
    const found = pieces.flatMap((piece) => this.suggestedNumber(piece)?.slice(1) ?? []);
    return [...new Set(found)].map(Number);
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

  private knownNumber(text: string): string | undefined {
    return phoneIfKnown(this.readDigits(text));
  }

  private suggestedNumber(text: string): string | undefined {
    const { rowStatus, suggestion } = this.readDigits(text);
    return rowStatus === "no_trunk" ? suggestion : phoneIfKnown(this.result);
  }
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

const plus = 43;
