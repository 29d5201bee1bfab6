import { lineBreaks } from "@/lib/contacts/line-breaks";
import { limits } from "@/lib/contacts/plan";
import { unguarded } from "@/lib/format/csv";
import type { RowStatus } from "./row-status";
import { detectMojibake } from "./wrong-letters";

/** Characters and words that names rarely contain. Any other text is only compared with the word list. */
const mayBeNonName = /[\d@#/\\{}[\]<>%|$:_?*=]|^[^\p{L}]+$|^www\.|\.(?:com|net|org)$|null|undefined|nan|None| -$/iu;

/** Spreadsheet errors, template placeholders and stringified JavaScript objects. */
const leftovers =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|NULL!|NUM!|DIV\/0!|SPILL!|CALC!|GETTING_DATA|FIELD!|ERROR!)|\{\{.*\}\}|\$\{.*\}|^\{[\w .-]+\}$|^%.+%$|%[\w.-]+%|^\$\w+$|^:\w+$|\*\|.*\|\*|\[object \w+\]|^\[[\w .-]+\]$|^<[\w .-]+>$|^<<.*>>$|^\\N$|^__\w+__$/i;

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";

const dates = new RegExp(
  `^(?:\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}|\\d{1,2}[- .]{1,2}${month}[a-z]*\\.?(?:[- ,]{1,2}\\d{2,4})?|${month}[a-z]*[- ]\\d{1,2}(?:, ?\\d{4})?|${month}[a-z]*[- ]\\d{4})(?:[T ,]|$)`,
  "i",
);

/** Trace of an empty cell in a name that was joined from two cells. */
const leftoverPart = /(?:^| )(?:NULL|null|undefined|NaN|nan|None|#?N\/A|n\/a)(?: |$)| -$/;

const addresses = /\S@\S+\.\w|^(?:https?:|ftp:|mailto:)|:\/\/|^www\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org)$/i;

const ids = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^[\da-f]{16,}$|^_\d+$/i;

const numbers = /^\+?[\d\s().-]{5,}$|\d(?:[\s().-]*\d){6,}/;

const lettersOrPictures = /[\p{L}\p{Extended_Pictographic}]/u;

const placeholderWords: ReadonlySet<string> = new Set([
  ..."null (null) <null> none nil nan n/a n.a. n.a na undefined unknown blank empty xxx xx tbd tba tbc noname anonymous".split(
    " ",
  ),
  ..."no name|no name provided|not provided|not available|not applicable|not set|name unknown|first name|last name|full name".split(
    "|",
  ),
  ..."firstname lastname fullname first_name last_name full_name fname lname false true error missing default customer contact".split(
    " ",
  ),
  ..."mr mrs ms miss dr".split(" "),
]);

const maxWordLength = 31;

const shapes = new Uint8Array(32 * 32 * 32);

type ReadName = {
  name: string;
  rowStatus: RowStatus;
  /** The restored name if it was decoded wrongly and can be repaired, else empty. */
  repaired: string;
};

/**
 * Validates a cell as a name. The status is `ok`, `tidied`, an error, or the first doubt. A name is never shortened or
 * rewritten. The result is one reused object.
 */
export function readName(cell: string): ReadName {
  if (isPlain(cell)) return cell.length > limits.nameCharacters ? result(cell, "name_long") : result(cell, "ok");
  const name = tidied(cell);
  if (name === "") return result(name, "name_missing");
  if (name.length > limits.nameCharacters) return result(name, "name_long");
  const non = nonName(name);
  if (non === "not_a_name") return result(name, non);
  const letters = beyondAscii.test(cell) || cell.includes("?") ? detectMojibake(cell.trim()) : undefined;
  if (letters?.isWrong)
    return letters.repaired === undefined
      ? result(name, "encoding")
      : result(name, "mojibake", tidied(letters.repaired));
  if (formula.test(name) && non !== "name_number") return result(name, "formula");
  if (non) return result(name, non);
  if (name.includes("\\")) return result(name, "quote");
  return result(name, name === cell ? "ok" : "tidied");
}

/** A formula sign with a letter or a number after it. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20].*[\p{L}\p{N}]/u;

const beyondAscii = /[\u0080-\uffff]/;

const result = (name: string, rowStatus: RowStatus, repaired = ""): ReadName => {
  reusedResult.name = name;
  reusedResult.rowStatus = rowStatus;
  reusedResult.repaired = repaired;
  return reusedResult;
};

// One object for all rows, to spare the garbage collector millions of small ones.
const reusedResult: ReadName = { name: "", rowStatus: "ok", repaired: "" };

/**
 * Fast path for most names, without regular expressions. True for a letter, then letters and signs with single blanks
 * between them, unless something is suspect.
 */
