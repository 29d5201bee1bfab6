import type { Encoding, Rules } from "@/lib/contacts/plan";
import { createDecoder } from "@/lib/contacts/read/decode";
import { createEncoder } from "@/lib/contacts/read/encode-text";
import { mulberry32 } from "@/platform/seed/seeded-random";
import { number } from "./checked-file";
import { people, personOf } from "./people";

/** Generated list with the contacts that it should contain. */
export type GeneratedList = {
  label: string;
  content: string | Uint8Array<ArrayBuffer>;
  /** Intended names by number. Sending anything else is an error. */
  truth: ReadonlyMap<string, string>;
  rules?: Partial<Rules>;
};

export type Row = { line: string; phone?: string; name?: string };

/** Makes a damaged row of phone_number, name and city from the intended values. */
type Damage = (intended: { phone: string; name: string; random: Random }) => Row;

export type Random = () => number;

export const pick = <Value>(random: Random, all: readonly Value[]): Value => {
  const value = all[Math.floor(random() * all.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
};

const families = "Smith Jones Taylor Brown Wilson Evans Roberts Walker Wright Green".split(" ");
const givens = "Ann Bob Cora Dan Eve Finn Gail Hugh Ivy Jack".split(" ");
const cities = "Leeds York Bath Ely Rye Wells Hull Ayr Mold Deal".split(" ");

const englishName = (random: Random) => `${pick(random, givens)} ${pick(random, families)}`;

const reversed = (name: string, between = ", ") => name.split(" ").reverse().join(between);

/** Variants of each kind of damage. */
const damages = {
  "blank surplus": [
    ({ phone, name }) => ({ line: `${phone},${reversed(name)},`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},${reversed(name, ",")},`, phone, name: reversed(name, ",") }),
    ({ phone, name }) => ({ line: `${phone},${reversed(name)},,`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},${reversed(name)}, ,`, phone, name: reversed(name) }),
  ],
  "filled surplus": [
    ({ phone, name, random }) => ({
      line: `${phone},${reversed(name)},${pick(random, cities)}`,
      phone,
      name: reversed(name),
    }),
    ({ phone, name, random }) => ({ line: `${phone},${name},${pick(random, cities)}, Kent`, phone, name }),
  ],
  "half of a name": [
    ({ phone, name }) => ({ line: `${phone},${name.split(" ")[0]} NULL,Leeds`, phone, name: name.split(" ")[0] ?? "" }),
    ({ phone, name }) => ({ line: `${phone},undefined ${name},Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone},${name} nan,Leeds`, phone, name }),
  ],
  "shift without surplus": [({ phone, name }) => ({ line: `${phone},${reversed(name)}`, phone, name: reversed(name) })],
  "stray mark": [
    ({ phone, name }) => ({ line: `${phone},${name}"Call after 5,Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone},${name}",Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone},"${name},Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone},${name.replace(" ", ' "')},Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone},${reversed(name)}"`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},"${name}" x,Leeds`, phone, name }),
  ],
  "blank before the mark": [
    ({ phone, name }) => ({ line: `${phone}, "${reversed(name)}",Leeds`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone}, "${reversed(name)}", "Leeds, UK"`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},\t"${name}" ,Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone}, "${reversed(name)}",`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: ` "${phone}", "${reversed(name)}", ""`, phone, name: reversed(name) }),
  ],
  apostrophes: [
    ({ phone, name }) => ({ line: `${phone},'${reversed(name)}',Leeds`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},'${reversed(name)}'`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},'${reversed(name)}',`, phone, name: reversed(name) }),
    ({ phone, name }) => ({ line: `${phone},'${name}',Leeds`, phone, name }),
  ],
  "backslash before a mark": [
    ({ phone, name }) => ({ line: `${phone},"${name} \\"Jo\\"",Leeds`, phone, name: `${name} "Jo"` }),
    ({ phone, name }) => ({
      line: `${phone},"${reversed(name)} \\"Jo\\"",Leeds`,
      phone,
      name: `${reversed(name)} "Jo"`,
    }),
    ({ phone, name }) => ({ line: `${phone},"\\"Jo\\", ${name}",Leeds`, phone, name: `"Jo", ${name}` }),
    ({ phone, name }) => ({ line: `${phone},${name} O\\'Neil,Leeds`, phone, name: `${name} O'Neil` }),
  ],
  "two lines": [
    ({ phone, name }) => ({ line: `${phone},"${name}\nUnit 5",Leeds`, phone, name: `${name} Unit 5` }),
    ({ phone, name }) => ({
      line: `${phone},"${name}\n020 7946 0958,home",Leeds`,
      phone,
      name: `${name} 020 7946 0958,home`,
    }),
    ({ phone, name }) => ({
      line: `${phone},"${name}\n+4915112345678,home,x",Leeds`,
      phone,
      name: `${name} +4915112345678,home,x`,
    }),
  ],
  "wrong letters": [
    ({ phone, random }) => {
      const language = pick(random, Object.keys(people));
      const name = personOf(language, Math.floor(random() * 140));
      return { line: `${phone},${misread(name, pick(random, mistakenEncodings), random)},Leeds`, phone, name };
    },
    ({ phone, random }) => {
      const language = pick(random, Object.keys(people));
      const name = personOf(language, Math.floor(random() * 140));
      const twice = misread(misread(name, "windows-1252", random), "windows-1252", random);
      return { line: `${phone},${twice},Leeds`, phone, name };
    },
    ({ phone, random }) => {
      const name = personOf(pick(random, ["french", "german", "spanish", "polish"]), Math.floor(random() * 140));
      const lost = name.replace(/[^\x20-\x7e]/g, pick(random, ["?", "\ufffd"]));
      return { line: `${phone},${lost},Leeds`, phone, name };
    },
  ],
  "no name": [
    ({ phone, random }) => ({ line: `${phone},${pick(random, noNames)},Leeds` }),
    ({ phone, random }) => ({ line: `${phone},${pick(random, noNames)},` }),
  ],
  "rounded digits": [
    ({ random }) => ({ line: `4479${100 + Math.floor(random() * 900)}0000000,${englishName(random)},Leeds` }),
    ({ random }) => ({ line: `+4479${10 + Math.floor(random() * 80)}000000,${englishName(random)},Leeds` }),
    ({ random }) => ({ line: `33612${1 + Math.floor(random() * 8)}00000,${englishName(random)},Leeds` }),
  ],
  "tail behind a number": [
    ({ name, random }) => tail("+493023125071", `-${10 + Math.floor(random() * 89)}`, name),
    ({ name }) => tail("+49 (30) 2312-5071", " / 12", name),
    ({ phone, name }) => tail(phone, "-12", name),
    ({ phone, name }) => tail(phone, " - 3", name),
    ({ phone, name }) => tail(phone, "/7", name),
    ({ phone, name }) => tail(phone, " 12", name),
    ({ phone, name }) => tail(phone, " ext 12", name),
    ({ name }) => tail("+43 1 5134567", "-20", name),
  ],
  labels: [
    ({ phone, name }) => ({ line: `p:${phone},${name},Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `Tel.: ${phone},${name},Leeds`, phone, name }),
    ({ phone, name }) => ({ line: `${phone} (mobile),${name},Leeds`, phone, name }),
    ({ phone, name, random }) => ({
      line: `${phone} or ${number(Math.floor(random() * 9_000))},${name},Leeds`,
      phone,
      name,
    }),
  ],
} satisfies Record<string, readonly Damage[]>;

