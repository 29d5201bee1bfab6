import { latinDigits } from "@/lib/format/latin-digits";

/** Kinds of characters, as far as numbers need them. Digits have their value, 0 to 9. */
export const kind = {
  other: 10,
  plus: 11,
  gap: 12,
  invisible: 13,
  comma: 14,
  letter: 15,
  encoded: 16,
  line: 17,
} as const;

const kinds = new Uint8Array(0x10000).fill(kind.other);
/** Characters of two code units. In `kinds` their first unit is marked as encoded. */
const wideKinds = new Map<number, number>();

function mark(characters: RegExp, as: number) {
  for (let code = 0; code < kinds.length; code += 1) if (characters.test(String.fromCharCode(code))) kinds[code] = as;
}

mark(/\p{L}/u, kind.letter);
mark(/[\p{Zs}\t\p{Pd}()[\]./_\u2212\u2043\u2044\u2215\u2800\u3164]/u, kind.gap);
mark(/[\uff08\uff09\uff0d-\uff0f\uff3b\uff3d\uff3f]/, kind.gap);
// Dots in the middle of a line, and what keyboards and programs write for a dash.
mark(
  /[\u00b7\u2022\u2024\u2026\u2027\u2219\u22c5\u3002\u30fb'\u2019~\u2053\u223c\u301c\uff5e\u30fc\u2500\u2501\u25aa\u25cf\u25e6]/,
  kind.gap,
);
mark(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{M}\u115f\u1160\uffa0]/u, kind.invisible);
mark(/[\n\r\u2028\u2029]/, kind.line);
mark(/[,\uff0c\u060c\u3001]/u, kind.comma);
mark(/[+\uff0b\ufe62]/u, kind.plus);
mark(/[%\\&]/u, kind.encoded);

const firstDigit = 0x30;
/** No digit of a script comes after it. */
const lastOfScripts = 0x1fbff;

/** All characters for each decimal digit: those of every script, and compatible ones such as a digit in a circle. */
export const digitSigns: readonly (readonly string[])[] = digitsOfScripts();

function digitsOfScripts(): string[][] {
  const signs = Array.from({ length: 10 }, (): string[] => []);
  const codes = Array.from({ length: lastOfScripts - firstDigit + 1 }, (_, nth) => firstDigit + nth);
  const numbers =
    codes
      .map((code) => String.fromCodePoint(code))
      .join("")
      .match(/\p{N}/gu) ?? [];
  for (const sign of numbers) {
    const digit = latinDigits(sign);
    if (!/^[0-9]$/.test(digit)) continue;
    signs[Number(digit)]?.push(sign);
    setKind(sign.codePointAt(0) ?? 0, Number(digit));
  }
  return signs;
}

function setKind(code: number, as: number) {
  if (code < kinds.length) kinds[code] = as;
  else wideKinds.set(code, as);
}

// Tags and variation selectors, which nobody sees.
for (let code = 0xe0000; code <= 0xe01ef; code += 1) wideKinds.set(code, kind.invisible);
for (const code of wideKinds.keys()) kinds[String.fromCodePoint(code).charCodeAt(0)] = kind.encoded;

/** A character of a text, or an escape that stands for one. One reused object, to be read before the next call. */
export type Unit = { kind: number; code: number; length: number };
const unit: Unit = { kind: kind.other, code: 0, length: 1 };

/** Reads a character, also as an escape of JSON, HTML or an address. */
export function unitAt(text: string, index: number): Unit {
  unit.code = text.charCodeAt(index);
  unit.kind = kinds[unit.code] ?? kind.other;
  unit.length = 1;
  return unit.kind === kind.encoded ? readEncoded(text, index) : unit;
}

/** Kind of a character that is no escape. */
export const kindOf = (code: number): number => kinds[code] ?? kind.other;

function readEncoded(text: string, index: number): Unit {
  const [code, length] = decoded(text, index) ?? [unit.code, 1];
  unit.code = code;
  unit.length = length;
  unit.kind = wideKinds.get(code) ?? kinds[code] ?? kind.other;
  if (unit.kind === kind.encoded) unit.kind = kind.other;
  return unit;
}

function decoded(text: string, index: number): [code: number, length: number] | undefined {
  const first = text.charAt(index);
  if (first === "%") return percentEncoded(text, index);
  if (first === "&") return ofHtml(text.slice(index, index + longestEntity));
  const code = text.codePointAt(index) ?? 0;
  return first === "\\" ? ofJson(text.slice(index, index + longestEscape)) : [code, code > 0xffff ? 2 : 1];
}

const longestEntity = 12;
const longestEscape = 12;

/** Also in JSON inside JSON, which has more backslashes. */
function ofJson(text: string): [number, number] | undefined {
  const [found, hex4, hex2, letter = ""] = /^\\+(?:u([\da-f]{4})|x([\da-f]{2})|([bfnrtv/]))/i.exec(text) ?? [];
  if (!found) return undefined;
  const hex = hex4 ?? hex2;
  return [hex ? Number.parseInt(hex, 16) : (letterCodes[letter.toLowerCase()] ?? newLine), found.length];
}

const newLine = 10;
const letterCodes: Readonly<Record<string, number>> = { "/": 0x2f, t: 9, r: 13, b: 8, v: 11, f: 12 };

const entities: Readonly<Record<string, number>> = {
  ...{ nbsp: 0xa0, ensp: 0x2002, emsp: 0x2003, thinsp: 0x2009, hairsp: 0x200a, numsp: 0x2007, puncsp: 0x2008 },
  ...{ shy: 0xad, zwnj: 0x200c, zwj: 0x200d, lrm: 0x200e, rlm: 0x200f, hyphen: 0x2010, dash: 0x2010 },
  ...{ ndash: 0x2013, mdash: 0x2014, minus: 0x2212, plus: 0x2b, lpar: 0x28, rpar: 0x29, period: 0x2e, sol: 0x2f },
  ...{ lowbar: 0x5f, middot: 0xb7, comma: 0x2c, amp: 0x26 },
};

function ofHtml(text: string): [number, number] | undefined {
  const [found, decimal, hex, name = ""] = /^&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,8}));/i.exec(text) ?? [];
  if (!found) return undefined;
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : entities[name.toLowerCase()];
  return code === undefined ? undefined : [code, found.length];
}

/** UTF-8 in an address, also if its percent signs are encoded again. */
function percentEncoded(text: string, index: number): [number, number] | undefined {
  const first = byteAt(text, index);
  if (!first) return undefined;
  const more = first.byte >= 0xf0 ? 3 : first.byte >= 0xe0 ? 2 : first.byte >= 0xc0 ? 1 : 0;
  let code = more === 0 ? first.byte : first.byte & (0x3f >> more);
  let end = first.end;
  for (let count = 0; count < more; count += 1) {
    const next = byteAt(text, end);
    if (!next) return undefined;
    code = (code << 6) | (next.byte & 0x3f);
    end = next.end;
  }
  return [code, end - index];
}

function byteAt(text: string, index: number) {
  let start = index + 1;
  if (text.charAt(index) !== "%") return undefined;
  while (text.startsWith("25", start) && /^[\da-f]{2}/i.test(text.slice(start + 2, start + 4))) start += 2;
  const hex = text.slice(start, start + 2);
  return /^[\da-f]{2}$/i.test(hex) ? { byte: Number.parseInt(hex, 16), end: start + 2 } : undefined;
}
