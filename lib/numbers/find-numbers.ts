import { kind, kindOf, unitAt } from "./text-units";

/** Digits of any script that stand together, as ASCII, with their place in the text. */
export type DigitGroup = { digits: string; start: number; end: number };

/** Groups of digits with nothing between them but signs that people and programs write in numbers. */
export type DigitRun = {
  groups: DigitGroup[];
  /** Signs between each group and the next one, without escapes and invisible marks. */
  gaps: string[];
  /** Plus sign and brackets before the first digit. */
  lead: string;
  /** Position of the lead. */
  start: number;
  /** Character before the lead, and after the last digit; empty at the ends of the text. */
  before: string;
  after: string;
};

/** A part of a run: groups `first` to `last`. */
export type DigitSpan = { digits: string; start: number; end: number };

const fewestDigits = 7;
/** Visible signs between two digits. Blanks behind a blank do not count. */
const widestGap = 4;
const mostUncounted = 12;

const none: readonly DigitRun[] = [];

/** Runs with enough digits for a number. Most texts have none, and are not searched further. */
export const digitRuns = (text: string): readonly DigitRun[] =>
  text.length >= fewestDigits && (plainDigits.test(text) || otherForm.test(text)) ? runsIn(text) : none;

/** Seven digits with signs between them. A text of plain ASCII without them has no number. */
const plainDigits = /(?:\d[^\dA-Za-z]{0,16}){6}\d/;
const otherForm = /[%\\&\u0080-\uffff]/;

function runsIn(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  for (let index = 0; index < text.length; ) {
    const found = kindOf(text.charCodeAt(index));
    if (found > 9 && found !== kind.encoded) {
      index += 1;
      continue;
    }
    const unit = unitAt(text, index);
    if (unit.kind > 9) {
      index += unit.length;
      continue;
    }
    const { run, end, count } = readRun(text, index);
    index = end;
    if (run && count >= fewestDigits) runs.push(run);
  }
  return runs;
}

function readRun(text: string, from: number) {
  const groups: DigitGroup[] = [];
  const gaps: string[] = [];
  let group = emptyGroup(from);
  let [index, count] = [from, 0];
  for (;;) {
    const end = endOfAscii(text, index);
    if (end > index) {
      group.digits += text.slice(index, end);
      count += end - index;
      index = end;
      group.end = end;
    }
    const { kind: value, length } = unitAt(text, index);
    if (index < text.length && value <= 9) {
      group.digits += value;
      index += length;
      group.end = index;
      count += 1;
      continue;
    }
    const gap = index < text.length ? readGap(text, index) : undefined;
    if (!gap || (gap.hasComma && !isSpelled(group, text, gap.end))) break;
    // Numbers stand on lines of their own, but for the rest of one that has hardly begun.
    if (gap.hasLine && (count >= fewestDigits || !leadOf(text, from).lead.includes("+"))) break;
    index = gap.end;
    // Marks that nobody sees do not separate digits.
    if (gap.signs === "") continue;
    groups.push(group);
    gaps.push(gap.signs);
    group = emptyGroup(index);
  }
  groups.push(group);
  const end = Math.max(index, from + 1);
  if (count < fewestDigits) return { run: undefined, end, count };
  const after = index < text.length ? String.fromCodePoint(unitAt(text, index).code) : "";
  const { lead, start, before } = leadOf(text, from);
  return { run: { groups, gaps, lead, start, before, after }, end, count };
}

function endOfAscii(text: string, from: number) {
  let end = from;
  while (end < text.length && isAsciiDigit(text.charCodeAt(end))) end += 1;
  return end;
}

const isAsciiDigit = (code: number) => code >= 48 && code <= 57;

const emptyGroup = (start: number): DigitGroup => ({ digits: "", start, end: start });

/** A comma separates numbers, unless one digit stands on each side: "1, 4, 1, 5". */
function isSpelled({ digits }: DigitGroup, text: string, next: number) {
  const { length } = unitAt(text, next);
  const end = next + length;
  return digits.length === 1 && (end >= text.length || unitAt(text, end).kind > 9);
}

