/** A text with compatible forms unified (NFKC) and the decimal digits of all scripts as 0 to 9. */
export const latinDigits = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace(/(?![0-9])\p{Nd}/gu, latinDigit);

/** Digits of a script follow each other from zero on. */
function latinDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
