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
    const kind = kinds[cell.charCodeAt(at)] ?? other;
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
 * What each character is. Letters are those that are one character in every form: no marks that could be written apart, nothing
 * that reads as lost text; of Latin, Cyrillic and Chinese. Figures, hyphen, apostrophe, full stop and comma stand inside.
 */
const kinds = new Uint8Array(0x10000);
for (const [from, to] of ["AZ", "az", "\u00c0\u00d6", "\u00d8\u00f6", "\u00f8\u017f", "\u0410\u044f", "\u4e00\u9fa5"])
  kinds.fill(letter, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
for (const character of "-'.,0123456789") kinds[character.charCodeAt(0)] = inside;
kinds[0x20] = blank;

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
