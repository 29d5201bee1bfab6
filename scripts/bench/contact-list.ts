import { closeSync, openSync, writeSync } from "node:fs";
import { mulberry32 } from "@/platform/seed/seeded-random";

export type ListShape = {
  rows: number;
  /** Share of rows with an invalid number. */
  bad: number;
  /** Share of rows that repeat the number of an earlier row. */
  repeated: number;
};

/** A written list. `bad` and `repeated` are numbers of rows. */
export type MadeList = { path: string; rows: number; bytes: number; bad: number; repeated: number };

const seed = 20261103;
const partRows = 20_000;
const maxRemembered = 4096;

/** Writes a deterministic contact list in a spreadsheet's CSV format: byte order mark, CRLF and quoted names. */
export function writeContactList(path: string, shape: ListShape): MadeList {
  const random = mulberry32(seed);
  const file = openSync(path, "w");
  const written = { path, rows: shape.rows, bytes: 0, bad: 0, repeated: 0 };
  const earlierNumbers: string[] = [];
  let text = "\ufeffphone_number,name\r\n";

  for (let row = 0; row < shape.rows; row += 1) {
    const kind = random();
    if (kind < shape.bad) written.bad += 1;
    const isRepeated = kind >= shape.bad && kind < shape.bad + shape.repeated && earlierNumbers.length > 0;
    if (isRepeated) written.repeated += 1;
    const validNumber = isRepeated
      ? (earlierNumbers[Math.floor(random() * earlierNumbers.length)] ?? "")
      : numberOf(row);
    if (kind >= shape.bad) earlierNumbers[(row - written.bad) % maxRemembered] = validNumber;
    text += `${kind < shape.bad ? badNumberOf(row) : validNumber},${nameOf(row, random)}\r\n`;
    if (row % partRows === partRows - 1 || row === shape.rows - 1) {
      written.bytes += writeSync(file, text);
      text = "";
    }
  }
  closeSync(file);
  return written;
}

/** Assigned number ranges and the number of following digits. Seven digits are enough for the largest list. */
const ranges: readonly (readonly [prefix: string, digits: number])[] = [
  ["+44785", 7],
  ["+49151", 8],
  ["+3361", 7],
  ["+346", 8],
  ["+39347", 7],
  ["+919810", 6],
  ["+551199", 7],
  ["+6141", 7],
  ["+3161", 7],
  ["+4850", 7],
  ["+12125", 6],
];

/** Unique per row, because the step is coprime to the size of the range. */
function numberOf(row: number) {
  const [prefix, digits] = ranges[row % ranges.length] ?? ["+44785", 7];
  const nth = Math.floor(row / ranges.length);
  return prefix + String((nth * 7_654_321 + 1_234_567) % 10 ** digits).padStart(digits, "0");
}

/** Invalid numbers as they occur in real lists. */
function badNumberOf(row: number) {
  const digits = String((row * 7_919) % 1_000_000).padStart(6, "0");
  const forms = [
    `07911 ${digits}`,
    `+4479${digits.slice(0, 2)}`,
    `4479110${digits.slice(1)}`,
    `4.47911E+${digits.slice(4)}`,
    `+447911${digits} ext. 12`,
    `call ${digits}`,
    `+4479110${digits} 99 / +447911${digits}`,
    "",
  ];
  return forms[row % forms.length] ?? "";
}

const first =
  "Alexandra Benjamin Catherine Dominic Eleanor Frederick Gabriella Harrison Isabella Jonathan Katherine Leonardo".split(
    " ",
  );
const last =
  "Abernathy Blackwood Castellano Delacroix Eisenberg Featherstone Goldsmith Hawthorne Ingersoll Kensington".split(" ");
const foreign = [
  "Zoë Müller-Lüdenscheidt",
  "José Ángel Núñez Ibáñez",
  "Łukasz Żółkiewski",
  "山田太郎",
  "Søren Ångström",
];

/** 5.5 % of the names need quotes, and 1 % have letters beyond ASCII. */
function nameOf(row: number, random: () => number) {
  const kind = random();
  if (kind < 0.01) return foreign[row % foreign.length] ?? "";
  const firstName = first[Math.floor(random() * first.length)] ?? "";
  const lastName = last[Math.floor(random() * last.length)] ?? "";
  if (kind >= 0.065) return `${firstName} ${letter(random)}. ${lastName}`;
  return kind < 0.06 ? `"${lastName}, ${firstName}"` : `"${firstName} ""${firstName.slice(0, 3)}"" ${lastName}"`;
}

const letter = (random: () => number) => String.fromCharCode(65 + Math.floor(random() * 26));
