import type { Encoding } from "@/lib/contacts/plan";
import { createDecoder } from "@/lib/contacts/read/decode";
import { attempt } from "@/lib/format/attempt";

const tables = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

/** Encodes text in an encoding of one or two bytes. Undefined if the encoding lacks a character. */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  const table = tables.get(encoding) ?? createTable(encoding);
  tables.set(encoding, table);
  const bytes = text.split("").map((character) => table.get(character));
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes.flatMap((encoded) => encoded ?? []));
}

/** Bytes of each character, from decoding all single bytes and pairs. */
function createTable(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const table = new Map(Array.from({ length: 0x80 }, (_, code) => [String.fromCharCode(code), [code]]));
  const decode = createDecoder(encoding);
  const add = (...bytes: number[]) => {
    const character = attempt(() => decode(Uint8Array.from(bytes)));
    if (character?.length === 1 && !table.has(character)) table.set(character, bytes);
  };
  for (let byte = 0x80; byte <= 0xff; byte += 1) add(byte);
  if (pairEncodings.has(encoding))
    for (let lead = 0x81; lead <= 0xfe; lead += 1) for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  return table;
}

const pairEncodings: ReadonlySet<Encoding> = new Set(["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"]);
