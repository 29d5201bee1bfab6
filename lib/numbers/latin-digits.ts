const anyDigit = /\p{Nd}/u;
const otherDigits = /[^\P{Nd}0-9]/gu;
const values = new Map<string, string>();

/** Text in compatibility form (NFKC), with the decimal digits of every script as 0 to 9. */
export function withLatinDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.normalize("NFKC").replace(otherDigits, latinDigit);
}

/** Unicode keeps the ten digits of a script together, in order, beginning with zero. */
function latinDigit(digit: string): string {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && anyDigit.test(String.fromCodePoint(code - value - 1))) value += 1;
  values.set(digit, String(value));
  return String(value);
}