export type DamageKind = keyof typeof damages;
export const damageKinds = Object.keys(damages) as readonly DamageKind[];

const tail = (phone: string, suffix: string, name: string): Row => ({
  line: `${phone}${suffix},${name},Leeds`,
  phone: phone.replaceAll(" ", ""),
  name,
});

const noNames = [
  ..."NULL null (null) N/A n/a #N/A #REF! #VALUE! #NAME? undefined none None nil NaN -- - . xxx TBD unknown".split(" "),
  ..."{{first_name}} {first_name} %FNAME% *|FNAME|* \u0024{name} <name> \\N".split(" "),
  "[object Object]",
  "[First Name]",
  "No Name",
  "not provided",
  "Mar-01",
  "12 March 2024",
  "March 5, 2024",
  "example.com",
  "$first_name",
  "%%First Name%%",
  "NULL NULL",
  "ann@example.com",
  "Ann <ann@example.com>",
  "https://example.com/ann",
  "www.example.com",
  "2024-01-02",
  "01/02/2024",
  "2.1.2024 10:30",
  "2024-01-02T10:30:00Z",
  "07911 123456",
  "+44 7911 123456",
  "Tel 07911 123456",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "12345",
  "17",
  "???",
];

/** Encodings in which UTF-8 is decoded by mistake. */
export const mistakenEncodings: readonly Encoding[] = [
  "windows-1252",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "macintosh",
];

const decoders = new Map(mistakenEncodings.map((encoding) => [encoding, createDecoder(encoding)]));

