import type { Encoding } from "@/lib/contacts/plan";

/** How many bytes of a file's beginning are its byte order mark. */
export function markBytes(bytes: Uint8Array, encoding: Encoding): number {
  const mark = marks[encoding];
  return mark?.every((byte, at) => bytes[at] === byte) ? mark.length : 0;
}

/** The encoding that a byte order mark names. */
export const markedEncoding = (bytes: Uint8Array) =>
  (["utf-8", "utf-16le", "utf-16be"] as const).find((encoding) => markBytes(bytes, encoding) > 0);

const marks: Partial<Record<Encoding, readonly number[]>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
};

/**
 * Turns whole lines of bytes into text, without the end of the last line. Between lines stand line feeds, with or without a
 * carriage return before them: those stay, for taking them out would cost as much as decoding. Throws where they are no text.
 */
export function createDecoder(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const isWindows = encoding === "windows-1252";
  return (bytes) => {
    const decoded = decoder.decode(bytes);
    const text = isWindows ? decoded.replace(/[\u0080-\u009f]/g, windowsLetter) : decoded;
    return withoutLastEnd(loneReturn.test(text) ? text.replace(/\r\n?/g, "\n") : text);
  };
}

/** What stands between the lines of a decoded text. */
export const lineEnd = /\r?\n/;

const loneReturn = /\r(?!\n)/;

function withoutLastEnd(text: string) {
  const end = text.endsWith("\r\n") ? 2 : Number(text.endsWith("\n"));
  // Put together here it stands in the script's own memory: where decoders leave it, every letter takes longer to look at.
  return `${text} `.slice(0, text.length - end);
}

// Node 20 reads Windows-1252 as Latin-1; browsers do not, and have none of these left.
const windowsLetter = (control: string) => windowsLetters[control.charCodeAt(0) - 0x80] ?? control;

const windowsLetters = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"];
