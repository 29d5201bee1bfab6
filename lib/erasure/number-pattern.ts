import { spellingsOf } from "@/lib/numbers/line";
import { digitSigns } from "@/lib/numbers/text-units";

/** Regular expressions of PostgreSQL that match whatever may hold a number, and more. Rows that match are read. */
export type NumberPatterns = {
  texts: string;
  /** For `encode(bytes, 'escape')`, in which each byte beyond ASCII is a backslash with three octal digits. */
  bytes: string;
};

const comparedDigits = 7;
const gaps = [
  "[^0-9A-Za-z]",
  "\\\\+(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[bfnrtv])",
  "%(25)*[0-9A-Fa-f]{2}",
  "&#?[0-9A-Za-z]{2,8};",
];
const byteGap = "\\\\[0-7]{3}";

/** Patterns for the last digits of a number, in every spelling of its line. Without a number, for any. */
export function patternsOf(number: string | undefined): NumberPatterns {
  const spellings = number === undefined ? [] : spellingsOf(number.slice(1));
  const ends = [...new Set(spellings.map((digits) => digits.slice(-comparedDigits)))];
  const alternatives = number === undefined ? [Array<string>(comparedDigits).fill("0-9")] : ends.map((end) => [...end]);
  const joined = (formsOf: (values: string) => readonly string[], between: readonly string[]) =>
    alternatives
      .map((last) => last.map((values) => `(${formsOf(values).join("|")})`).join(`(${between.join("|")})*`))
      .join("|");
  return {
    texts: joined((values) => [`[${signsOf(values)}]`, ...escapesOf(values)], gaps),
    bytes: joined((values) => [`[${values}]`, wideBytes, ...escapesOf(values)], [...gaps, byteGap]),
  };
}

const signsOf = (values: string) =>
  (values.length > 1 ? digitSigns.flat() : (digitSigns[Number(values)] ?? [])).join("");

/** Escapes of a digit in JSON and in addresses. Of other scripts than ours, those of any character beside their digits. */
const escapesOf = (values: string) => [`\\\\+u003[${values}]`, `%(25)*3[${values}]`, wideEscapes, widePercent];

/** The beginnings of code points, and of their bytes in UTF-8, in whose neighbourhood scripts have digits. Not Cyrillic, Chinese, kana. */
const wideEscapes = "\\\\+u(0[679a-fA-F]|1[0789abcABC]|2[04]|[aA][689abAB]|[dD]8|[fF][fF])[0-9A-Fa-f]{2}";
const widePercent = "%(25)*([dD][9bBfF]|[eE][012aAfF]|[fF]0)(%(25)*[89abAB][0-9A-Fa-f]){1,3}";
const wideBytes = "\\\\(33[137]|34[01]|342\\\\2(01|02|21|23)|352|357\\\\2[67]4|360)(\\\\2[0-7]{2}){1,3}";
