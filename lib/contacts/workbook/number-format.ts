const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

const shortInteger = /^[1-9]\d{0,14}$/;

const surelyKeptDigits = 15;

// Programs that write 4.47911E+11 with a plus cut digits off to write it; those that keep all of them write 4.47911E11.
const fewestPhoneDigits = 7;

/** Digits and what stands between them: `0` and `#` take digits from the right, all else is a text. */
export type DigitFormat = readonly ({ digit: "0" | "#" } | { text: string })[];

export type NumberFormat = { kind: "plain" } | { kind: "date" } | { kind: "digits"; format: DigitFormat };

/** What a number's format makes of it. Only formats that show each digit of it are applied. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isBuiltInDate(id) ? { kind: "date" } : { kind: "plain" };
  const bare = code.replace(notShown, "$1").replace(literals, "");
  if (/[ymdhs]/i.test(bare)) return { kind: "date" };
  const format = digitFormat(code.replace(notShown, "$1"));
  return format ? { kind: "digits", format } : { kind: "plain" };
}

/** What the person sees in the cell, where its number is a positive integer written as digits. */
export function applyDigitFormat(digits: string, format: DigitFormat): string {
  let rest = digits === "0" ? "" : digits;
  const firstDigit = format.findIndex((token) => "digit" in token);
  let shown = "";
  for (let at = format.length - 1; at >= 0; at -= 1) {
    const token = format[at];
    if (!token) continue;
    if ("text" in token) {
      shown = token.text + shown;
      continue;
    }
    const taken = at === firstDigit ? rest : rest.slice(-1);
    shown = (taken === "" && token.digit === "0" ? "0" : taken) + shown;
    rest = rest.slice(0, rest.length - taken.length);
  }
  return shown;
}

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Languages and colors: [$-40C], [Red]. */
const notShown = /("[^"]*"|\\.)|\[(?:\$-[^\]]*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gi;

/** Texts, blanks and fillers, and brackets other than those of elapsed time. */
const literals = /"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

const tokens = /"([^"]*)"|\\(.)|([0#])|([ \u00a0\u202f()+-])|(;)|./gsu;

/** A dot outside a text is the decimal point, so it is none of these formats. */
function digitFormat(code: string): DigitFormat | undefined {
  const format: ({ digit: "0" | "#" } | { text: string })[] = [];
  for (const [, quoted, escaped, digit, plain, next] of code.matchAll(tokens)) {
    if (next) break;
    const text = quoted ?? escaped ?? plain;
    if (digit === "0" || digit === "#") format.push({ digit });
    else if (text !== undefined) format.push({ text });
    else return undefined;
  }
  const takesMore = format.filter((token) => "digit" in token).length > 0;
  const isJustDigits = format.every((token) => "digit" in token) && format.length === 1;
  return takesMore && !isJustDigits ? format : undefined;
}

/**
 * A number of a cell as digits. Excel keeps 15 of them, and what it or another program has rounded cannot be told from the
 * rest: a longer integer, or one that was rounded, is written like 4.47911E+11, so that it is seen to be shortened. What is
 * no integer stays as the file has it.
 */
export function numberText(written: string): string {
  const raw = written.trim();
  if (shortInteger.test(raw)) return looksRounded(raw) ? scientific(raw) : raw;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = number.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/0+$/, "");
  if (whole + fraction === "") return raw;
  const significant = digits.replace(/^0+/, "");
  if (significant === "") return "0";
  const length = whole.length + Number(exponent) - (digits.length - significant.length);
  if (significant.length > length && length <= surelyKeptDigits) return raw;
  if (length > surelyKeptDigits) return scientific(raw);
  const integer = significant.padEnd(length, "0");
  const isShortened = exponent.startsWith("+") && significant.length < length && length >= fewestPhoneDigits;
  return isShortened || looksRounded(integer) ? scientific(raw) : (sign === "-" ? "-" : "") + integer;
}

/** Excel shows six digits of a number with more than eleven, and a column of fewer: saved as seen, zeros take the others' place. */
const looksRounded = (integer: string) => /^[1-9]\d{3,}0{5}$/.test(integer);

function scientific(raw: string) {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = "", exponent = ""] = value.toExponential(surelyKeptDigits - 1).split("e");
  return `${mantissa.replace(/\.?0+$/, "")}E${exponent}`;
}
