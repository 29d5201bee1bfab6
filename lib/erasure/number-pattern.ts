import { digitZeros } from "@/lib/numbers/text-units";

/** Regular expressions of PostgreSQL that match whatever may hold a number, and more. Rows that match are read. */
export type NumberPatterns = {
  texts: string;
  /** For `encode(bytes, 'escape')`, in which each byte beyond ASCII is a backslash with three octal digits. */
  bytes: string;
};

const comparedDigits = 7;

/** Patterns for the last digits of a number. Without a number, for any. */
export function patternsOf(number: string | undefined): NumberPatterns {
  const values =
    number === undefined
      ? Array<undefined>(comparedDigits).fill(undefined)
      : [...number.slice(-comparedDigits)].map(Number);
  const between = ["[^0-9A-Za-z]", "\\\\+u[0-9A-Fa-f]{4}", "%(25)*[0-9A-Fa-f]{2}", "&#?[0-9A-Za-z]{2,8};"];
  const joined = (spelled: (character: string) => string, gaps: readonly string[]) =>
    values.map((value) => oneOf(digitsFor(value).flatMap((code) => formsOf(code, spelled)))).join(oneOf(gaps, "*"));
  return {
    texts: joined((character) => character, between),
    bytes: joined(inBytes, [...between, "\\\\[0-7]{3}"]),
  };
}

const oneOf = (options: readonly string[], times = "") => `(${options.join("|")})${times}`;

const digitsFor = (value: number | undefined) =>
  digitZeros.flatMap((zero) =>
    value === undefined ? Array.from({ length: 10 }, (_, digit) => zero + digit) : [zero + value],
  );

/** A digit, and outside ASCII also its escape in JSON. */
const formsOf = (code: number, spelled: (character: string) => string) =>
  code < 0x80
    ? [String.fromCharCode(code)]
    : [spelled(String.fromCharCode(code)), `\\\\+u${hexOf(code)}`, `\\\\+u${hexOf(code).toUpperCase()}`];

const hexOf = (code: number) => code.toString(16).padStart(4, "0");

const inBytes = (character: string) =>
  [...Buffer.from(character)].map((byte) => `\\\\${byte.toString(8).padStart(3, "0")}`).join("");
