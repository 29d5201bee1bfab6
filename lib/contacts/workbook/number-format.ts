const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

const shortInteger = /^[1-9]\d{0,14}$/;

const exactDigits = 15;

const minPhoneDigits = 7;

/** Tokens of a digit format. `0` and `#` take digits from the right; all others are text. */
type DigitFormat = readonly ({ digit: "0" | "#" } | { text: string })[];

export type NumberFormat = { kind: "plain" } | { kind: "date" } | { kind: "digits"; format: DigitFormat };

/** Kind of a number format. Only formats that show every digit are applied. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isBuiltInDate(id) ? { kind: "date" } : { kind: "plain" };
  const bare = code.replace(notShown, "$1").replace(literals, "");
  if (/[ymdhs]/i.test(bare)) return { kind: "date" };
  const format = digitFormat(code.replace(notShown, "$1"));
  return format ? { kind: "digits", format } : { kind: "plain" };
}

export function applyDigitFormat(digits: string, format: DigitFormat): string {
  let rest = digits === "0" ? "" : digits;
  const firstDigit = format.findIndex((token) => "digit" in token);
  let shown = "";
  for (let index = format.length - 1; index >= 0; index -= 1) {
    const token = format[index];
    if (!token) continue;
    if ("text" in token) {
      shown = token.text + shown;
      continue;
    }
    const part = index === firstDigit ? rest : rest.slice(-1);
    shown = (part === "" && token.digit === "0" ? "0" : part) + shown;
    rest = rest.slice(0, rest.length - part.length);
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

/** Undefined for any other format. A dot outside of a text is a decimal point. */
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
 * Digits of a cell's number. Excel stores 15 digits, so a longer integer may be rounded. Integers that may be rounded
 * become 4.47911E+11, so that the loss is visible. Other numbers stay as in the file.
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
  if (significant.length > length && length <= exactDigits) return raw;
  if (length > exactDigits) return scientific(raw);
  const integer = significant.padEnd(length, "0");
  // Programs that write 4.47911E+11 with a plus have cut off digits. Those that write all digits have no plus.
  const isShortened = exponent.startsWith("+") && significant.length < length && length >= minPhoneDigits;
  return isShortened || looksRounded(integer) ? scientific(raw) : (sign === "-" ? "-" : "") + integer;
}

/** Excel shows six digits of long numbers, or fewer in narrow columns. Saved as shown, the others become zeros. */
const looksRounded = (integer: string) => /^[1-9]\d{3,}0{5}$/.test(integer);

function scientific(raw: string) {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = "", exponent = ""] = value.toExponential(exactDigits - 1).split("e");
  return `${mantissa.replace(/\.?0+$/, "")}E${exponent}`;
}
