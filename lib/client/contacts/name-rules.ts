import { unguarded } from "../csv";
import { limits } from "./plan";
import type { Verdict } from "./verdicts";

export type ReadName = { name: string; verdict: Verdict };

/** Reads a cell as a name: `ok`, `tidied`, an error, or the first doubt about it. A name is never shortened or rewritten. */
export function readName(cell: string): ReadName {
  if (isPlain(cell)) return cell.length > limits.nameCharacters ? found(cell, "name_long") : found(cell, "ok");
  const name = tidied(cell);
  if (name === "") return found(name, "name_missing");
  if (name.length > limits.nameCharacters) return found(name, "name_long");
  if (mojibake.test(name)) return found(name, "encoding");
  if (/^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(name))
    return found(name, /^\+?[\d\s().-]{5,}$/.test(name) ? "name_number" : "formula");
  if (/^[\d\s().-]{5,}$/.test(name)) return found(name, "name_number");
  return found(name, name === cell ? "ok" : "tidied");
}

const found = (name: string, verdict: Verdict): ReadName => {
  reused.name = name;
  reused.verdict = verdict;
  return reused;
};

// One object for all rows: a million small ones would be collected again for nothing.
const reused: ReadName = { name: "", verdict: "ok" };

/** Letters, then letters and figures with single blanks between them: most names, told without a regular expression. */
function isPlain(cell: string) {
  const { length } = cell;
  // Nothing but a letter begins one, as if a blank stood before it.
  let before: number = blank;
  for (let at = 0; at < length; at += 1) {
    const code = cell.charCodeAt(at);
    const kind = kinds[code] ?? (isFarLetter(code) ? letter : other);
    if (kind === other || (kind !== letter && (at === 0 || (kind === blank && before === blank)))) return false;
    before = kind;
  }
  return before !== blank;
}

const other = 0;
const letter = 1;
const inside = 2;
const blank = 3;

/**
 * Letters that are one character in every form: no marks that could be written apart, nothing that reads as lost text. Then
 * figures, hyphen, apostrophe, full stop and comma.
 */
const kinds = Uint8Array.from({ length: 0x180 }, (_, code) => {
  if (code === 32) return blank;
  if (/[-'.,0-9]/.test(String.fromCharCode(code))) return inside;
  const isNear = code >= 0xc0 && code !== 0xd7 && code !== 0xf7;
  return isNear || /[A-Za-z]/.test(String.fromCharCode(code)) ? letter : other;
});

/** Of Cyrillic and Chinese. */
const isFarLetter = (code: number) => (code >= 0x410 && code <= 0x44f) || (code >= 0x4e00 && code <= 0x9fa5);

function tidied(cell: string) {
  return (
    unguarded(cell.trim())
      .toWellFormed()
      .replace(/[\p{Zl}\p{Zp}\n\r\t]+/gu, " ")
      // Joiners stay: names in Persian and in many scripts of India are spelled with them.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
      .normalize("NFC")
  );
}

/** Letters that were read in another encoding than they were written in: "JosÃ©", "â€™", or already lost. */
const mojibake = /\ufffd|[\u00c3\u00c2][\u0080-\u00bf]|\u00e2\u20ac|[\u00d0\u00d1][\u0080-\u00bf]/;
