/** Number whose exact digits a JavaScript number cannot reproduce: `12345678901234567890`, `0.10`, `1e400`. */
export type Digits = { $digits: string };

export const isDigits = (value: unknown): value is Digits =>
  isPlainObject(value) && typeof value.$digits === "string" && Object.keys(value).length === 1;

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value if it is a string that is not blank, else undefined. */
export const textIn = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined);

/** Recursive functions can walk this many levels without a stack overflow. */
const maxDepth = 1000;

function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (isObject(item) && isDeeper(item, levels - 1)) return true;
  return false;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Parses JSON and keeps the digits of every number. Throws a SyntaxError also if it is nested too deep. */
export function parseJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (isObject(plain) && isDeeper(plain, maxDepth))
    throw new SyntaxError(`It is nested deeper than ${maxDepth} levels.`);
  if (!lossyNumber.test(text)) return plain;
  try {
    // The text is valid JSON, so outside its strings anything that begins like a number is a number.
    return JSON.parse(text.replace(stringOrNumber, (token) => (isLossless(token) ? token : `{"$digits":"${token}"}`)));
  } catch {
    // A string has more escapes than the regular expression engine can match.
    return plain;
  }
}

/** Writes JSON text. `Digits` are written as the original number. */
export function stringifyJson(value: unknown, indent?: number): string {
  // Random, so no string of the value can begin with it.
  const mark = `${Math.random()} `;
  const marked = (_key: string, item: unknown) =>
    isDigits(item) && wholeNumber.test(item.$digits) ? `${mark}${item.$digits}` : item;
  const text: string | undefined = JSON.stringify(value, marked, indent);
  return text?.replaceAll(new RegExp(`"${mark}([^"]*)"`, "g"), "$1") ?? "null";
}

const stringOrNumber = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g;

const wholeNumber = /^-?\d[\d.eE+-]*$/;

function isLossless(token: string) {
  const value = Number(token);
  return (
    token.startsWith('"') || (String(value) === token && (!Number.isInteger(value) || Number.isSafeInteger(value)))
  );
}

/** Numbers that may lose digits. The text is parsed a second time only if it has one. */
const lossyNumber = /(?:^|[[:,\s])(?:-?(?:[\d.]{16,}|\d+\.\d*0|0\.0{6}\d+|\d+(?:\.\d+)?[eE][+-]?\d+)|-0)(?=[\s,\]}]|$)/;

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Drops undefined values, so that they do not overwrite others in a spread. */
export const withoutUndefined = <T extends object>(values: T) =>
  // The type of fromEntries does not show that no value is undefined.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Partial<T>>;
