import { digitZeros } from "@/lib/numbers/text-units";

/** Regular expressions of PostgreSQL that match whatever may hold a number, and more. Rows that match are read. */
export type NumberPatterns = {
  texts: string;
  /** For `encode(bytes, 'escape')`, in which each byte beyond ASCII is a backslash with three octal digits. */
  bytes: string;
};

const comparedDigits = 7;
/** Scripts whose digits are also searched as escapes and bytes: ASCII, full-width, Arabic, Persian and Devanagari. */
const escapedZeros: readonly number[] = [0x30, 0xff10, 0x660, 0x6f0, 0x966];
const gaps = ["[^0-9A-Za-z]", "\\\\+u[0-9A-Fa-f]{4}", "%(25)*[0-9A-Fa-f]{2}", "&#?[0-9A-Za-z]{2,8};"];
const byteGap = "\\\\[0-7]{3}";

/** Patterns for the last digits of a number. Without a number, for any. */
export function patternsOf(number: string | undefined): NumberPatterns {
  const last =
    number === undefined ? Array<string>(comparedDigits).fill("0123456789") : [...number.slice(-comparedDigits)];
  const values = last.map((digits) => [...digits].map(Number));
  const joined = (formsOf: (value: number) => readonly string[], between: readonly string[]) =>
    values.map((some) => `(${some.flatMap(formsOf).join("|")})`).join(`(${between.join("|")})*`);
  return {
    texts: joined(
      (value) => [`[${digitZeros.map((zero) => signOf(zero, value)).join("")}]`, ...escapesOf(value)],
      gaps,
    ),
    bytes: joined((value) => [String(value), ...bytesOf(value), ...escapesOf(value)], [...gaps, byteGap]),
  };
}

const signOf = (zero: number, value: number) => String.fromCharCode(zero + value);
const signsOf = (value: number) => escapedZeros.map((zero) => signOf(zero, value));

/** Escapes of a digit in JSON and in addresses. */
const escapesOf = (value: number) =>
  signsOf(value).flatMap((sign) => [
    `\\\\+u${anyCase(sign.charCodeAt(0).toString(16).padStart(4, "0"))}`,
    [...Buffer.from(sign)].map((byte) => `%(25)*${anyCase(byte.toString(16))}`).join(""),
  ]);

const anyCase = (hex: string) => hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const bytesOf = (value: number) =>
  signsOf(value)
    .slice(1)
    .map((sign) => [...Buffer.from(sign)].map((byte) => `\\\\${byte.toString(8).padStart(3, "0")}`).join(""));
