import type { DigitGroup, DigitRun } from "./find-numbers";
import { lineOf } from "./line";
import { createNumberingPlan, type NumberingPlan } from "./numbering-plan";
import { isNorthAmerican } from "./phone-text";

/** Groups of a run that are a phone number. `from` and `to` count groups. */
export type FoundNumber = { from: number; to: number; digits: string; isSigned: boolean };

const mostRemembered = 20_000;
let plan: NumberingPlan | undefined;
const compared = new Map<string, string | null>();

/** E.164 digits, also without a national prefix after the country code. Undefined if they are in no known range. */
export function knownNumber(digits: string): string | undefined {
  const before = compared.get(digits);
  if (before !== undefined) return before ?? undefined;
  plan ??= createNumberingPlan();
  const isKnown = digits.length >= shortestKnown && plan.lookUp(digits) >= 0;
  const number = isKnown ? digits : digits.length > shortestKnown ? plan.withoutTrunk(digits) : undefined;
  if (compared.size >= mostRemembered) compared.clear();
  compared.set(digits, number ?? null);
  return number;
}

/** Digits of a number without its country code or national prefix, which an ID may hold. */
export function coreOf(digits: string): string {
  plan ??= createNumberingPlan();
  const number = knownNumber(digits);
  const national = number?.slice(plan.callingCodeOf(number).length) ?? digits.replace(/^0+/, "");
  return national.length >= shortestKeyed ? national : digits;
}

/**
 * Known numbers that some country writes with these digits, with its national prefix or without. Zeros before them may be missing.
 * Numbers in a former spelling of their line are known, too.
 */
export function knownWith(national: string): string[] {
  plan ??= createNumberingPlan();
  const { countries, fromNational, lookUp } = plan;
  const isLine = (digits: string) => lookUp(digits) >= 0 || lookUp(lineOf(digits)) >= 0;
  const numbers = [national, `0${national}`].flatMap((digits) =>
    countries.flatMap(({ country, callingCode }) => [fromNational(digits, country) ?? "", callingCode + digits]),
  );
  return [...new Set(numbers)].filter((digits) => digits !== "" && isLine(digits));
}

const shortestKnown = 8;
const shortestKeyed = 7;
const longest = 15;
/** An international number of this length is whole. What follows, such as a date, is not part of it. */
const whole = 11;

/** Numbers in a run of a text, in order. A key that names a number makes any 7 to 15 digits one. */
export function numbersIn(text: string, run: DigitRun, isNumberKey: boolean): FoundNumber[] {
  if (isMachineToken(text, run)) return [];
  const found: FoundNumber[] = [];
  const { first, last } = withoutDates(run);
  for (let from = first; from <= last; ) {
    const number = numberFrom(run, { from, last, isNumberKey });
    if (number) found.push(number);
    from = number ? number.to + 1 : from + 1;
  }
  return found;
}

type Place = { from: number; last: number; isNumberKey: boolean };

function numberFrom(run: DigitRun, place: Place): FoundNumber | undefined {
  const ends = endsFrom(run, place);
  const hasPlus = place.from === 0 && run.lead.includes("+");
  const isSigned = hasPlus || internationalPrefix.test(ends[1]?.digits ?? ends[0]?.digits ?? "");
  const signed = isSigned && signedNumber(ends, hasPlus, place.from);
  if (signed) return signed;
  const to = ends.findLast((end) => isNumber(run, { ...place, ...end }));
  return to && { from: place.from, ...to, isSigned: false };
}

type End = { to: number; digits: string };

function endsFrom(run: DigitRun, { from, last }: Place): End[] {
  const ends: End[] = [];
  for (let [to, digits] = [from, ""]; to <= last; to += 1) {
    digits += run.groups[to]?.digits ?? "";
    if (digits.length > longest + 5) break;
    ends.push({ to, digits });
  }
  return ends;
}

const internationalPrefix = /^(?:00|011)(?=[1-9])/;

/** The longest known number, else digits up to the length of a whole one. */
function signedNumber(ends: readonly End[], hasPlus: boolean, from: number): FoundNumber | undefined {
  const bare = ends.map(({ to, digits }) => ({
    to,
    digits: hasPlus ? digits : digits.replace(internationalPrefix, ""),
  }));
  const fitting = bare.filter(({ digits }) => digits.length >= shortestKnown && digits.length <= longest + 1);
  const end =
    fitting.findLast(({ digits }) => knownNumber(digits)) ??
    fitting.find(({ digits }) => digits.length >= whole && digits.length <= longest) ??
    fitting.findLast(({ digits }) => digits.length <= longest);
  return end && { from, ...end, isSigned: true };
}

type Candidate = Place & End;

