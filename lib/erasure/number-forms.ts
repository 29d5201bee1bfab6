import { callingCodes, countriesOf, numberingOf } from "@/lib/numbers/numbering-metadata";

/** Digits of a number in each form that is found: E.164, with the national prefix after the calling code, and national. */
export function formsOf(number: string): string[] {
  const digits = number.replace(/\D/g, "");
  const code = callingCodes.find((callingCode) => digits.startsWith(callingCode)) ?? "";
  const national = digits.slice(code.length);
  if (code === "" || national.length < shortestNational) return [digits];
  const trunk = numberingOf(countriesOf(code)[0] ?? "", code)?.trunk ?? "";
  const prefix = /^\d$/.test(trunk) ? trunk : "0";
  // North America, and countries without a national prefix, write the national number alone.
  const isBare = code === "1" || trunk === "";
  return [...new Set([digits, `${code}0${national}`, prefix + national, ...(isBare ? [national] : [])])];
}

const shortestNational = 7;
const longestNumber = 15;
/** Shortest number with its country code. */
const shortestCoded = 8;
const longestForm = longestNumber + 3;
/** A separate group of this many digits is a whole number with its country code. */
const wholeGroup = 11;

/** Digits that belong to a number, with the signs that people write between them. */
const run = /\+?\(?\d(?:[ \u00a0\u202f().\-/\u2010-\u2015\u2212\u00b7]{0,3}\d)*/g;

type Group = { digits: string; start: number; end: number };
type Span = { start: number; end: number };

/** True if the digits, without spaces or signs, are a number that was erased. */
export type IsErased = (digits: string) => boolean;

/** Replaces the numbers in a text. A shorter number inside a longer one is left as it is. */
export function replaceNumbers(text: string, isErased: IsErased, word: string): string {
  let result = "";
  let last = 0;
  for (const { start, end } of spansIn(text, isErased)) {
    result += text.slice(last, start) + word;
    last = end;
  }
  return last === 0 ? text : result + text.slice(last);
}

export const holdsNumber = (text: string, isErased: IsErased) => !spansIn(text, isErased).next().done;

/** Enough digits for a number. Most texts have none, and are not searched further. */
const anyNumber = /(?:\d[^\dA-Za-z]{0,3}){6}\d/;

function* spansIn(text: string, isErased: IsErased): Generator<Span> {
  if (!anyNumber.test(text)) return;
  for (const match of text.matchAll(run)) {
    if (match[0].length < shortestNational) continue;
    let last = 0;
    for (const span of candidatesIn(text, match.index, match[0])) {
      if (span.start < last || !isErased(span.digits)) continue;
      last = span.end;
      yield span;
    }
  }
}

/**
 * Groups of digits that may be a whole number: all of a run; any part of a run that is too long for one number; and a single
 * group that is long enough for itself, unless a country code stands before it.
 */
function* candidatesIn(text: string, index: number, found: string): Generator<Group> {
  const groups = groupsIn(text, index, found);
  const total = groups.reduce((sum, { digits }) => sum + digits.length, 0);
  const whole = spanOf(groups);
  if (total <= longestForm && whole) yield* dialled(text, whole);
  const isCoded = /^\(?(?:\+|00)/.test(found);
  if (total > longestNumber) return yield* partsOf(groups, isCoded ? shortestCoded : 0);
  for (const [nth, group] of groups.entries())
    if (groups.length > 1 && group.digits.length >= wholeGroup && (nth === 0 || !isCoded)) yield* dialled(text, group);
}

/** Leaves out the end of a time or a name before the number, and a word such as "2nd" after it. */
function groupsIn(text: string, index: number, found: string): Group[] {
  const groups = [...found.matchAll(/\d+/g)].map((match) => {
    const start = index + match.index;
    return { digits: match[0], start, end: start + match[0].length };
  });
  const before = text.slice(Math.max(0, index - 3), index);
  const isOther = /(?:[A-Za-z_]|\d:)$/.test(before) && !/%2B$|%20$|\\[nrt]$/i.test(before);
  const others = isOther ? groups.slice(1) : groups;
  const isWordAfter = others.length > 1 && /^(?:st|nd|rd|th|:)/i.test(text.slice(groups.at(-1)?.end ?? 0));
  return isWordAfter ? others.slice(0, -1) : others;
}

/** After a country code, another number can begin once the first one can be whole. */
function* partsOf(groups: readonly Group[], shortestFirst: number): Generator<Group> {
  for (let before = 0, first = 0; first < groups.length; before += groups[first]?.digits.length ?? 0, first += 1) {
    if (first > 0 && before < shortestFirst) continue;
    for (let length = 0, last = first; last < groups.length; last += 1) {
      length += groups[last]?.digits.length ?? 0;
      if (length > longestForm) break;
      const part = length >= shortestNational ? spanOf(groups.slice(first, last + 1)) : undefined;
      if (part) yield part;
    }
  }
}

function spanOf(groups: readonly Group[]): Group | undefined {
  const [first, last] = [groups[0], groups.at(-1)];
  return first && last && { digits: groups.map(({ digits }) => digits).join(""), start: first.start, end: last.end };
}

/** The digits, also without 00 or 011 before them. The sign before them belongs to the number. */
function* dialled(text: string, { digits, start, end }: Group): Generator<Group> {
  const from = start - (/[+(]*$/.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0);
  yield { digits, start: from, end };
  const prefix = /^(?:00|011)(?=[1-9])/.exec(digits)?.[0];
  if (prefix) yield { digits: digits.slice(prefix.length), start: from, end };
}
