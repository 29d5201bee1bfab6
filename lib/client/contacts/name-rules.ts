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

/** A letter, then letters and signs with single blanks between them: most names, told without a regular expression. */
function isPlain(cell: string) {
  if (kinds[cell.charCodeAt(0)] !== letter) return false;
  let before: number = letter;
  for (let at = 1; at < cell.length; at += 1) {
    const kind = kinds[cell.charCodeAt(at)] ?? other;
    if (kind === other || (kind === blank && before === blank)) return false;
    before = kind;
  }
  return before !== blank;
}

const other = 0;
const letter = 1;
const sign = 2;
const blank = 3;

/**
 * What each character is. Letters are those that are one character in every form: no marks that could be written apart, nothing
 * that reads as lost text; of Latin, Cyrillic and Chinese. A semicolon may be followed by a spreadsheet's guard.
 */
const kinds = new Uint8Array(0x10000);
kinds.fill(sign, 0x21, 0x7f);
for (const [from, to] of ["AZ", "az", "\u00c0\u00d6", "\u00d8\u00f6", "\u00f8\u017f", "\u0410\u044f", "\u4e00\u9fa5"])
  kinds.fill(letter, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
kinds[";".charCodeAt(0)] = other;
kinds[" ".charCodeAt(0)] = blank;

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