/** A name's UTF-8 bytes decoded in another encoding, or in Windows-1252 if they are invalid there. */
export function misread(name: string, encoding: Encoding, random: Random): string {
  const bytes = new TextEncoder().encode(name);
  const plain = /^[\x20-\x7e]*$/.test(name) ? `${name} é` : undefined;
  if (plain !== undefined) return misread(plain, encoding, random);
  try {
    const read = (decoders.get(encoding) ?? createDecoder(encoding))(bytes);
    return /[,"\n\r]/.test(read) ? `"${read.replaceAll('"', '""')}"` : read;
  } catch {
    return misread(name, "windows-1252", random);
  }
}

/** List of clean rows with some damaged ones of these kinds. */
export function damagedList(kinds: readonly DamageKind[], seed: number): GeneratedList {
  const random = mulberry32(seed);
  const rows = 20 + Math.floor(random() * 60);
  const truth = new Map<string, string>();
  const lines: string[] = [];
  for (let index = 0; index < rows; index += 1) {
    const phone = number(10_000 + index);
    const name = englishName(random);
    const damage: Damage | undefined = random() < 0.15 ? pick(random, damages[pick(random, kinds)]) : undefined;
    const row = damage
      ? damage({ phone, name, random })
      : { line: `${phone},${name},${pick(random, cities)}`, phone, name };
    lines.push(row.line);
    if (row.phone !== undefined && row.name !== undefined) truth.set(row.phone, row.name.normalize("NFC"));
  }
  const end = pick(random, ["\n", "\r\n"]);
  const content = ["phone_number,name,city", ...lines].map((line) => line.replaceAll("\n", end)).join(end) + end;
  return { label: `${kinds.join(" and ")}, seed ${seed}`, content, truth };
}

const phoneForms: readonly ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`,
  (phone) => `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
  (phone) => `${phone.slice(0, 3)} (0)${phone.slice(3, 7)} ${phone.slice(7, 10)} ${phone.slice(10)}`,
  (phone) => `00${phone.slice(1)}`,
];

/** List without damage, in one of the formats that programs write. */
export function cleanList(language: string, seed: number): GeneratedList {
  const random = mulberry32(seed);
  const delimiter = pick(random, [",", ";", "\t", "|"]);
  const isQuoted = random() < 0.3;
  const surplus = random() < 0.2 ? delimiter : "";
  const separator = random() < 0.2 && delimiter !== "\t" ? `${delimiter} ` : delimiter;
  const truth = new Map<string, string>();
  const lines = [["phone_number", "name", "city"].join(delimiter)];
  for (let index = 0; index < 80; index += 1) {
    const ownName = random() < 0.2 ? englishName(random) : personOf(language, Math.floor(random() * 144));
    const name = random() < 0.1 ? reversed(ownName) : random() < 0.05 ? `${ownName} "Jo" Lee` : ownName;
    const needsMarks = isQuoted || name.includes(delimiter) || (name.includes('"') && random() < 0.5);
    const cell = needsMarks ? `"${name.replaceAll('"', '""')}"` : name;
    const city = isQuoted ? `"${pick(random, cities)}"` : pick(random, cities);
    const phone = pick(random, phoneForms)(number(index));
    lines.push([isQuoted ? `"${phone}"` : phone, cell, city].join(separator) + surplus);
    truth.set(number(index), name.normalize("NFC"));
  }
  const end = pick(random, ["\n", "\r\n"]);
  return { label: `clean ${language}, seed ${seed}`, content: lines.join(end) + end, truth };
}

/** List of names in one or several languages, in an encoding older than UTF-8. */
export function encodedList(languages: readonly string[], encoding: Encoding, seed: number): GeneratedList {
  const random = mulberry32(seed);
  const rows = 6 + Math.floor(random() * 40);
  const truth = new Map<string, string>();
  const lines = ["phone_number,name"];
  const encode = createEncoder(encoding);
  for (let index = 0; index < rows; index += 1) {
    const ownName = personOf(pick(random, languages), Math.floor(random() * 144));
    const name = random() < 0.2 || !encode(ownName) ? englishName(random) : ownName;
    lines.push(`${number(index)},${name}`);
    truth.set(number(index), name);
  }
  const content = encode(`${lines.join("\r\n")}\r\n`);
  if (!content) throw new Error(`${languages.join(", ")} cannot be written in ${encoding}.`);
  return { label: `${languages.join(" and ")} in ${encoding}, seed ${seed}`, content, truth };
}
