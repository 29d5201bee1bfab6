import { limits } from "@/lib/contacts/limits";
import type { RowStatus } from "@/lib/contacts/row-status/row-status";
import { unguarded } from "@/lib/format/csv";
import { lineBreaks } from "@/lib/format/line-breaks";
import { withoutCode } from "./html-letters";
import { detectMojibake } from "./wrong-letters";

/** Characters and words that names rarely contain. Any other text is only compared with the word list. */
const mayBeNonName =
  /[\d@#/\\{}[\]<>%|$:_?*=;]| \.$|unknown|not |last ?name|unbekannt|inconnu|desconoc|onbekend|^[^\p{L}]+$|^www\.|\.(?:com|net|org)$|null|undefined|nan|None| -$/iu;

/** Spreadsheet errors, template placeholders and stringified JavaScript objects. */
const leftovers =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|NULL!|NUM!|DIV\/0!|SPILL!|CALC!|GETTING_DATA|FIELD!|ERROR!)|\{\{.*\}\}|\$\{.*\}|^\{[\w .-]+\}$|^%.+%$|%[\w.-]+%|^\$\w+$|^:\w+$|\*\|.*\|\*|\[object \w+\]|^\[[\w .-]+\]$|^<[\w .-]+>$|^<<.*>>$|^\\N$|^__\w+__$/i;

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";

const dates = new RegExp(
  `^(?:\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}|\\d{1,2}[- .]{1,2}${month}[a-z]*\\.?(?:[- ,]{1,2}\\d{2,4})?|${month}[a-z]*[- ]\\d{1,2}(?:, ?\\d{4})?|${month}[a-z]*[- ]\\d{4})(?:[T ,]|$)`,
  "i",
);

/** Trace of an empty cell in a name that was joined from two cells. */
const leftoverPart = /(?:^| )(?:NULL|null|undefined|NaN|nan|None|#?N\/A|n\/a|[.?*])(?: |$)| -$/;

/** A half that programs which demand a last name make people write. */
const madeUpHalf =
  /(?:^| )[[(]?(?:not (?:provided|available|given|known|set)|no last ?name|unknown|unbekannt|inconnue?|desconocid[oa]|onbekend)[\])]?$/i;

/** A name as address books store it: "Brandt;Hedda;;Dr.;" */
const storedParts = /^[\p{L}\p{M} .'’-]+;[\p{L}\p{M} .'’-]+(?:;[\p{L}\p{M} .'’-]*){1,3}$/u;

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
  if (cell.length <= limits.nameCharacters && plainName.test(cell) && !isPlaceholderWord(cell))
    return result(cell, "ok");
  const name = tidied(cell);
  if (name === "") return result(name, "name_missing");
  if (name.length > limits.nameCharacters) return result(name, "name_long");
  const non = nonName(name);
  if (non === "not_a_name") return result(name, non);
  // The escapes of ISO-2022-JP, which no plain text has.
  if (cell.includes("\u001b")) return result(name, "encoding");
  const decoded = withoutCode(name);
  if (decoded !== undefined) return result(name, "mojibake", tidied(decoded));
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

/** A word with at most one accented letter, since two may be mojibake, or a Cyrillic one. */
const word = "(?:[a-z]+(?:['-][a-z]+)*|[a-z]*[à-öø-\\u017f][a-z]*|[а-я]+(?:-[а-я]+)*)[.,]?";

/** Most names, to which no other rule applies but the word list. Without traces of an empty cell. */
const plainName = new RegExp(
  `^(?!.*(?:null|undefined|nan|none|unknown|not |last ?name|unbekannt|inconnu|desconoc|onbekend))${word}(?: ${word})*$|^[\\u4e00-\\u9fa5]+$`,
  "i",
);

const isPlaceholderWord = (text: string) => placeholderWords.has(text.toLowerCase());

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
  if (!mayBeNonName.test(name)) return isPlaceholderWord(name) ? "placeholder" : undefined;
  if (leftovers.test(name)) return "not_a_name";
  if (dates.test(name) || addresses.test(name) || ids.test(name) || leftoverPart.test(name)) return "placeholder";
  if (madeUpHalf.test(name) || storedParts.test(name)) return "placeholder";
  if (numbers.test(name)) return "name_number";
  if (!lettersOrPictures.test(name)) return "placeholder";
  return isPlaceholderWord(name) ? "placeholder" : undefined;
}
