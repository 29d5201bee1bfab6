import { closeSync, openSync, writeSync } from "node:fs";

export type ListShape = {
  rows: number;
  /** Rows whose number is none, as a share of all. */
  bad: number;
  /** Rows whose number another row above has too. */
  repeated: number;
};

/** What a list was made with: rows that cannot be sent, and rows that repeat one. */
export type MadeList = { path: string; rows: number; bytes: number; bad: number; repeated: number };

const seed = 20261103;
const partRows = 20_000;
const remembered = 4096;

/** Writes a contact list as a spreadsheet saves one: a byte order mark, CRLF, quotes where a name has a comma. Always the same. */
export function writeContactList(path: string, shape: ListShape): MadeList {
  const random = randomFrom(seed);
  const file = openSync(path, "w");
  const made = { path, rows: shape.rows, bytes: 0, bad: 0, repeated: 0 };
  const before: string[] = [];
  let text = "\ufeffphone_number,name\r\n";

  for (let row = 0; row < shape.rows; row += 1) {
    const kind = random();
    if (kind < shape.bad) made.bad += 1;
    const isRepeated = kind >= shape.bad && kind < shape.bad + shape.repeated && before.length > 0;
    if (isRepeated) made.repeated += 1;
    const good = isRepeated ? (before[Math.floor(random() * before.length)] ?? "") : numberOf(row);
    if (kind >= shape.bad) before[(row - made.bad) % remembered] = good;
    text += `${kind < shape.bad ? badNumberOf(row) : good},${nameOf(row, random)}\r\n`;
    if (row % partRows === partRows - 1 || row === shape.rows - 1) {
      made.bytes += writeSync(file, text);
      text = "";
    }
  }
  closeSync(file);
  return made;
}

/** Mulberry32: the same figures from the same seed on every machine. */
function randomFrom(from: number) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ranges that are assigned, and how many digits follow. A range of seven digits holds more than a list ever asks of it. */
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

/** No two rows get the same one: a step that shares no factor with the range's size visits each of its numbers once. */
function numberOf(row: number) {
  const [prefix, digits] = ranges[row % ranges.length] ?? ["+44785", 7];
  const nth = Math.floor(row / ranges.length);
  return prefix + String((nth * 7_654_321 + 1_234_567) % 10 ** digits).padStart(digits, "0");
}

/** What people's lists really hold where a number should be. */
function badNumberOf(row: number) {
  const digits = String((row * 7_919) % 1_000_000).padStart(6, "0");
  const ways = [
    `07911 ${digits}`,
    `+4479${digits.slice(0, 2)}`,
    `4479110${digits.slice(1)}`,
    `4.47911E+${digits.slice(4)}`,
    `+447911${digits} ext. 12`,
    `call ${digits}`,
    `+4479110${digits} 99 / +447911${digits}`,
    "",
  ];
  return ways[row % ways.length] ?? "";
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

/** 5.5 % need quotes, 1 % letters beyond ASCII. */
function nameOf(row: number, random: () => number) {
  const kind = random();
  if (kind < 0.01) return foreign[row % foreign.length] ?? "";
  const given = first[Math.floor(random() * first.length)] ?? "";
  const family = last[Math.floor(random() * last.length)] ?? "";
  if (kind >= 0.065) return `${given} ${letter(random)}. ${family}`;
  return kind < 0.06 ? `"${family}, ${given}"` : `"${given} ""${given.slice(0, 3)}"" ${family}"`;
}

const letter = (random: () => number) => String.fromCharCode(65 + Math.floor(random() * 26));
