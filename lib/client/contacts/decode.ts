import type { Encoding } from "./plan";

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

/** Turns whole lines of bytes into text with line feeds alone between lines, none at the end. Throws where they are no text. */
export function createDecoder(encoding: Encoding): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const isWindows = encoding === "windows-1252";
  return (bytes) => {
    const decoded = decoder.decode(bytes);
    const text = isWindows ? decoded.replace(/[\u0080-\u009f]/g, windowsLetter) : decoded;
    const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    return lines.endsWith("\n") ? lines.slice(0, -1) : lines;
  };
}

// Node 20 reads Windows-1252 as Latin-1; browsers do not, and have none of these left.
const windowsLetter = (control: string) => windowsLetters[control.charCodeAt(0) - 0x80] ?? control;

const windowsLetters = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"];
