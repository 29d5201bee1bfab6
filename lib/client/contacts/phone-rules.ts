import type { NumberingPlan } from "./numbering-plan";
import type { Rules } from "./plan";
import type { Verdict } from "./verdicts";

/** A number as it is sent, its digits without the plus, or why there is none. */
export type ReadPhone = { digits: string; range: number; isChanged: boolean } | { verdict: Verdict; digits: string };

/** Reads a cell as a phone number under a file's rules. What it means is never guessed: what is unclear is a verdict. */
export function createPhoneReader(
  numbering: NumberingPlan,
  rules: Pick<Rules, "country" | "addsPlus" | "dropsExtensions">,
) {
  const callingCode = numbering.countries.find(({ country }) => country === rules.country)?.callingCode;

  function international(digits: string, isChanged: boolean): ReadPhone {
    if (digits.startsWith("0") || digits.length < shortest || digits.length > longest) {
      const repaired = digits.startsWith("0") ? undefined : numbering.withoutTrunk(digits);
      return repaired === undefined ? { verdict: "digits", digits } : known(repaired);
    }
    const range = numbering.lookUp(digits);
    const repaired = range < 0 ? numbering.withoutTrunk(digits) : undefined;
    return repaired === undefined ? { digits, range, isChanged } : known(repaired);
  }

  function withoutPlus(digits: string): ReadPhone {
    const national = rules.country === null ? undefined : numbering.fromNational(digits, rules.country);
    if (national !== undefined) return known(national);
    const isInternational = digits.length >= shortestWithoutPlus && digits.length <= longest && holds(digits);
    if (isInternational) return rules.addsPlus ? known(digits) : { verdict: "plus_missing", digits };
    return { verdict: digits.length < fewest || digits.length > longest ? "digits" : "national", digits };
  }

  const holds = (digits: string) => !digits.startsWith("0") && numbering.lookUp(digits) >= 0;
  const known = (digits: string): ReadPhone => ({ digits, range: numbering.lookUp(digits), isChanged: true });

  return (cell: string): ReadPhone => {
    if (isPlain(cell)) return international(cell.slice(1), false);
    const given = bared(cell);
    const text = rules.dropsExtensions ? given.replace(extension, "$1").trim() : given;
    if (text === "" || text === "+") return { verdict: "number_missing", digits: "" };
    const damage = damageOf(text);
    if (damage) return { verdict: damage, digits: "" };
    const number = text
      .replace(/^tel:/i, "")
      .replace(/(?<=^(?:\+|00).*)\(0\)/, "")
      .replace(punctuation, "");
    const dialled = number.replace(callingCode === "1" ? /^(?:00|011)(?=[1-9])/ : /^00(?=[1-9])/, "+");
    if (!/^\+?\d+$/.test(dialled)) return { verdict: "letters", digits: "" };
    return dialled.startsWith("+") ? international(dialled.slice(1), true) : withoutPlus(dialled);
  };
}

const shortest = 7;
const longest = 15;
/** With fewer digits than this, a number without its plus may as well be a national one. */
const shortestWithoutPlus = 11;
/** With fewer digits than this it is a number nowhere. */
const fewest = 5;

/** A plus and 7 to 15 digits, the first of them no zero: E.164. A loop, because a million cells come through here. */
function isPlain(cell: string) {
  const { length } = cell;
  if (length < shortest + 1 || length > longest + 1 || cell.charCodeAt(0) !== plus) return false;
  if (cell.charCodeAt(1) === zero) return false;
  for (let at = 1; at < length; at += 1) {
    const code = cell.charCodeAt(at);
    if (code < zero || code > zero + 9) return false;
  }
  return true;
}

const plus = 43;
const zero = 48;

/** A cell without what is not meant: a spreadsheet's guards, invisible characters, other scripts' digits. */
function bared(cell: string) {
  const text = cell
    .replace(invisible, "")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
  const latin = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace(otherDigits, latinDigit);
  // A list that went through a program for figures has decimals behind whole numbers.
  return latin.trim().replace(/^(\+?\d+)\.0+$/, "$1");
}

const invisible = /[\p{Cc}\p{Cf}]/gu;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const latinDigit = (digit: string) => String((digit.charCodeAt(0) - (digit < "\u0966" ? 0 : 6)) & 15);

const punctuation = /[\s().\-/\u2010-\u2015\u2212\u00b7]/g;

const extension = /(\d)[^\da-z+]*(?:extension|ext\.?|[x#]|;ext=)\s*:?\s*\d{1,7}$/i;

function damageOf(text: string): Verdict | undefined {
  if (/^\+?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return "excel";
  if (/^\d{4}-\d\d-\d\d(?:[T\s]|$)/.test(text) || /^#/.test(text)) return "excel";
  if (extension.test(text)) return "extension";
  const parts = text.split(/[/;,|&\n]|\s(?:or|and|oder|und|et|o|y)\s|\s(?=\+)/i);
  if (parts.filter((part) => part.replace(/\D/g, "").length >= shortest).length > 1) return "several";
  return undefined;
}
