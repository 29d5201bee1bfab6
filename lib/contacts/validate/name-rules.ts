import { lineBreaks } from "@/lib/contacts/line-breaks";
import { limits } from "@/lib/contacts/plan";
import { unguarded } from "@/lib/format/csv";
import type { RowStatus } from "./row-status";
import { wrongLetters } from "./wrong-letters";

/** Signs and rows of digits that names hardly have; everything else is a word or none of these. */
const mayBeNonName = /[\d@#/\\{}[\]<>%|$:_?*=]|^[^\p{L}]+$|^www\.|\.(?:com|net|org)$|null|undefined|nan|None| -$/iu;

/** Errors of spreadsheets, places that a letter's text was to fill, what JavaScript says of an object. */
const leftovers =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|NULL!|NUM!|DIV\/0!|SPILL!|CALC!|GETTING_DATA|FIELD!|ERROR!)|\{\{.*\}\}|\$\{.*\}|^\{[\w .-]+\}$|^%.+%$|%[\w.-]+%|^\$\w+$|^:\w+$|\*\|.*\|\*|\[object \w+\]|^\[[\w .-]+\]$|^<[\w .-]+>$|^<<.*>>$|^\\N$|^__\w+__$/i;

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";

const dates = new RegExp(
  `^(?:\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}|\\d{1,2}[- .]{1,2}${month}[a-z]*\\.?(?:[- ,]{1,2}\\d{2,4})?|${month}[a-z]*[- ]\\d{1,2}(?:, ?\\d{4})?|${month}[a-z]*[- ]\\d{4})(?:[T ,]|$)`,
  "i",
);

/** Half a name that a program put together of two cells, one of which was empty. */
const leftoverPart = /(?:^| )(?:NULL|null|undefined|NaN|nan|None|#?N\/A|n\/a)(?: |$)| -$/;

const addresses = /\S@\S+\.\w|^(?:https?:|ftp:|mailto:)|:\/\/|^www\.|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|org)$/i;

const ids = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^[\da-f]{16,}$|^_\d+$/i;

const numbers = /^\+?[\d\s().-]{5,}$|\d(?:[\s().-]*\d){6,}/;

const lettersOrPictures = /[\p{L}\p{Extended_Pictographic}]/u;

