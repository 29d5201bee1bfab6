import { isDigits, isPlainObject } from "@/lib/format/json";
import { erasedWord, replaceNumbers } from "./find-erased";
import type { IsErased } from "./number-forms";

/**
 * Replaces numbers in all texts, numbers and keys of a value, and the names of people in the same object. Returns the same value if
 * there is none.
 */
export function forgetIn(value: unknown, isErased: IsErased, owner = ""): unknown {
  if (typeof value === "string") return replaceNumbers(value, isErased);
  if (typeof value === "number") return isErased(String(value)) ? erasedWord : value;
  if (isDigits(value)) return isErased(value.$digits) ? erasedWord : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => forgetIn(item, isErased, owner));
    return items.some((item, nth) => item !== value[nth]) ? items : value;
  }
  return isPlainObject(value) ? forgetInObject(value, isErased, owner) : value;
}

function forgetInObject(value: Record<string, unknown>, isErased: IsErased, owner: string) {
  const fields = Object.entries(value).map(([key, item]) => ({
    key,
    item,
    left: forgetIn(item, isErased, typeof item === "object" ? normalized(key) : ""),
    newKey: replaceNumbers(key, isErased),
  }));
  if (fields.every(({ key, item, left, newKey }) => left === item && newKey === key)) return value;
  const isBeside = fields.some(({ item, left, key, newKey }) => newKey !== key || (left !== item && !isNested(item)));
  const isOfPerson = isBeside && (people.has(owner) || !("id" in value));
  const isName = (key: string) => isBeside && (personName.test(key) || (isOfPerson && plainName.test(key)));
  const changed = fields.map(({ key, item, left, newKey }) => {
    const isOfName = typeof item === "string" ? isName(normalized(key)) : isBeside && isPerson(key, item);
    return [newKey, isOfName ? namesErased(left) : left] as const;
  });
  return Object.fromEntries(changed);
}

/** A form or a query without erased numbers and the names beside them. Returns the same text if there is none. */
export function forgetInForm(text: string, isErased: IsErased): string {
  const pairs = [...new URLSearchParams(text)];
  const form = Object.fromEntries(pairs);
  const left = forgetIn(form, isErased);
  const erased = isPlainObject(left) ? left : {};
  const changed = pairs.map(([key, value]) => {
    const isName = erased[key] === erasedWord && form[key] !== erasedWord;
    return [replaceNumbers(key, isErased), isName ? erasedWord : replaceNumbers(value, isErased)];
  });
  if (changed.every((pair, nth) => pair.every((part, side) => part === pairs[nth]?.[side]))) return text;
  const encoded = changed.map((pair) => pair.map(encodeURIComponent).join("="));
  return encoded.join("&").replaceAll(encodeURIComponent(erasedWord), erasedWord);
}

/** The names in a text or an object of a person. */
function namesErased(item: unknown): unknown {
  if (!isPlainObject(item)) return erasedWord;
  return Object.fromEntries(
    Object.entries(item).map(([key, text]) => [
      key,
      typeof text === "string" && isNameKey(normalized(key)) ? erasedWord : text,
    ]),
  );
}

/** Names of people that stand beside a number in a value. */
export function namesBeside(value: unknown, isErased: IsErased): string[] {
  const names: string[] = [];
  const compare = (before: unknown, after: unknown) => {
    if (before === after) return;
    if (typeof before === "string" && after === erasedWord && /\p{L}{2}/u.test(before)) names.push(before);
    if (Array.isArray(before) && Array.isArray(after))
      for (const [nth, item] of before.entries()) compare(item, after[nth]);
    else if (isPlainObject(before) && isPlainObject(after))
      for (const [key, item] of Object.entries(before)) compare(item, after[key]);
  };
  compare(value, forgetIn(value, isErased));
  return names;
}

const normalized = (key: string) => key.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();

const words = "contact customer caller callee recipient lead person client patient guest user member to from";
const people: ReadonlySet<string> = new Set(words.split(" "));
const plainName = /^(?:(?:first|last|full|given|family|display)_?)?name$/;
const personName = new RegExp(
  `^(?:(?:${words.split(" ").join("|")})_(?:(?:first|last|full)_)?|(?:first|last|full|given|family)_?)name$`,
);
const isNameKey = (key: string) => plainName.test(key) || personName.test(key);

const isNested = (item: unknown) => Array.isArray(item) || (isPlainObject(item) && !isDigits(item));
const isPerson = (key: string, item: unknown) => people.has(normalized(key)) && isPlainObject(item) && !isDigits(item);

const keptOfCall = /(?:^|_)(?:id|status|state|success|at|duration|seconds|direction|reason)$/;

/** A call without what was said and who was called. */
export const reducedCall = (call: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(call).flatMap(([key, item]): [string, unknown][] => {
      if (isPlainObject(item) && !isDigits(item)) return /^(?:raw|data)$/.test(key) ? [[key, reducedCall(item)]] : [];
      return keptOfCall.test(normalized(key)) && !Array.isArray(item) ? [[key, item]] : [];
    }),
  );