function isPlain(cell: string) {
  const start = kinds[cell.charCodeAt(0)];
  if ((start !== letter && start !== han) || mayBeWord(cell) || hasSuspectEnd(cell)) return false;
  let previous: number = blank;
  let lastBlank = -1;
  let lastAccent = -2;
  for (let index = 0; index < cell.length; index += 1) {
    const code = cell.charCodeAt(index);
    const kind = kinds[code] ?? other;
    if (kind === other) return false;
    if (kind === blank) {
      if (previous === blank) return false;
      lastBlank = index;
    } else if (kind + previous === letterBesideHan) return false;
    else if (code > 0x7f && code < cyrillic) {
      // Two accented letters in a word may be mojibake.
      if (lastAccent > lastBlank) return false;
      lastAccent = index;
    }
    previous = kind;
  }
  return previous !== blank;
}

const cyrillic = 0x400;

/** True for beginnings and ends as in addresses, or as in names with one half missing. */
function hasSuspectEnd(cell: string) {
  const ends = suspectEnds[cell.charCodeAt(cell.length - 1)];
  if (ends?.some((end) => cell.charCodeAt(cell.length - end.length) === end.charCodeAt(0) && cell.endsWith(end)))
    return true;
  return mayStart[cell.charCodeAt(0)] === 1 && suspectStart.test(cell);
}

/** Indexed by their last letter, because every name is compared with them. */
const suspectEnds: (readonly string[] | undefined)[] = Array.from({ length: 0x80 });
for (const end of [" NULL", " null", " undefined", " NaN", " nan", " None", " -", ".com", ".net", ".org"]) {
  const lastLetter = end.charCodeAt(end.length - 1);
  suspectEnds[lastLetter] = [...(suspectEnds[lastLetter] ?? []), end];
}
const suspectStart = /^(?:(?:null|undefined|nan|none) |www\.)/i;
const mayStart = new Uint8Array(0x10000);
for (const character of "nNuUwW") mayStart[character.charCodeAt(0)] = 1;

const other = 0;
const letter = 1;
const sign = 2;
const blank = 3;
const han = 8;
/** Sum of the kinds of a Latin letter and a Chinese character, which no other two kinds have. */
const letterBesideHan = letter + han;

/**
 * Kind of each character. Letters are Latin, Cyrillic and Chinese characters with a single normalized form. Signs are
 * the punctuation of names.
 */
const kinds = new Uint8Array(0x10000);
for (const [from, to] of ["AZ", "az", "\u00c0\u00d6", "\u00d8\u00f6", "\u00f8\u017f", "\u0410\u044f"])
  kinds.fill(letter, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
kinds.fill(han, 0x4e00, 0x9fa6);
for (const character of "!\"&'()*+,-.") kinds[character.charCodeAt(0)] = sign;
kinds[" ".charCodeAt(0)] = blank;

function tidied(cell: string) {
  return (
    unguarded(cell.trim())
      .toWellFormed()
      .replace(lineBreaks, " ")
      // Keeps joiners, which belong to the spelling of names in Persian and many Indian scripts.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
      .normalize("NFC")
  );
}

/**
 * Status of a text that is not a name. `not_a_name` must be fixed; other statuses are sent with a warning. Undefined if
 * the text may be a name.
 */
function nonName(name: string): RowStatus | undefined {
  if (!mayBeNonName.test(name)) return placeholderWords.has(name.toLowerCase()) ? "placeholder" : undefined;
  if (leftovers.test(name)) return "not_a_name";
  if (dates.test(name) || addresses.test(name) || ids.test(name) || leftoverPart.test(name)) return "placeholder";
  if (numbers.test(name)) return "name_number";
  if (!lettersOrPictures.test(name)) return "placeholder";
  return placeholderWords.has(name.toLowerCase()) ? "placeholder" : undefined;
}

/** Fast prefilter for the word list, by length, first and last letter. False for most names. */
function mayBeWord(text: string): boolean {
  return shapes[shapeOf(text)] === 1;
}

const shapeOf = (text: string) =>
  text.length > maxWordLength
    ? 0
    : (text.length << 10) | ((text.charCodeAt(0) & 31) << 5) | (text.charCodeAt(text.length - 1) & 31);

for (const word of placeholderWords) shapes[shapeOf(word)] = 1;
