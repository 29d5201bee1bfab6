import type { Encoding } from "@/lib/contacts/plan";

export function bomBytes(bytes: Uint8Array, encoding: Encoding): number {
  const mark = marks[encoding];
  return mark?.every((byte, index) => bytes[index] === byte) ? mark.length : 0;
}

export const bomEncoding = (bytes: Uint8Array) =>
  (["utf-8", "utf-16le", "utf-16be"] as const).find((encoding) => bomBytes(bytes, encoding) > 0);

const marks: Partial<Record<Encoding, readonly number[]>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
};

/**
 * Decodes whole lines, without the end of the last line. Line feeds separate them, with or without a carriage return,
 * since removing returns costs as much as decoding. Throws if bytes are invalid in the encoding.
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

export const lineEnd = /\r?\n/;

const loneReturn = /\r(?!\n)/;

function withoutLastEnd(text: string) {
  const end = text.endsWith("\r\n") ? 2 : Number(text.endsWith("\n"));
  // Copies the text into the JavaScript heap. Text in a decoder's own memory is slower to scan.
  return `${text} `.slice(0, text.length - end);
}

// Node 20 decodes Windows-1252 as Latin-1. In browsers these control characters do not occur.
export const windowsLetter = (control: string) => windowsLetters[control.charCodeAt(0) - 0x80] ?? control;

const windowsLetters = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"];
