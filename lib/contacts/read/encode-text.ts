import type { Encoding } from "@/lib/contacts/plan";
import { attempt } from "@/lib/format/attempt";
import { createDecoder } from "./decode";

/** Turns text into the bytes of an encoding; undefined where it has none for a character. */
export type EncodeText = (text: string) => Uint8Array<ArrayBuffer> | undefined;

/** Text as bytes of an encoding of one or two bytes a character. The browser only reads those: what it reads is turned around. */
export function createEncoder(encoding: Encoding): EncodeText {
  const table = tableOf(encoding);
  return (text) => {
    const bytes: number[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const known = code < 0x80 ? code : (table[code] ?? 0);
      if (known === 0 && code !== 0) return undefined;
      if (known > 0xff) bytes.push(known >> 8);
      bytes.push(known & 0xff);
    }
    return Uint8Array.from(bytes);
  };
}

/** By a character's code: its byte, or its two bytes as one number; 0 where it has none. */
const tables = new Map<Encoding, Uint16Array>();

function tableOf(encoding: Encoding): Uint16Array {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Uint16Array(0x10000);
  const add = (character: string | undefined, bytes: number) => {
    if (character?.length !== 1 || character === "\ufffd") return;
    const code = character.charCodeAt(0);
    if (table[code] === 0) table[code] = bytes;
  };
  const decode = createDecoder(encoding);
  for (let high = 0x80; high <= 0xff; high += 1)
    add(
      attempt(() => decode(Uint8Array.of(high))),
      high,
    );
  if (hasPairs.has(encoding)) for (let high = 0x81; high <= 0xfe; high += 1) addPairs(high, encoding, add);
  tables.set(encoding, table);
  return table;
}

const lows = Array.from({ length: 0xfe - 0x40 + 1 }, (_, at) => at + 0x40);

/** All pairs with one first byte at once: a decoder takes about as long for one as for two hundred. */
function addPairs(high: number, encoding: Encoding, add: (character: string | undefined, code: number) => void) {
  const bytes = Uint8Array.from(lows.flatMap((low) => [high, low, lineFeed]));
  const characters = new TextDecoder(encoding).decode(bytes).split("\n");
  for (const [at, low] of lows.entries()) add(characters[at], high * 256 + low);
}

const lineFeed = 10;

const hasPairs: ReadonlySet<Encoding> = new Set(["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"]);
