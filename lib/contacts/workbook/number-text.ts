const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const shortInteger = /^[1-9]\d{0,14}$/;
const surelyKeptDigits = 15;

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

// Programs that write 4.47911E+11 with a plus cut digits off to write it; those that keep all of them write 4.47911E11.
const fewestPhoneDigits = 7;

/** Excel shows six digits of a number with more than eleven, and a column of fewer: saved as seen, zeros take the others' place. */
const looksRounded = (integer: string) => /^[1-9]\d{3,}0{5}$/.test(integer);

function scientific(raw: string) {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = "", exponent = ""] = value.toExponential(surelyKeptDigits - 1).split("e");
  return `${mantissa.replace(/\.?0+$/, "")}E${exponent}`;
}