/** The signs up to the next digit. Undefined if something else is between. */
function readGap(text: string, from: number) {
  let [signs, uncounted, index] = ["", 0, from];
  let [hasComma, hasLine] = [false, false];
  while (index < text.length) {
    const { kind: found, code, length } = unitAt(text, index);
    if (found <= 9) return isOfNumber(signs) ? { signs, end: index, hasComma, hasLine } : undefined;
    const isSign = found === kind.gap || found === kind.comma || (found === kind.plus && isBlank(text, index));
    const isBlankAgain = code === space && signs.endsWith(" ");
    if (found === kind.invisible || isBlankAgain) uncounted += 1;
    else if (isSign || found === kind.line) signs += String.fromCodePoint(code);
    else return undefined;
    hasComma ||= found === kind.comma;
    hasLine ||= found === kind.line;
    if (signs.length > widestGap || uncounted > mostUncounted) return undefined;
    index += length;
  }
  return undefined;
}

const space = 0x20;

/** An apostrophe with other signs beside it is a quotation mark, and bullets hide digits. */
const isOfNumber = (signs: string) => !signs.includes("••") && (signs.length === 1 || !/['’]/.test(signs));

/** In a form and in the query of an address, a plus sign is a blank. */
const isBlank = (text: string, index: number) =>
  text.charAt(index) === "+" && /[=][^\s"'<>&]*$/.test(text.slice(Math.max(0, index - longestValue), index));

const longestValue = 60;

/** The sign before a number, also as an escape. Reads backwards, which no escape is longer than. */
function leadOf(text: string, from: number) {
  let [start, lead] = [from, ""];
  for (let unit = unitBefore(text, start); unit; unit = unitBefore(text, start)) {
    const isOpen = unit.text === "(" || unit.text === "\uff08" || unit.text === "[";
    if (!isOpen && unit.kind !== kind.plus && unit.kind !== kind.invisible) break;
    start = unit.start;
    if (unit.kind !== kind.invisible) lead = (isOpen ? "(" : "+") + lead;
    if (unit.kind === kind.plus || lead.length > 2) break;
  }
  return { lead, start, before: unitBefore(text, start)?.text ?? "" };
}

function unitBefore(text: string, end: number) {
  if (end === 0) return undefined;
  const last = text.charCodeAt(end - 1);
  const plain = { start: end - 1, kind: kindOf(last), text: text.charAt(end - 1) };
  if (!isEndOfEscape(last)) return plain;
  for (let start = end - 1; start >= Math.max(0, end - longestUnit); start -= 1) {
    if (kindOf(text.charCodeAt(start)) !== kind.encoded) continue;
    const { kind: found, code, length } = unitAt(text, start);
    if (length > 1 && start + length === end) return { start, kind: found, text: String.fromCodePoint(code) };
  }
  return plain;
}

/** A hexadecimal digit, a semicolon, `n`, `r`, `t` or `/`, or the second half of a pair. */
const isEndOfEscape = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 70) ||
  (code >= 97 && code <= 102) ||
  otherEnds.has(code) ||
  code >= 0xd800;

const otherEnds: ReadonlySet<number> = new Set([...";nrt/"].map((sign) => sign.charCodeAt(0)));

const longestUnit = 12;

/** Groups of a run as one span. The sign before the first group belongs to it. */
export function spanOf({ groups, start }: DigitRun, first: number, last: number): DigitSpan {
  let digits = "";
  for (let index = first; index <= last; index += 1) digits += groups[index]?.digits ?? "";
  return { digits, start: first === 0 ? start : (groups[first]?.start ?? 0), end: groups[last]?.end ?? 0 };
}

/** Replaces spans of a text, which are in order and apart. */
export function replaceSpans<Span extends { start: number; end: number }>(
  text: string,
  spans: Iterable<Span>,
  replacement: (span: Span) => string,
): string {
  let [result, last] = ["", 0];
  for (const span of spans) {
    result += text.slice(last, span.start) + replacement(span);
    last = span.end;
  }
  return last === 0 ? text : result + text.slice(last);
}