const words: ReadonlySet<string> = new Set([
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

const longest = 31;

const shapes = new Uint8Array(32 * 32 * 32);

export type ReadName = {
  name: string;
  rowStatus: RowStatus;
  /** What the name says where its letters were read wrong and the right ones are known; else empty. */
  meant: string;
};

/** Reads a cell as a name: `ok`, `tidied`, an error, or the first doubt about it. A name is never shortened or rewritten. */
export function readName(cell: string): ReadName {
  if (isPlain(cell)) return cell.length > limits.nameCharacters ? found(cell, "name_long") : found(cell, "ok");
  const name = tidied(cell);
  if (name === "") return found(name, "name_missing");
  if (name.length > limits.nameCharacters) return found(name, "name_long");
  const non = nonName(name);
  if (non === "not_a_name") return found(name, non);
  const letters = beyondAscii.test(cell) || cell.includes("?") ? wrongLetters(cell.trim()) : undefined;
  if (letters?.isWrong)
    return letters.meant === undefined ? found(name, "encoding") : found(name, "mojibake", tidied(letters.meant));
  if (formula.test(name) && non !== "name_number") return found(name, "formula");
  if (non) return found(name, non);
  if (name.includes("\\")) return found(name, "quote");
  return found(name, name === cell ? "ok" : "tidied");
}

/** A sign that begins a formula, and something to reckon with behind it. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20].*[\p{L}\p{N}]/u;

const beyondAscii = /[\u0080-\uffff]/;

const found = (name: string, rowStatus: RowStatus, meant = ""): ReadName => {
  reused.name = name;
  reused.rowStatus = rowStatus;
  reused.meant = meant;
  return reused;
};

// One object for all rows: a million small ones would be collected again for nothing.
const reused: ReadName = { name: "", rowStatus: "ok", meant: "" };

/**
 * A letter, then letters and signs with single blanks between them, and nothing that could be anything but a name: most names,
 * told without a regular expression.
 */
function isPlain(cell: string) {
  const start = kinds[cell.charCodeAt(0)];
  if ((start !== letter && start !== han) || mayBeWord(cell) || hasSuspectEnd(cell)) return false;
  let before: number = blank;
  let lastBlank = -1;
  let lastAccent = -2;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    const kind = kinds[code] ?? other;
    if (kind === other) return false;
    if (kind === blank) {
      if (before === blank) return false;
      lastBlank = at;
    } else if (code > 0x7f) {
      // Two accents in a word, or a Chinese character that begins one or follows a Latin letter, may have been misread.
      if (
        kind === han
          ? before !== han && (before !== blank || mayBeginMisread(code, cell.charCodeAt(at + 1)))
          : code < cyrillic
      ) {
        if (kind === han || lastAccent > lastBlank) return false;
        lastAccent = at;
      }
    }
    before = kind;
  }
  return before !== blank;
}

const cyrillic = 0x400;

/** As addresses begin and end, and names of which a program found one half only. */
function hasSuspectEnd(cell: string) {
  const ends = suspectEnds[cell.charCodeAt(cell.length - 1)];
  if (ends?.some((end) => cell.charCodeAt(cell.length - end.length) === end.charCodeAt(0) && cell.endsWith(end)))
    return true;
  return mayStart[cell.charCodeAt(0)] === 1 && suspectStart.test(cell);
}

/** By their last letter: they are looked for in every name. */
const suspectEnds: (readonly string[] | undefined)[] = Array.from({ length: 0x80 });
for (const end of [" NULL", " null", " undefined", " NaN", " nan", " None", " -", ".com", ".net", ".org"]) {
  const last = end.charCodeAt(end.length - 1);
  suspectEnds[last] = [...(suspectEnds[last] ?? []), end];
}
const suspectStart = /^(?:(?:null|undefined|nan|none) |www\.)/i;
const mayStart = new Uint8Array(0x10000);
for (const each of "nNuUwW") mayStart[each.charCodeAt(0)] = 1;

const other = 0;
const letter = 1;
const sign = 2;
const blank = 3;
const han = 4;

/**
 * What each character is. Letters are those that are one character in every form: no marks that could be written apart, nothing
 * that reads as lost text; of Latin, Cyrillic and Chinese. Signs are those that stand in names.
 */
const kinds = new Uint8Array(0x10000);
for (const [from, to] of ["AZ", "az", "\u00c0\u00d6", "\u00d8\u00f6", "\u00f8\u017f", "\u0410\u044f"])
  kinds.fill(letter, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
kinds.fill(han, 0x4e00, 0x9fa6);
for (const each of "!\"&'()*+,-.") kinds[each.charCodeAt(0)] = sign;
kinds[" ".charCodeAt(0)] = blank;

function tidied(cell: string) {
  return (
    unguarded(cell.trim())
      .toWellFormed()
      .replace(lineBreaks, " ")
      // Joiners stay: names in Persian and in many scripts of India are spelled with them.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
      .normalize("NFC")
  );
}

/**
 * Whether a Chinese character and the one behind it, where text was read as GB18030 or Shift JIS by mistake, may be the first
 * bytes of UTF-8: most names begin with others, and need no closer look.
 */
function mayBeginMisread(code: number, next: number): boolean {
  table ??= createTable();
  const kind = table[code - first] ?? 0;
  if (next < first || next > last) return kind !== 0;
  const kindOfNext = table[next - first] ?? 0;
  return (
    ((kind & whole) !== 0 && (kindOfNext & (whole | begun)) !== 0) ||
    ((kind & begun) !== 0 && (kindOfNext & behind) !== 0)
  );
}

const first = 0x4e00;
const last = 0x9fff;
let table: Uint8Array | undefined;

/** Both bytes are a character of UTF-8; they begin a longer one; the first goes on with one. */
const whole = 1;
const begun = 2;
const behind = 4;

const kindsByLead: readonly (readonly [
  kind: number,
  leads: readonly [number, number],
  nexts: readonly [number, number],
])[] = [
  [whole, [0xc2, 0xdf], [0x80, 0xbf]],
  [begun, [0xe0, 0xf4], [0x80, 0xbf]],
  [behind, [0x81, 0xbf], [0x40, 0xfe]],
];

const lineFeed = 10;

function createTable() {
  const found = new Uint8Array(last - first + 1);
  for (const [kind, [fromLead, toLead], [from, to]] of kindsByLead) {
    const pairs: number[] = [];
    for (let lead = fromLead; lead <= toLead; lead += 1)
      for (let next = from; next <= to; next += 1) pairs.push(lead, next, lineFeed);
    for (const encoding of ["gb18030", "shift_jis"])
      for (const read of new TextDecoder(encoding).decode(Uint8Array.from(pairs)).split("\n")) {
        const code = read.charCodeAt(0);
        if (read.length === 1 && code >= first && code <= last) found[code - first] = (found[code - first] ?? 0) | kind;
      }
  }
  return found;
}

/**
 * What programs leave where a name should be. `not_a_name` is what nobody is called; where somebody may be, the row is sent and
 * looked at; undefined is a name as far as can be told.
 */
function nonName(name: string): RowStatus | undefined {
  if (!mayBeNonName.test(name)) return words.has(name.toLowerCase()) ? "placeholder" : undefined;
  if (leftovers.test(name)) return "not_a_name";
  if (dates.test(name) || addresses.test(name) || ids.test(name) || leftoverPart.test(name)) return "placeholder";
  if (numbers.test(name)) return "name_number";
  if (!lettersOrPictures.test(name)) return "placeholder";
  return words.has(name.toLowerCase()) ? "placeholder" : undefined;
}

/** Whether a text may be one of the words by its length, its first and its last letter: false for most names, and told fast. */
function mayBeWord(text: string): boolean {
  return shapes[shapeOf(text)] === 1;
}

const shapeOf = (text: string) =>
  text.length > longest
    ? 0
    : (text.length << 10) | ((text.charCodeAt(0) & 31) << 5) | (text.charCodeAt(text.length - 1) & 31);

for (const word of words) shapes[shapeOf(word)] = 1;
