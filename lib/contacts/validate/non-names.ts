import type { RowStatus } from "./row-status";

/**
 * What programs leave where a name should be. `not_a_name` is what nobody is called; where somebody may be, the row is sent and
 * looked at; undefined is a name as far as can be told.
 */
export function nonName(name: string): RowStatus | undefined {
  if (!mayBeNonName.test(name)) return words.has(name.toLowerCase()) ? "placeholder" : undefined;
  if (leftovers.test(name)) return "not_a_name";
  if (dates.test(name) || addresses.test(name) || ids.test(name) || leftoverPart.test(name)) return "placeholder";
  if (numbers.test(name)) return "name_number";
  if (!lettersOrPictures.test(name)) return "placeholder";
  return words.has(name.toLowerCase()) ? "placeholder" : undefined;
}

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

/** Whether a text may be one of the words by its length, its first and its last letter: false for most names, and told fast. */
export function mayBeWord(text: string): boolean {
  return shapes[shapeOf(text)] === 1;
}

const longest = 31;
const shapes = new Uint8Array(32 * 32 * 32);
const shapeOf = (text: string) =>
  text.length > longest
    ? 0
    : (text.length << 10) | ((text.charCodeAt(0) & 31) << 5) | (text.charCodeAt(text.length - 1) & 31);
for (const word of words) shapes[shapeOf(word)] = 1;
