/** A number whose digits a JavaScript number would not keep: `12345678901234567890`, `0.10`, `1e400`. */
export type Digits = { $digits: string };

export const isDigits = (value: unknown): value is Digits =>
  isPlainObject(value) && typeof value.$digits === "string" && Object.keys(value).length === 1;

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that is there and says something. */
export const textIn = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined);

/** Far more than anything is nested that people read; what walks a value by recursion holds so many levels. */
const deepest = 1000;

function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const each of Array.isArray(value) ? value : Object.values(value))
    if (isObject(each) && isDeeper(each, levels - 1)) return true;
  return false;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Parses JSON text, keeping the digits of every number. Throws a SyntaxError as JSON.parse does, also where it is nested so
 * deep that it could not be written again.
 */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (isObject(plain) && isDeeper(plain, deepest)) throw new SyntaxError(`It is nested deeper than ${deepest} levels.`);
  if (!lossyNumber.test(text)) return plain;
  try {
    // The text is JSON, so whatever is outside its strings and begins like a number is one.
    return JSON.parse(text.replace(stringOrNumber, (token) => (isKept(token) ? token : `{"$digits":"${token}"}`)));
  } catch {
    // One string of it has more escaped characters than the engine's pattern matching can hold.
    return plain;
  }
}

/** Writes JSON text; numbers kept as digits come out as they came in. */
export function stringifyJson(value: unknown, indent?: number): string {
  // Made up just now, so that no text of the value begins with it.
  const mark = `${Math.random()} `;
  const marked = (_key: string, each: unknown) =>
    isDigits(each) && wholeNumber.test(each.$digits) ? `${mark}${each.$digits}` : each;
  const text: string | undefined = JSON.stringify(value, marked, indent);
  return text?.replaceAll(new RegExp(`"${mark}([^"]*)"`, "g"), "$1") ?? "null";
}

const stringOrNumber = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;

const wholeNumber = /^-?\d[\d.eE+-]*$/;

function isKept(token: string) {
  const value = Number(token);
  return (
    token.startsWith('"') || (String(value) === token && (!Number.isInteger(value) || Number.isSafeInteger(value)))
  );
}

/** A number that may lose digits: the text is looked through and parsed once more only then. */
const lossyNumber = /(?:^|[[:,\s])(?:-?(?:[\d.]{16,}|\d+\.\d*0|\d+(?:\.\d+)?[eE][+-]?\d+)|-0)(?=[\s,\]}]|$)/;
