import { isSafeNumber, parse, stringify } from "lossless-json";

/** A number whose digits a JavaScript number would not keep: `12345678901234567890`, `0.10`, `1e400`. */
export type Digits = { $digits: string };

export const isDigits = (value: unknown): value is Digits =>
  isPlainObject(value) && typeof value.$digits === "string" && Object.keys(value).length === 1;

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses JSON text, keeping the digits of every number. Throws a SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!oddNumber.test(text)) return plain;
  try {
    return parse(text, null, { parseNumber: numberOf, onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return plain;
  }
}

/** Writes JSON text; numbers kept as digits come out as they came in. */
export function stringifyJson(value: unknown, indent?: number): string {
  return (
    stringify(value, undefined, indent, [{ test: isDigits, stringify: (digits) => (digits as Digits).$digits }]) ??
    "null"
  );
}

function numberOf(source: string): number | Digits {
  const value = Number(source);
  return isSafeNumber(source) && String(value) === source ? value : { $digits: source };
}

/** A number that may lose digits: the lossless parser is some twenty times slower than the engine's, so it runs only then. */
const oddNumber = /(?:^|[[:,\s])(?:-?(?:[\d.]{16,}|\d+\.\d*0|\d+(?:\.\d+)?[eE][+-]?\d+)|-0)(?=[\s,\]}]|$)/;
