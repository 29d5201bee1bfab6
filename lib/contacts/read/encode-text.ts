import type { Encoding } from "@/lib/contacts/plan";
import { attempt } from "@/lib/format/attempt";
import { createDecoder } from "./decode";

/** Encodes text. Undefined if the encoding lacks a character. */
export type EncodeText = (text: string) => Uint8Array<ArrayBuffer> | undefined;

/** Encoder for any encoding. Browsers only decode most of them, so the decoder's table is inverted. */
export function createEncoder(encoding: Encoding): EncodeText {
  if (encoding === "utf-8") return (text) => new TextEncoder().encode(text);
  if (encoding === "utf-16le" || encoding === "utf-16be") return (text) => utf16Of(text, encoding === "utf-16le");
  const bytesByCode = tables.get(encoding) ?? invertedTable(encoding);
  tables.set(encoding, bytesByCode);
  return (text) => {
    const bytes = new Uint8Array(pairEncodings.has(encoding) ? text.length * 2 : text.length);
    let length = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const encoded = code < 0x80 ? code : bytesByCode.get(code);
      if (encoded === undefined) return undefined;
      if (encoded > 0xff) bytes[length++] = encoded >> 8;
      bytes[length++] = encoded & 0xff;
    }
    return length === bytes.length ? bytes : bytes.slice(0, length);
  };
}

const tables = new Map<Encoding, ReadonlyMap<number, number>>();

const pairEncodings: ReadonlySet<Encoding> = new Set(["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"]);

/** One byte, or two as a big-endian number, by character code. Longer sequences are left out. */
function invertedTable(encoding: Encoding): ReadonlyMap<number, number> {
  const decode = createDecoder(encoding);
  const bytesByCode = new Map<number, number>();
  const add = (...bytes: number[]) => {
    const character = attempt(() => decode(Uint8Array.from(bytes)));
    const code = character?.length === 1 ? character.charCodeAt(0) : 0;
    if (code >= 0x80 && !bytesByCode.has(code))
      bytesByCode.set(code, bytes.length === 1 ? (bytes[0] ?? 0) : wide(bytes));
  };
  for (let byte = 0x80; byte <= 0xff; byte += 1) add(byte);
  if (pairEncodings.has(encoding))
    for (let lead = 0x81; lead <= 0xfe; lead += 1) for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  return bytesByCode;
}

const wide = ([lead = 0, trail = 0]: readonly number[]) => (lead << 8) | trail;

function utf16Of(text: string, isLittleEndian: boolean) {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian);
  return bytes;
}
