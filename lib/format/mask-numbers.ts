import { isDigits, isPlainObject } from "./json";

/** Stands for the hidden digits of a phone number. */
const maskSign = "•••";

/**
 * Replaces the middle of every phone number in a value: "+14155550100" becomes "+1415•••0100". Digits without a plus sign count as a
 * number under a key that names one, in the grouping of North America, and in texts if there are 10 to 15. IDs stay.
 */
export function maskNumbers(value: unknown, key = ""): unknown {
  if (typeof value === "string") return maskText(value, key);
  if (typeof value === "number" || isDigits(value)) {
    const digits = isDigits(value) ? value.$digits : String(value);
    return numberKey.test(key) && /^\d{8,15}$/.test(digits) ? masked(digits) : value;
  }
  if (Array.isArray(value)) return value.map((item) => maskNumbers(item, key));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [maskNumbersIn(name), maskNumbers(item, name)]),
  );
}

/** The numbers in a text, for example lines of a CSV file. */
export const maskNumbersIn = (text: string) =>
  hasNumber.test(text)
    ? text.replace(international, maskedStart).replace(northAmerican, masked).replace(bareDigits, masked)
    : text;

export const holdsMask = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes(maskSign)
    : typeof value === "object" && value !== null && Object.values(value).some(holdsMask);

const hasNumber = /(?:\d[^\dA-Za-z]{0,3}){6}\d/;
const international = /(?:(?<![\w.])|(?<=%2B))(?:\+|(?<=%2B)|00)\(?[1-9](?:[ \u00a0().\-/]{0,3}\d){7,14}(?!\d)/gi;
const northAmerican = /(?<![\w+.•-])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])/g;
const bareDigits = /(?<![\w.:+•-])\d{10,15}(?![\w:•-]|\.\d)/g;

const numberKey = /phone|number|msisdn|mobile|caller|callee|recipient|^(?:to|from|tel|cell)$/i;
const idKey = /(?:^|_|[a-z])(?:id|ids|ref|token|hash|key|cursor|at)$/i;
/** A whole text of digits, with the signs that people write between them. */
const onlyDigits = /^\+?[\d ().\-/\u00a0]{7,22}$/;

function maskText(text: string, key: string) {
  if (numberKey.test(key) && onlyDigits.test(text)) {
    const { length } = text.replace(/\D/g, "");
    return length >= 7 && length <= 15 ? masked(text) : text;
  }
  return idKey.test(key) && /^\d+$/.test(text) ? text : maskNumbersIn(text);
}

function masked(text: string) {
  const digits = text.replace(/\D/g, "");
  const head = digits.slice(0, Math.min(4, Math.max(0, digits.length - 7)));
  return `${text.startsWith("+") ? "+" : ""}${head}${maskSign}${digits.slice(-4)}`;
}

/** Masks a number that begins with its country code. Groups after a whole number, such as a date, are not part of it. */
function maskedStart(found: string) {
  let length = 0;
  for (const group of found.matchAll(/\d+/g)) {
    length += group[0].length;
    const end = group.index + group[0].length;
    if (length >= wholeDigits) return masked(found.slice(0, end)) + found.slice(end);
  }
  return masked(found);
}

const wholeDigits = 11;