/** Digits without a sign. Their grouping, the key beside them and the numbering plan decide. */
function isNumber(run: DigitRun, { from, to, digits, isNumberKey }: Candidate): boolean {
  const { length } = digits;
  if (length < shortestKeyed || length > longest) return false;
  if (isNumberKey) return true;
  if (from === to) return isAlone(run, from, digits);
  const groups = run.groups.slice(from, to + 1);
  const gaps = run.gaps.slice(from, to);
  const sizes = groups.map((group) => group.digits.length).join("");
  if (/^1?334$/.test(sizes) && (sizes.length === 3 || digits.startsWith("1"))) return isBetween(run, from, to);
  if (isBracketed(run, from, to) && length >= 9 && length <= 13) return true;
  if (isOfNationalForm(digits, sizes)) return isBetween(run, from, to);
  if (/^1+$/.test(sizes)) return length > 9 || digits.startsWith("0") || knownNumber(digits) !== undefined;
  if (gaps.every((gap) => /^[.'’]$/.test(gap)) && isQuantity(groups)) return false;
  if (/^0[1-9]/.test(digits))
    return length >= 9 && length <= 13 && (groups[0]?.digits !== "0" || run.lead.includes("("));
  const isJoined = gaps.some((gap) => gap.includes("_")) && groups.some((group) => isKnownAlone(group.digits));
  return length >= 10 && !isJoined && knownNumber(digits) !== undefined && isBetween(run, from, to);
}

/** Decimals, thousands and IP addresses. French numbers have a point between each two digits, and begin with a 0. */
const isQuantity = (groups: readonly DigitGroup[]) =>
  /^0\d/.test(groups[0]?.digits ?? "")
    ? groups.length < 4 && groups.every(({ digits }) => digits.length <= 3)
    : groups.length === 2 || groups.every(({ digits }) => digits.length <= 3);

/** An area code in brackets at the beginning: "(11) 98765-4321", "8 (912) 345-67-89". */
function isBracketed({ groups, gaps, lead }: DigitRun, from: number, to: number): boolean {
  return [from, from + 1].some((at) => {
    const size = groups[at]?.digits.length ?? 0;
    const opens = at === 0 ? lead.endsWith("(") : gaps[at - 1]?.includes("(");
    return at < to && size >= 2 && size <= 5 && opens && gaps[at]?.startsWith(")");
  });
}

/** Sizes of the groups in which countries write mobiles without a 0. */
const nationalForms: readonly [country: string, sizes: RegExp][] = [
  ["RU", /^1(?:3322|334|37)$/],
  ["CN", /^344$/],
  ["BR", /^2(?:[45]4|144)$/],
];

const isOfNationalForm = (digits: string, sizes: string) =>
  nationalForms.some(([country, form]) => form.test(sizes) && isMobileOf(country, digits));

function isMobileOf(country: string, digits: string): boolean {
  plan ??= createNumberingPlan();
  const number = plan.fromNational(digits, country);
  return number !== undefined && plan.isMobile(number.slice(plan.callingCodeOf(number).length), country);
}

/** True if no other group touches the span, as in a longer number. */
const isBetween = ({ gaps }: DigitRun, from: number, to: number) =>
  !/^[.]$/.test(gaps[from - 1] ?? "") && !/^[.]$/.test(gaps[to] ?? "");

/** A single group. Next to letters it must be a known number, because IDs have digits too. */
function isAlone(run: DigitRun, at: number, digits: string): boolean {
  const { gaps, groups, before, after } = run;
  const [left, right] = [gaps[at - 1] ?? before, gaps[at] ?? after];
  const next = groups[at + 1]?.digits ?? "";
  // Programs that take numbers for quantities add ".0".
  const isWhole = /^0+$/.test(next) && at + 2 === groups.length && isKnownAlone(digits);
  if (right === "." && at < gaps.length) return isWhole;
  if (left === "." && at > 0) return false;
  const isAttached = /[\p{L}_:\-@#]$/u.test(left) || /^[\p{L}_:\-@]/u.test(right);
  if (isAttached) return isKnownAlone(digits);
  if (digits.length >= 10) return true;
  return digits.length === 9 && /^0[1-9]/.test(digits) && groups.length === 1;
}

const isKnownAlone = (digits: string) =>
  (digits.length >= 10 && knownNumber(digits) !== undefined) ||
  (digits.length === 10 && isNorthAmerican(digits) && knownNumber(`1${digits}`) !== undefined);

/** Leaves out a date at either end. */
function withoutDates({ groups, gaps }: DigitRun) {
  let [first, last] = [0, groups.length - 1];
  if (last - first >= 2 && isDate(groups, gaps, first)) first += 3;
  if (last - first >= 2 && isDate(groups, gaps, last - 2)) last -= 3;
  return { first, last };
}

function isDate(groups: readonly DigitGroup[], gaps: readonly string[], at: number) {
  const text = groups
    .slice(at, at + 3)
    .map(({ digits }) => digits)
    .join("-");
  const isJoined = /^[-./\u2010-\u2015]$/.test(gaps[at] ?? "") && gaps[at] === gaps[at + 1];
  return isJoined && /^(?:(?:19|20)\d\d-[01]?\d-[0-3]?\d|[0-3]?\d-[0-3]?\d-(?:19|20)\d\d)$/.test(text);
}

/** A UUID or a long hexadecimal text. */
function isMachineToken(text: string, { before, after, groups }: DigitRun) {
  if (!/[\da-f-]/i.test(before) && !/[\da-f-]/i.test(after)) return false;
  const [from, to] = [groups[0]?.start ?? 0, groups.at(-1)?.end ?? 0];
  const head = /[\da-f-]*$/i.exec(text.slice(Math.max(0, from - longestToken), from))?.[0] ?? "";
  const token = head + text.slice(from, to) + (/^[\da-f-]*/i.exec(text.slice(to, to + longestToken))?.[0] ?? "");
  return uuid.test(token) || (/^[\da-f]{24,}$/i.test(token) && /[a-f]/i.test(token));
}

const longestToken = 128;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
