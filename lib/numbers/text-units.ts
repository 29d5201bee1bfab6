/** Kinds of characters, as far as numbers need them. Digits have their value, 0 to 9. */
export const kind = { other: 10, plus: 11, gap: 12, invisible: 13, comma: 14, letter: 15, encoded: 16 } as const;

/** Zeros of decimal digits: full-width, Arabic, Persian and those of the Indian and South Asian scripts. */
export const digitZeros: readonly number[] = [
  ...[0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66],
  ...[0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10],
];

const kinds = new Uint8Array(0x10000).fill(kind.other);

function mark(characters: RegExp, as: number) {
  for (let code = 0; code < kinds.length; code += 1) if (characters.test(String.fromCharCode(code))) kinds[code] = as;
}

mark(/\p{L}/u, kind.letter);
mark(
  /[\p{Zs}\t\p{Pd}\u2212\u2043\uff0d.\uff0e\u2024\u00b7\u30fb/\uff0f\u2044\u2215_\uff3f()\uff08\uff09[\]\u2800\u3164]/u,
  kind.gap,
);
mark(/\p{Cf}|\u034f|[\ufe00-\ufe0f]/u, kind.invisible);
mark(/[,\uff0c\u060c\u3001]/u, kind.comma);
mark(/[+\uff0b\ufe62]/u, kind.plus);
// A mathematical digit is a pair that begins with D835.
mark(/[%\\&]/u, kind.encoded);
kinds[0xd835] = kind.encoded;
for (const zero of digitZeros) for (let value = 0; value < 10; value += 1) kinds[zero + value] = value;

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
  unit.kind = code >= 0x1d7ce && code <= 0x1d7ff ? (code - 0x1d7ce) % 10 : (kinds[code] ?? kind.other);
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
  const [found, hex, letter] = /^\\+(?:u([\da-f]{4})|([nrt/]))/i.exec(text) ?? [];
  if (!found) return undefined;
  if (hex) return [Number.parseInt(hex, 16), found.length];
  return [letter === "/" ? 0x2f : letter === "t" ? 9 : 10, found.length];
}

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
