import { beside } from "@/lib/contract/beside";
import { isDigits, isPlainObject } from "@/lib/format/json";
import { maskedNumber } from "@/lib/format/mask-sign";
import { type DigitRun, digitRuns, replaceSpans } from "./find-numbers";
import { coreOf, type FoundNumber, knownNumber, numbersIn } from "./number-at";

/** The form in which a masked ID can come back. It gets the whole ID and its masked form. */
export type StandIn = (id: string, masked: string) => string;

/**
 * Replaces the middle of every phone number in a value: "+14155550100" becomes "+1415•••0100". The numbering plan, and the
 * key beside digits, say what a number is. IDs stay, unless they hold the digits of a number that is masked in the same value.
 */
export function maskNumbers(value: unknown, standIn: StandIn = noStandIn): unknown {
  const masking = new Masking(standIn);
  const masked = masking.mask(value, "");
  return masking.isBesideIds() ? masking.hideInIds(masked) : masked;
}

const noStandIn: StandIn = (_, masked) => masked;

/** The numbers in a text. */
export const maskNumbersIn = (text: string) => new Masking().maskText(text, "");

/** Digits of the numbers in a text, as they are masked. */
export const numbersInText = (text: string): string[] =>
  digitRuns(text).flatMap((run) => numbersIn(text, run, false).map(({ digits }) => digits));

const numberKey = /phone|number|msisdn|mobile|caller|callee|recipient|^(?:to|from|tel|cell)$/i;
/** Keys of a value whose name is the value of another key: `{ path: "phone", before: 4930…, after: 4930… }`. */
const valueKeys: ReadonlySet<string> = new Set("value values val before after old new came".split(" "));
const nameKeys = ["path", "field", "key", "name", "label"] as const;

const nameBeside = (value: Record<string, unknown>) =>
  nameKeys.map((key) => value[key]).find((name): name is string => typeof name === "string" && numberKey.test(name));

const wordKey = /(?:^|_)(?:events?|names|word)$/i;
const isWord = /^(?=.*[a-z])[\w.:-]{1,200}$/i;
const idKey = /(?:^|_|[a-z])(?:id|ids|ref|token|hash|key|cursor|at)$/i;

/** Masks one value, and collects the numbers in it and the digits that it leaves. */
class Masking {
  /** Digits that may be shown of each number without its country code. No spelling shows more than the international one. */
  private readonly cores = new Map<string, number>();
  private readonly left: string[] = [];
  /** Lengths of the cores, the longest first. */
  private lengths: readonly number[] = [];

  constructor(private readonly standIn: StandIn = noStandIn) {}

