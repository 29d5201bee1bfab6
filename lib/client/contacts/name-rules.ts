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
  let before = blank;
  for (let at = 0; at < length; at += 1) {
    const code = cell.charCodeAt(at);
    if (!isLetter(code)) {
      const isInside = code === blank ? before !== blank : joins(code) || (code >= 48 && code <= 57);
      if (at === 0 || !isInside) return false;
    }
    before = code;
  }
  return length > 0 && before !== blank;
}

/** Letters that are one character in every form: no marks that could be written apart, nothing that reads as lost text. */
function isLetter(code: number) {
  if (code < 0x80) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  if (code <= 0x17f) return code >= 0xc0 && code !== 0xd7 && code !== 0xf7;
  return (code >= 0x410 && code <= 0x44f) || (code >= 0x4e00 && code <= 0x9fa5);
}

const blank = 32;
/** Hyphen, apostrophe, full stop, comma. */
const joins = (code: number) => code === 45 || code === 39 || code === 46 || code === 44;

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
