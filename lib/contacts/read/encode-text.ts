import type { Encoding } from "@/lib/contacts/plan";
import { attempt } from "@/lib/format/attempt";
import { createDecoder } from "./decode";

/** Encodes text. Undefined if the encoding lacks a character. */
export type EncodeText = (text: string) => Uint8Array<ArrayBuffer> | undefined;

/** Encoder for one- and two-byte encodings. Browsers only decode these, so the decoder's table is inverted. */
export function createEncoder(encoding: Encoding): EncodeText {
  const table = tableOf(encoding);
  return (text) => {
    const bytes: number[] = [];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const encoded = code < 0x80 ? code : (table[code] ?? 0);
      if (encoded === 0 && code !== 0) return undefined;
      if (encoded > 0xff) bytes.push(encoded >> 8);
      bytes.push(encoded & 0xff);
    }
    return Uint8Array.from(bytes);
  };
}

/** Byte, or two bytes as one number, by character code; 0 if there is none. */
const tables = new Map<Encoding, Uint16Array>();

function tableOf(encoding: Encoding): Uint16Array {
  const cached = tables.get(encoding);
  if (cached) return cached;
  const table = new Uint16Array(0x10000);
  const add = (character: string | undefined, bytes: number) => {
    if (character?.length !== 1 || character === "\ufffd") return;
    const code = character.charCodeAt(0);
    if (table[code] === 0) table[code] = bytes;
  };
  const decode = createDecoder(encoding);
  for (let lead = 0x80; lead <= 0xff; lead += 1)
    add(
      attempt(() => decode(Uint8Array.of(lead))),
      lead,
    );
  if (hasPairs.has(encoding)) for (let lead = 0x81; lead <= 0xfe; lead += 1) addPairs(lead, encoding, add);
  tables.set(encoding, table);
  return table;
}

const trailBytes = Array.from({ length: 0xfe - 0x40 + 1 }, (_, index) => index + 0x40);

/** Decodes all pairs of a lead byte in one call, because each call to a decoder is expensive. */
function addPairs(lead: number, encoding: Encoding, add: (character: string | undefined, code: number) => void) {
  const bytes = Uint8Array.from(trailBytes.flatMap((trail) => [lead, trail, lineFeed]));
  const characters = new TextDecoder(encoding).decode(bytes).split("\n");
  for (const [index, trail] of trailBytes.entries()) add(characters[index], lead * 256 + trail);
}

const lineFeed = 10;

const hasPairs: ReadonlySet<Encoding> = new Set(["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"]);