  mask(value: unknown, key: string): unknown {
    if (typeof value === "string") return this.maskWord(value, key);
    if (typeof value === "number" || isDigits(value)) return this.maskDigits(value, key);
    if (Array.isArray(value)) return value.map((item) => this.mask(item, key));
    if (!isPlainObject(value)) return value;
    if (beside in value) this.mask(value[beside], "");
    const named = nameBeside(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        this.maskText(name, ""),
        this.mask(item, named !== undefined && valueKeys.has(name) ? named : name),
      ]),
    );
  }

  /** Names of events come back in filters, as IDs do. */
  private maskWord(text: string, key: string): string {
    const masked = this.maskText(text, key);
    return masked !== text && wordKey.test(key) && isWord.test(text) ? this.standIn(text, masked) : masked;
  }

  maskText(text: string, key: string): string {
    const runs = digitRuns(text);
    if (runs.length === 0) return text;
    const isId = idKey.test(key) && !numberKey.test(key) && !/\s/.test(text);
    return replaceSpans(text, this.spansIn(text, runs, { key, isId }), ({ masked }) => masked);
  }

  private *spansIn(text: string, runs: readonly DigitRun[], { key, isId }: { key: string; isId: boolean }) {
    for (const run of runs) {
      const named = keyBefore(text, run.start);
      const isNumberKey = numberKey.test(named || key);
      const isInId = !isNumberKey && (isId || idKey.test(named)) && !run.lead.includes("+");
      const numbers = isInId ? [] : numbersIn(text, run, isNumberKey);
      if (numbers.length === 0) this.left.push(digitsOf(run));
      for (const number of numbers) yield this.masked(text, run, number);
    }
  }

  private masked(text: string, run: DigitRun, { from, to, digits, isSigned }: FoundNumber) {
    this.addCore(digits);
    const first = run.groups[from]?.start ?? 0;
    const start = from === 0 ? run.start : first;
    // An escape of the sign stays one.
    const sign =
      start < first && run.lead.includes("+") ? text.slice(start, first).replace(/[([\uff08\p{Cf}]/gu, "") : "";
    const all = run.groups.slice(from, to + 1).map((group) => group.digits);
    const isNational = !isSigned && digits.startsWith("0");
    return {
      start,
      end: run.groups[to]?.end ?? 0,
      masked: maskedNumber(all.join(""), { sign, shownFirst: isNational ? 2 : 4 }),
    };
  }

  private addCore(digits: string) {
    const core = coreOf(digits);
    const code = (knownNumber(digits)?.length ?? core.length + 3) - core.length;
    this.cores.set(core, Math.min(this.cores.get(core) ?? 4, Math.max(1, 4 - code)));
  }

  private maskDigits(value: number | { $digits: string }, key: string): unknown {
    const digits = isDigits(value) ? value.$digits : String(value);
    if (!/^\d{7,19}$/.test(digits)) return value;
    if (numberKey.test(key) && digits.length >= 8 && digits.length <= 15) {
      this.addCore(digits);
      return maskedNumber(digits);
    }
    this.left.push(digits);
    return value;
  }

  /** True if digits that were left hold those of a masked number. */
  isBesideIds(): boolean {
    if (this.cores.size === 0) return false;
    const lengths = [...this.cores.keys()].map(({ length }) => length).filter((length) => length >= fewestInIds);
    this.lengths = [...new Set(lengths)].toSorted((a, b) => b - a);
    return this.left.some((digits) => this.coreIn(digits) !== undefined);
  }

  /** Masks the digits of masked numbers in what was left. */
  hideInIds(value: unknown): unknown {
    if (typeof value === "string") return this.hideIn(value);
    if (typeof value === "number" || isDigits(value)) {
      const digits = isDigits(value) ? value.$digits : String(value);
      return this.coreIn(digits) === undefined ? value : this.hideIn(digits);
    }
    if (Array.isArray(value)) return value.map((item) => this.hideInIds(item));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.hideIn(key), this.hideInIds(item)]));
  }

  private hideIn(text: string): string {
    const runs = digitRuns(text);
    if (runs.length === 0) return text;
    const masked = replaceSpans(text, this.coreSpans(runs), (span) => this.maskedCore(span));
    const isId = masked !== text && text.length <= longestId && !/[\s"<>{}]/.test(text);
    return isId ? this.standIn(text, masked) : masked;
  }

  private maskedCore({ digits, core }: { digits: string; core: string }) {
    return maskedNumber(digits, { shownFirst: digits.length - core.length + (this.cores.get(core) ?? 0) });
  }

  private *coreSpans(runs: readonly DigitRun[]) {
    for (const run of runs) {
      const places = run.groups.flatMap(({ digits, start, end }) =>
        [...digits].map((digit, nth) => ({
          digit,
          start: start + nth,
          end: digits.length === end - start ? start + nth + 1 : end,
        })),
      );
      const digits = digitsOf(run);
      for (let found = this.coreIn(digits); found; found = this.coreIn(digits, found.end)) {
        const [first, last] = [places[found.start], places[found.end - 1]];
        if (first && last)
          yield { start: first.start, end: last.end, digits: digits.slice(found.start, found.end), core: found.core };
      }
    }
  }

  /** The first masked number in digits, with the digits of its country code. */
  private coreIn(digits: string, from = 0) {
    for (let start = from; start + fewestDigits <= digits.length; start += 1) {
      const length = this.lengths.find(
        (one) => start + one <= digits.length && this.cores.has(digits.slice(start, start + one)),
      );
      if (length !== undefined)
        return {
          start: codeBefore(digits, start, from, length),
          end: start + length,
          core: digits.slice(start, start + length),
        };
    }
    return undefined;
  }
}

const fewestDigits = 7;
/** Fewer digits stand in many IDs by chance. */
const fewestInIds = 8;
const longestId = 200;

const digitsOf = ({ groups }: DigitRun) => groups.map(({ digits }) => digits).join("");

/** Up to three digits of a country code before a number. */
function codeBefore(digits: string, start: number, from: number, length: number) {
  for (let code = 3; code > 0; code -= 1) {
    const first = start - code;
    const core = digits.slice(start, start + length);
    if (first >= from && coreOf(digits.slice(first, start + length)) === core) return first;
  }
  return start;
}

/** The key of a value in JSON or a form that is part of a text: `"phone": "030 …`, `phone=030`. */
function keyBefore(text: string, end: number): string {
  const [signs] = /[:=]\s{0,2}[\\"'[]{0,6}$/.exec(text.slice(Math.max(0, end - longestSigns), end)) ?? [];
  if (signs === undefined) return "";
  const keyEnd = end - signs.length;
  return /([\w-]+)[\\"']{0,6}\s{0,2}$/.exec(text.slice(Math.max(0, keyEnd - longestKey), keyEnd))?.[1] ?? "";
}

const longestSigns = 9;
const longestKey = 60;
