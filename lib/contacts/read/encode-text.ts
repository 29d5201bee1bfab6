import type { Encoding } from "@/lib/contacts/plan";
import { attempt } from "@/lib/format/attempt";
import { createDecoder } from "./decode";

/** Encodes text. Undefined if the encoding lacks a character. */
export type EncodeText = (text: string) => Uint8Array<ArrayBuffer> | undefined;

/** Encoder for a one-byte encoding. Browsers only decode these, so the decoder's table is inverted. */
export function createEncoder(encoding: Encoding): EncodeText {
  const decode = createDecoder(encoding);
  const byteByCode = new Map<number, number>();
  for (let byte = 0xff; byte >= 0x80; byte -= 1) {
    const character = attempt(() => decode(Uint8Array.of(byte)));
    if (character) byteByCode.set(character.charCodeAt(0), byte);
  }
  return (text) => {
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const byte = code < 0x80 ? code : byteByCode.get(code);
      if (byte === undefined) return undefined;
      bytes[index] = byte;
    }
    return bytes;
  };
}
